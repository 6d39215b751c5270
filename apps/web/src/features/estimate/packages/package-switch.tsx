import classes from "#features/estimate/packages/package-cards.module.css";

/** A switch that applies immediately. The whole line can be pressed. */
export function PackageSwitch({
  label,
  describes,
  isOn,
  isFixed = false,
  hasProblem = false,
  onChange,
}: {
  label: string;
  /** The accessible description of what it switches. */
  describes?: string;
  isOn: boolean;
  /** Cannot be switched off, because the chosen package is always compared. */
  isFixed?: boolean;
  hasProblem?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className={classes.switch} title={isFixed ? "The chosen package is always compared." : undefined}>
      <span>
        {label}
        {describes && <span className="rb-visually-hidden"> {describes}</span>}
        {isFixed && <span className="rb-visually-hidden">, always on for the chosen package</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="rb-switch"
        checked={isOn}
        disabled={isFixed && isOn}
        aria-invalid={hasProblem || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
