import type { PointGroup } from "signature_pad";
import { describe, expect, test } from "vitest";
import { boxAround, scaleLines, strokesOf } from "./strokes.ts";

const PEN = {
  dotSize: 0,
  minWidth: 1,
  maxWidth: 3,
  penColor: "#000",
  velocityFilterWeight: 0.7,
  compositeOperation: "source-over" as const,
};
const line = (...points: [number, number][]): PointGroup => ({
  ...PEN,
  points: points.map(([x, y], index) => ({ x, y, pressure: 0.5, time: 1000 + index })),
});

describe("lines of a signature", () => {
  test("[DOC-12] a pad of half the width holds the same lines at half the size, with half the pen", () => {
    const [scaled] = scaleLines([line([10, 20], [30, 40])], 0.5);
    expect(scaled).toMatchObject({ minWidth: 0.5, maxWidth: 1.5 });
    expect(scaled?.points).toEqual([
      { x: 5, y: 10, pressure: 0.5, time: 1000 },
      { x: 15, y: 20, pressure: 0.5, time: 1001 },
    ]);
  });

  test("[DOC-12] the box around lines leaves room for the pen", () => {
    // From 10 - 3 to 30 + 3 across, from 5 - 3 to 40 + 3 down.
    expect(boxAround([line([10, 20], [30, 40]), line([12, 5])])).toEqual({ left: 7, top: 2, width: 26, height: 41 });
    expect(boxAround([])).toBeNull();
  });

  test("[DOC-12] lines are kept in tenths of a pixel, with their times", () => {
    expect(strokesOf([line([1.2345, 2])], { width: 390.04, height: 156 })).toEqual({
      width: 390,
      height: 156,
      lines: [[{ x: 1.2, y: 2, time: 1000, pressure: 0.5 }]],
    });
  });
});
