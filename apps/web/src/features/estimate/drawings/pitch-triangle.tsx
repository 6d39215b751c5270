import classes from "#features/estimate/drawings/drawings.module.css";

/** Pixels per inch. */
const SCALES = { small: 2, large: 6 } as const;
/** Room for strokes, and for the large one's figures. */
const MARGINS = { small: 2, large: 22 } as const;
/** Steeper roofs are rare, and would be drawn as a wall. */
const STEEPEST = 24;
const OPEN_BY = 4;

/**
 * The roofer's triangle: rise over a run of 12, to scale.
 *
 * @param from the flattest pitch of a range, drawn as a thin line
 * @param isOpen the range has no upper end
 */
export function PitchTriangle({
  rise,
  run = 12,
  from = null,
  isOpen = false,
  label,
  size = "small",
}: {
  rise: number;
  run?: number;
  from?: number | null;
  isOpen?: boolean;
  /** Defaults to "8/12". */
  label?: string;
  size?: "small" | "large";
}) {
  const scale = SCALES[size];
  const margin = MARGINS[size];
  const top = Math.min(rise, STEEPEST);
  const width = run * scale;
  // All triangles of a list share a baseline, and 12/12 is as high as it is wide.
  const height = Math.max(top + (isOpen ? OPEN_BY : 0), run) * scale;
  const x = (inches: number): number => margin + inches * scale;
  const y = (inches: number): number => 2 + height - inches * scale;
  const line = (to: number): string => `M${x(0)} ${y(0)}L${x(run)} ${y(to)}`;
  return (
    <svg
      className={classes.pitch}
      width={width + margin + (size === "large" ? 28 : margin)}
      height={height + 2 + margin}
      role="img"
      aria-label={`Pitch ${label ?? `${String(rise)}/${String(run)}`}`}
    >
      <path className={classes.pitchFace} d={`${line(top)}V${y(0)}Z`} />
      {from !== null && <path className={classes.thin} d={line(from)} />}
      {isOpen && <path className={classes.dashed} d={line(top + OPEN_BY)} />}
      {size === "large" && (
        <>
          <text className={classes.figure} x={x(run / 2)} y={y(0) + 16} textAnchor="middle">
            {run}
          </text>
          <text className={classes.figure} x={x(run) + 6} y={(y(0) + y(top)) / 2 + 4}>
            {from === null ? rise : `${String(from)}–${String(rise)}`}
          </text>
        </>
      )}
    </svg>
  );
}
