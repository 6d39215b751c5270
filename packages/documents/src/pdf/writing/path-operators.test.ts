import { expect, test } from "vitest";
import { outlinePath } from "#drawings/index.ts";
import { outlineOperators, type ToPage } from "#pdf/writing/path-operators.ts";

const asTold: ToPage = (point) => point;

/** Points on the curves of an outline, ten on each. */
function pointsOn(operators: string): readonly (readonly [number, number])[] {
  let here: [number, number] = [0, 0];
  return operators.split("\n").flatMap((line) => {
    const numbers = (line.match(/-?[\d.]+/g) ?? []).map(Number);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers;
    const [x0, y0] = here;
    here = [numbers.at(-2) ?? x0, numbers.at(-1) ?? y0];
    if (!line.endsWith(" c")) return [];
    return Array.from({ length: 10 }, (_, index): [number, number] => {
      const t = index / 9;
      const at = (a: number, b: number, c: number, d: number): number =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
      return [at(x0, x1, x2, x3), at(y0, y1, y2, y3)];
    });
  });
}

test("[PAPER-13] a round window is printed as a circle", () => {
  const points = pointsOn(outlineOperators(outlinePath("round", { x: 10, y: 20, width: 40, height: 40 }), asTold));
  expect(points).toHaveLength(40);
  for (const [x, y] of points) expect(Math.hypot(x - 30, y - 40)).toBeCloseTo(20, 1);
});

test("[PAPER-13] the arc of a half round window rises above its legs, and stays inside the window", () => {
  const operators = outlineOperators(outlinePath("halfRound", { x: 0, y: 0, width: 40, height: 50 }), asTold);
  const points = pointsOn(operators);
  // Its spring line is half of its width below the top: a circle around (20, 20).
  for (const [x, y] of points) expect(Math.hypot(x - 20, y - 20)).toBeCloseTo(20, 1);
  expect(Math.min(...points.map(([, y]) => y))).toBeCloseTo(0, 1);
  expect(Math.max(...points.map(([, y]) => y))).toBeLessThanOrEqual(20.01);
});

test("[PAPER-13] an arc whose radius is too short for its ends is stretched", () => {
  const points = pointsOn(outlineOperators("M0 0A5 5 0 0 1 40 0", asTold));
  for (const [x, y] of points) expect(Math.hypot(x - 20, y)).toBeCloseTo(20, 1);
});

test("[PAPER-13] an unreadable outline is an error", () => {
  expect(() => outlineOperators("M1 twoZ", asTold)).toThrow("cannot be printed: M1 twoZ");
});
