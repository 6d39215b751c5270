import classes from "#features/estimate/rows/entry.module.css";

/** An input's error (3.§5); the input refers to it with `aria-describedby`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p id={`${id}-error`} className={classes.error}>
      {text}
    </p>
  );
}

/** The red asterisk of a row with an error (3.§5). */
export function ProblemStar() {
  return (
    <span className="rb-star" aria-hidden>
      {" *"}
    </span>
  );
}
