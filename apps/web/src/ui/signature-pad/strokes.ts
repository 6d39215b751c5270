import type { BasicPoint, PointGroup } from "signature_pad";

/** A point of a line: pixels of the pad at that time, milliseconds since 1970, and the pressure from 0 to 1. */
interface StrokePoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
  readonly pressure: number;
}

/** Drawn lines, and the size of the pad; plain data. */
export interface SignatureStrokes {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly (readonly StrokePoint[])[];
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const scalePoint = ({ x, y, pressure, time }: BasicPoint, factor: number): BasicPoint => ({
  x: x * factor,
  y: y * factor,
  pressure,
  time,
});

/** Scales lines of a pad of another size, and their pen. */
export const scaleLines = (lines: readonly PointGroup[], factor: number): PointGroup[] =>
  lines.map((line) => ({
    ...line,
    dotSize: line.dotSize * factor,
    minWidth: line.minWidth * factor,
    maxWidth: line.maxWidth * factor,
    points: line.points.map((point) => scalePoint(point, factor)),
  }));

/** The bounding box of lines, with room for the width of the pen; null without lines. */
export function boxAround(lines: readonly PointGroup[]): Box | null {
  const points = lines.flatMap((line) =>
    line.points.map(({ x, y }) => ({ x, y, reach: line.maxWidth + line.dotSize })),
  );
  if (points.length === 0) return null;
  const left = Math.floor(Math.min(...points.map(({ x, reach }) => x - reach)));
  const top = Math.floor(Math.min(...points.map(({ y, reach }) => y - reach)));
  const right = Math.ceil(Math.max(...points.map(({ x, reach }) => x + reach)));
  const bottom = Math.ceil(Math.max(...points.map(({ y, reach }) => y + reach)));
  return { left, top, width: right - left, height: bottom - top };
}

const TENTHS = 10;
const toTenth = (pixels: number): number => Math.round(pixels * TENTHS) / TENTHS;

/** Lines as stored data: a tenth of a pixel is finer than any screen. */
export const strokesOf = (lines: readonly PointGroup[], pad: { width: number; height: number }): SignatureStrokes => ({
  width: toTenth(pad.width),
  height: toTenth(pad.height),
  lines: lines.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => ({ x: toTenth(x), y: toTenth(y), time, pressure })),
  ),
});
