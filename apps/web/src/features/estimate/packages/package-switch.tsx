import classes from "#features/estimate/packages/package-cards.module.css";

/** On or off at once. The whole line is the target. */
export function PackageSwitch({
  label,
  describes,
  isOn,
  isFixed = false,
  hasProblem = false,
  onChange,
}: {
  label: string;
  /** What it is about, for those who hear it alone. */
  describes?: string;
  isOn: boolean;
  /** It stays on: the chosen package is always compared. */
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
        className={classes.toggle}
        checked={isOn}
        disabled={isFixed && isOn}
        aria-invalid={hasProblem || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
