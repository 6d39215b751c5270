import type { PlaneFigures, RoofPlane } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";
import { PLANE_LABELS } from "#features/estimate/measurements/plane-texts.ts";
import classes from "#features/estimate/measurements/roof-calculator.module.css";

type Point = readonly [x: number, y: number];
type EdgeKind = "eave" | "rake" | "ridge" | "hip" | "valley" | "wall" | "top";

const WIDTH = 240;
const HEIGHT = 120;
const MARGIN = 22;

/** The corners of a plane seen from the front, in feet, starting at the left end of the eave. */
function cornersOf({ kind, length }: RoofPlane, { slope, top }: PlaneFigures): readonly Point[] {
  const [left, right]: [Point, Point] = [
    [0, slope],
    [length, slope],
  ];
  switch (kind) {
    case "hipEnd":
      return [left, right, [length / 2, 0]];
    case "hipSide":
      return [left, right, [(length + top) / 2, 0], [(length - top) / 2, 0]];
    case "wingSide":
      return [left, right, [top, 0], [0, 0]];
    default:
      return [left, right, [length, 0], [0, 0]];
  }
}

/** The kinds of the edges, starting with the eave. */
const EDGES: Readonly<Record<RoofPlane["kind"], readonly EdgeKind[]>> = {
  gableSide: ["eave", "rake", "ridge", "rake"],
  hipSide: ["eave", "hip", "ridge", "hip"],
  hipEnd: ["eave", "hip", "hip"],
  wingSide: ["eave", "valley", "ridge", "rake"],
  shed: ["eave", "rake", "top", "rake"],
  shedAtWall: ["eave", "rake", "wall", "rake"],
};

/** One plane seen from the front, to scale, with its edges. */
export function PlanePicture({ plane, figures }: { plane: RoofPlane; figures: PlaneFigures }) {
  const feet = cornersOf(plane, figures);
  const [widest, highest] = [Math.max(...feet.map(([x]) => x)), Math.max(...feet.map(([, y]) => y))];
  const scale = Math.min((WIDTH - 2 * MARGIN) / widest, (HEIGHT - 2 * MARGIN) / highest);
  const [offsetX, offsetY] = [(WIDTH - widest * scale) / 2, (HEIGHT - highest * scale) / 2];
  const points = feet.map(([x, y]): Point => [offsetX + x * scale, offsetY + y * scale]);
  const pathOf = (of: readonly Point[]): string =>
    `M${of.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  const text = (feetLong: number): string => `${formatQuantity(Math.round(feetLong * 100) / 100)} ft`;
  const bottom = offsetY + highest * scale;
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      role="img"
      aria-label={`${PLANE_LABELS[plane.kind]}: ${text(plane.length)} along the eave, ${text(figures.slope)} up the slope`}
    >
      <path className={classes.face} d={`${pathOf(points)}Z`} />
      {points.map((from, index) => {
        const to = points[(index + 1) % points.length] ?? from;
        const kind = EDGES[plane.kind][index] ?? "top";
        return <path key={index} className={classes.edge} data-edge={kind} d={pathOf([from, to])} />;
      })}
      <text className={classes.dimension} x={WIDTH / 2} y={bottom + 14} textAnchor="middle">
        {text(plane.length)}
      </text>
      <text className={classes.dimension} x={WIDTH / 2} y={bottom - (highest * scale) / 2 + 4} textAnchor="middle">
        {text(figures.slope)} up
      </text>
    </svg>
  );
}
