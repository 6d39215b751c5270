import { useId } from "react";
import classes from "#ui/file-field.module.css";

/** One file from the device, in the browser's own field. */
export function FileField({
  label,
  accept,
  error,
  onChoose,
}: {
  label: string;
  /** The accepted files, as for an `<input>`. All by default. */
  accept?: string;
  /** The error of the chosen file. Undefined or "" without an error. */
  error?: string | undefined;
  /** Undefined: the choice was removed. */
  onChoose: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={`rb-small ${classes.label}`}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        className={classes.input}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
