import { useId, type ComponentProps } from "react";
import type { FieldProps } from "#ui/field-props.ts";
import classes from "#ui/checkbox-field.module.css";

type CheckboxFieldProps = Omit<ComponentProps<"input">, "type" | keyof FieldProps> & Omit<FieldProps, "labelAction">;

/** A checkbox. The whole line is the target. */
export function CheckboxField({ label, error, hint, id, className, ...input }: CheckboxFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const describedBy = [error && `${inputId}-error`, hint && `${inputId}-hint`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label className={classes.line} htmlFor={inputId}>
        <input
          {...input}
          id={inputId}
          type="checkbox"
          className={classes.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <span>
          {label}
          {error && (
            <span className="rb-star" aria-hidden>
              {" *"}
            </span>
          )}
        </span>
      </label>
      {error && (
        <p id={`${inputId}-error`} className={classes.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${inputId}-hint`} className={`rb-hint ${classes.hint}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
