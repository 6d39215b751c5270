import { pdfNumber } from "#pdf/writing/pdf-file.ts";

/*
 * Path operators of a PDF. The outlines come from `drawings`: SVG path data with absolute move, line, arc and close commands,
 * with positions from an upper left corner.
 */

type Point = readonly [x: number, y: number];
/** Converts a point of the drawing to a point of the page. */
export type ToPage = (point: Point) => Point;

const at = (toPage: ToPage, point: Point): string => toPage(point).map(pdfNumber).join(" ");

const STEP = /([MLAZ])([^MLAZ]*)/g;
const QUARTER = Math.PI / 2;

/**
 * Converts an arc to Bézier curves of at most a quarter circle, from one path point to another. Parameters are those of SVG
 * ("sweep" is clockwise on a screen).
 */
function arcCurves(from: Point, to: Point, radii: Point, isLarge: boolean, isClockwise: boolean): readonly Point[][] {
  const [halfX, halfY] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  // Scale up radii that are too small to connect the points, as SVG requires.
  const stretch = Math.max(1, Math.hypot(halfX / radii[0], halfY / radii[1]));
  const [rx, ry] = [radii[0] * stretch, radii[1] * stretch];
  if (!(rx > 0 && ry > 0)) return [[from, to, to]];
  const reach = (halfX / rx) ** 2 + (halfY / ry) ** 2;
  if (reach === 0) return [];
  const offset = Math.sqrt(Math.max(0, 1 / reach - 1)) * (isLarge === isClockwise ? -1 : 1);
  const center: Point = [
    (from[0] + to[0]) / 2 + (offset * rx * halfY) / ry,
    (from[1] + to[1]) / 2 - (offset * ry * halfX) / rx,
  ];
  const angleOf = ([x, y]: Point): number => Math.atan2((y - center[1]) / ry, (x - center[0]) / rx);
  const start = angleOf(from);
  let turn = angleOf(to) - start;
  if (isClockwise && turn < 0) turn += 4 * QUARTER;
  if (!isClockwise && turn > 0) turn -= 4 * QUARTER;
  const count = Math.max(1, Math.ceil(Math.abs(turn) / QUARTER - 1e-6));
  const step = turn / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, index) => {
    const [begin, end] = [start + index * step, start + (index + 1) * step];
    const on = (angle: number, along: number): Point => [
      center[0] + rx * (Math.cos(angle) - along * Math.sin(angle)),
      center[1] + ry * (Math.sin(angle) + along * Math.cos(angle)),
    ];
    return [on(begin, handle), on(end, -handle), on(end, 0)];
  });
}

/** Converts an outline to path operators. Throws for a path command that the drawings do not use. */
export function outlineOperators(outline: string, toPage: ToPage): string {
  const operators: string[] = [];
  let here: Point = [0, 0];
  for (const [, step = "", rest = ""] of outline.matchAll(STEP)) {
    const numbers = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [first = NaN, second = NaN] = numbers;
    if (step === "Z") operators.push("h");
    else if (step === "A") {
      const [, , , isLarge, isClockwise, x = NaN, y = NaN] = numbers;
      for (const curve of arcCurves(here, [x, y], [first, second], isLarge === 1, isClockwise === 1))
        operators.push(`${curve.map((point) => at(toPage, point)).join(" ")} c`);
      here = [x, y];
    } else {
      here = [first, second];
      operators.push(`${at(toPage, here)} ${step === "M" ? "m" : "l"}`);
    }
    if (!here.every(Number.isFinite)) throw new Error(`A drawing has an outline that cannot be printed: ${outline}`);
  }
  return operators.join("\n");
}

/** Distance of the Bézier control points of a quarter circle with radius 1. */
const KAPPA = 0.5522847498;

export function circleOperators({ x, y, radius }: { x: number; y: number; radius: number }, toPage: ToPage): string {
  const k = radius * KAPPA;
  const curve = (...points: readonly Point[]): string => `${points.map((point) => at(toPage, point)).join(" ")} c`;
  return [
    `${at(toPage, [x + radius, y])} m`,
    curve([x + radius, y + k], [x + k, y + radius], [x, y + radius]),
    curve([x - k, y + radius], [x - radius, y + k], [x - radius, y]),
    curve([x - radius, y - k], [x - k, y - radius], [x, y - radius]),
    curve([x + k, y - radius], [x + radius, y - k], [x + radius, y]),
    "h",
  ].join("\n");
}
