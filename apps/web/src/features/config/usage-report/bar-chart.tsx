import classes from "#features/config/usage-report/bar-chart.module.css";

const ROW_HEIGHT = 44;
const BAR_HEIGHT = 10;
const BAR_TOP = 24;

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The text at the end of the bar: "$1,200.00". */
  readonly text: string;
}

/** Widths in percent of `whole`; amounts below zero have none. */
export const barWidths = (values: readonly number[], whole = Math.max(...values)): number[] =>
  values.map((value) => (value > 0 ? (value / whole) * 100 : 0));

/**
 * Bars below their labels, so that they are as wide as a phone. One picture for screen readers: the table beside it has the figures.
 *
 * @param whole the value of a full bar, for shares; by default the largest of the values
 */
export function BarChart({ title, bars, whole }: { title: string; bars: readonly Bar[]; whole?: number | undefined }) {
  const widths = barWidths(
    bars.map(({ value }) => value),
    whole,
  );
  const spoken = bars.map(({ label, text }) => `${label} ${text}`).join(", ");
  return (
    <figure className={classes.figure}>
      <figcaption className={`rb-hint ${classes.title}`}>{title}</figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${spoken}`}
        className={classes.chart}
        width="100%"
        height={bars.length * ROW_HEIGHT}
      >
        {bars.map(({ key, label, text }, index) => (
          <g key={key} transform={`translate(0 ${String(index * ROW_HEIGHT)})`}>
            <text className={classes.label} y={16}>
              {label}
            </text>
            <text className={classes.value} x="100%" y={16} textAnchor="end">
              {text}
            </text>
            <rect className={classes.track} y={BAR_TOP} width="100%" height={BAR_HEIGHT} rx={3} />
            <rect className={classes.bar} y={BAR_TOP} width={`${String(widths[index])}%`} height={BAR_HEIGHT} rx={3} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
