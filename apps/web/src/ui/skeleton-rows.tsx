import classes from "#ui/skeleton-rows.module.css";

/** Widths of the two bars in a row, in percent; uneven like text, the same on every visit. */
const BAR_WIDTHS = [
  { first: 34, second: 22 },
  { first: 27, second: 30 },
  { first: 41, second: 18 },
  { first: 30, second: 26 },
];

/**
 * Stands where rows will come, as high as they will be. Appears after 150 ms, so that what is quick does not flicker;
 * the delay is in the style sheet.
 */
export function SkeletonRows({ rows = 5, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" className={classes.rows}>
      <span className="rb-visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => {
        const widths = BAR_WIDTHS[index % BAR_WIDTHS.length];
        return (
          <div key={index} className={classes.row} aria-hidden>
            <span className={classes.bar} style={{ width: `${widths?.first}%` }} />
            <span className={classes.bar} style={{ width: `${widths?.second}%` }} />
          </div>
        );
      })}
    </div>
  );
}
