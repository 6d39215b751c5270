import classes from "#features/documents/panel/panel.module.css";

/** More lines would be a paper in themselves. */
const SHOWN = 6;

/** Lines that differ from what was signed, in words. */
export function ChangedLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const more = lines.length - SHOWN;
  return (
    <ul className={classes.changedLines}>
      {lines.slice(0, SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
