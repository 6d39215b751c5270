import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOnStep } from "./is-on-step.ts";
import { nearestOnStep } from "./nearest-on-step.ts";

const SQUARES = { min: 0, max: 1_000, step: 0.333 };

describe("the nearest valid quantities", () => {
  test.each([
    { value: 1.8, bounds: SQUARES, nearest: [1.667, 2] },
    { value: 1.5, bounds: SQUARES, nearest: [1.333, 1.667] },
    { value: 0.1, bounds: SQUARES, nearest: [0, 0.333] },
    { value: 36.125, bounds: { min: 0, max: 300, step: 0.25 }, nearest: [36, 36.25] },
    { value: 0.3, bounds: { min: 0, max: 1, step: 0.2 }, nearest: [0.2, 0.4] },
    { value: 12.5, bounds: { min: 0, max: 9_999, step: 1 }, nearest: [12, 13] },
    { value: 4, bounds: { min: 1, max: 9, step: 2 }, nearest: [3, 5] },
    // 4 steps of 3 are more than 10.
    { value: 9.5, bounds: { min: 0, max: 10, step: 3 }, nearest: [9] },
  ])("[VAL-33] $value from $bounds.min in steps of $bounds.step: $nearest", ({ value, bounds, nearest }) => {
    expect(nearestOnStep(value, bounds)).toEqual(nearest);
  });

  test.each([
    { given: "on its step", value: 1.667, bounds: SQUARES },
    { given: "of two thirds, as some people write them", value: 1.666, bounds: SQUARES },
    { given: "below the minimum", value: 0.5, bounds: { min: 1, max: 9, step: 1 } },
    { given: "above the maximum", value: 9.5, bounds: { min: 1, max: 9, step: 1 } },
    { given: "without a step", value: 0.123, bounds: { min: 0, max: 9, step: 0 } },
  ])("[VAL-33] a quantity $given is left to itself", ({ value, bounds }) => {
    expect(nearestOnStep(value, bounds)).toEqual([]);
  });

  test("[VAL-33] the named ones fit, are less than a step away, and on both sides", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.333, 0.25, 0.5, 0.1, 0.001, 1, 2),
        fc.integer({ min: 0, max: 900_000 }),
        (step, thousandths) => {
          const value = thousandths / 1_000;
          const nearest = nearestOnStep(value, { min: 0, max: 1_000, step });
          if (isOnStep({ value, base: 0, step })) {
            expect(nearest).toEqual([]);
            return;
          }
          const [below = Number.NaN, above = Number.NaN] = nearest;
          expect(below).toBeLessThan(value);
          expect(above).toBeGreaterThan(value);
          // The thirds of .333 and .667 are .334 apart.
          expect(above - below).toBeLessThan(step + 0.002);
          for (const each of nearest) expect(isOnStep({ value: each, base: 0, step })).toBe(true);
        },
      ),
    );
  });
});
