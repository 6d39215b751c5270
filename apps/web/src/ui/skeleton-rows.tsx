import type { ReactNode } from "react";
import classes from "#ui/skeleton-rows.module.css";

/** Widths of the two bars in a row, in percent; uneven like text, the same on every visit. */
const BAR_WIDTHS = [
  { first: 34, second: 22 },
  { first: 27, second: 30 },
  { first: 41, second: 18 },
  { first: 30, second: 26 },
];

/**
 * Placeholders for rows, as high as they will be. Appear after 150 ms, so that fast loads do not flicker; the delay is in the style sheet.
 *
 * @param likely the usual result, such as the text of an empty list: the placeholder is just as high, so that nothing below moves
 */
export function SkeletonRows({
  rows = 5,
  label = "Loading",
  likely,
}: {
  rows?: number;
  label?: string;
  likely?: ReactNode;
}) {
  const bars = (
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
  if (likely === undefined) return bars;
  return (
    <div className={classes.likely}>
      <div className={classes.unseen} aria-hidden inert>
        {likely}
      </div>
      {bars}
    </div>
  );
}
