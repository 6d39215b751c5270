import { useId } from "react";
import classes from "#app/shell/bar-menu.module.css";

/** One of a few values, chosen inside a menu that stays open, so that its effect is visible. */
export function MenuChoice<Value extends string>({
  label,
  choice,
  options,
  onChoose,
}: {
  label: string;
  choice: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className="rb-caption">{label}</legend>
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.choice}>
            <input type="radio" name={name} checked={option.value === choice} onChange={() => onChoose(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
