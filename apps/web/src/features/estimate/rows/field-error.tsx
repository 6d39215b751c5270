import classes from "#features/estimate/rows/entry.module.css";

/** What stands in the way of saving, under its input (3.§5). The input names it by `aria-describedby`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p id={`${id}-error`} className={classes.error}>
      {text}
    </p>
  );
}

/** The red asterisk of a row with a problem (3.§5); the text under the input says what it is. */
export function ProblemStar() {
  return (
    <span className={classes.star} aria-hidden>
      {" *"}
    </span>
  );
}
