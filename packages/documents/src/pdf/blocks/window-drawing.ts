import {
  edgeColorOf,
  outlinePath,
  readStoredWindowTexts,
  readWindowLook,
  windowGeometry,
  type Rect,
  type Sash,
  type Segment,
} from "#drawings/index.ts";
import type { WindowRow } from "#model/document-model.ts";
import type { DrawnPath } from "#pdf/ink.ts";

/* A small drawing of a window for paper: frame, sashes, glass and grid, and how it opens. */

const GLASS = "#dfe8ec";
const OBSCURE_GLASS = "#b9cbd3";
const ROOF = "#8b9aa3";
const OPERATION = "#46545d";
const PAD = 0.5;

const round = (value: number): number => Math.round(value * 100) / 100;

const scaled = ({ x, y, width, height }: Rect, scale: number): Rect => ({
  x: round(x * scale),
  y: round(y * scale),
  width: round(width * scale),
  height: round(height * scale),
});

const EDGE_WEIGHT = 0.35;

const lineOutline = ({ x1, y1, x2, y2 }: Segment, scale: number): string =>
  `M${round(x1 * scale)} ${round(y1 * scale)}L${round(x2 * scale)} ${round(y2 * scale)}`;

function sashPaths(sash: Sash, scale: number, frameColor: string): DrawnPath[] {
  const edge = { stroke: edgeColorOf(frameColor), weight: EDGE_WEIGHT };
  const glass = sash.glass && scaled(sash.glass, scale);
  const paths: DrawnPath[] = [
    { outline: outlinePath(sash.shape, scaled(sash.rect, scale)), fill: frameColor, ...edge },
    ...sash.panels.map((panel) => ({ outline: outlinePath("rectangle", scaled(panel, scale)), ...edge })),
  ];
  if (!glass) return paths;
  const pane = outlinePath(sash.shape, glass);
  paths.push({ outline: pane, fill: sash.isObscure ? OBSCURE_GLASS : GLASS, ...edge });
  const bars = sash.bars.flatMap(({ color, width, segments }) =>
    segments.map((segment) => ({
      outline: lineOutline(segment, scale),
      stroke: color,
      weight: Math.max(0.6, round(width * scale)),
      // On a rectangle, bars already end at the glass.
      ...(sash.shape !== "rectangle" && { clip: pane }),
    })),
  );
  return [...paths, ...bars];
}

/** Returns the hinge lines or arrows, which are as wide as the glass; none for a very small pane. */
function operationPaths({ movement, glass, rect, panels, comesTowards }: Sash, scale: number): DrawnPath[] {
  if (movement === null) return [];
  const { x, y, width, height } = scaled(panels.length > 0 ? rect : (glass ?? rect), scale);
  if (Math.min(width, height) < 4) return [];
  const right = round(x + width);
  const bottom = round(y + height);
  const middle = round(x + width / 2);
  const half = round(y + height / 2);
  const hinge = {
    hingeLeft: `M${right} ${y}L${x} ${half}L${right} ${bottom}`,
    hingeRight: `M${x} ${y}L${right} ${half}L${x} ${bottom}`,
    hingeTop: `M${x} ${bottom}L${middle} ${y}L${right} ${bottom}`,
    hingeBottom: `M${x} ${y}L${middle} ${bottom}L${right} ${y}`,
  };
  if (movement in hinge)
    return [
      {
        outline: hinge[movement as keyof typeof hinge],
        stroke: OPERATION,
        weight: 0.4,
        ...(!comesTowards && { dash: [1.4, 1] }),
      },
    ];
  const [across, down] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[
    movement as "up" | "down" | "left" | "right"
  ] as [number, number];
  const reach = Math.min(across === 0 ? height : width, 12) * 0.3;
  const head = Math.min(1.8, reach * 0.6);
  const tip = { x: middle + across * reach, y: half + down * reach };
  const wing = (side: number): string =>
    `M${round(tip.x)} ${round(tip.y)}L${round(tip.x - across * head + down * head * side)} ${round(tip.y - down * head + across * head * side)}`;
  return [
    {
      outline: `M${round(middle - across * reach)} ${round(half - down * reach)}L${round(tip.x)} ${round(tip.y)}${wing(1)}${wing(-1)}`,
      stroke: OPERATION,
      weight: 0.5,
    },
  ];
}

export interface WindowDrawing {
  /** Relative to the window's upper left corner. */
  readonly paths: readonly DrawnPath[];
  /** Position of that corner in the drawing, in points. */
  readonly left: number;
  readonly top: number;
  /** Points. */
  readonly width: number;
  readonly height: number;
}

/** Draws the window with `scale` points per inch; null if the size is unknown. */
export function windowDrawing(look: WindowRow["look"], scale: number): WindowDrawing | null {
  if (!look || !(look.width > 0) || !(look.height > 0)) return null;
  const texts = readStoredWindowTexts(look);
  const geometry = windowGeometry({
    look: readWindowLook(texts),
    width: look.width,
    height: look.height,
    view: "outside",
  });
  const { shape, frameColor, sashes, edges, roof } = geometry;
  const above = round((roof ? Math.max(...roof.map(({ y }) => -y)) : 0) * scale);
  const width = round(look.width * scale);
  const height = round(look.height * scale);
  const whole = scaled({ x: 0, y: 0, width: geometry.width, height: geometry.height }, scale);
  return {
    paths: [
      ...(roof
        ? [
            {
              outline: `M${roof.map(({ x, y }) => `${round(x * scale)} ${round(y * scale)}`).join("L")}Z`,
              fill: ROOF,
              weight: 0,
            },
          ]
        : []),
      { outline: outlinePath(shape, whole), fill: frameColor, stroke: edgeColorOf(frameColor), weight: 0.5 },
      ...sashes.flatMap((sash) => sashPaths(sash, scale, frameColor)),
      ...edges.map((edge) => ({ outline: lineOutline(edge, scale), stroke: frameColor, weight: 0.75 })),
      ...sashes.flatMap((sash) => operationPaths(sash, scale)),
    ],
    // Half of the frame's stroke is outside of the window.
    left: PAD,
    top: round(above + PAD),
    width: round(width + 2 * PAD),
    height: round(height + above + 2 * PAD),
  };
}
