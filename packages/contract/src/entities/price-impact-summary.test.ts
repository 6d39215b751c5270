import { describe, expect, test } from "vitest";
import type { EstimateImpact } from "./price-impact.ts";
import { findMarginFalls, summarizeImpact } from "./price-impact-summary.ts";

const impact = (id: number, parts: Partial<EstimateImpact> = {}): EstimateImpact =>
  ({
    id,
    leadId: 1,
    name: `Estimate ${String(id)}`,
    customer: "Whitfield",
    priceBookVersion: 3,
    lostCount: 0,
    oldTotal: 1000,
    newTotal: 1000,
    oldMargin: 400,
    newMargin: 400,
    ...parts,
  }) as EstimateImpact;

describe("[PRI-03] the sum of a change of prices", () => {
  test("counts and sums what rises and falls apart, and leaves out what stays the same", () => {
    const summary = summarizeImpact(
      [
        impact(1, { newTotal: 1100.1 }),
        impact(2),
        impact(3, { newTotal: 900.05, priceBookVersion: 2 }),
        impact(4, { newTotal: 1000.2, lostCount: 2 }),
      ],
      { startedFrom: 3 },
    );
    // 100.10 + 0.20 up, 99.95 down.
    expect(summary).toMatchObject({
      pricedCount: 4,
      outdatedCount: 1,
      changedCount: 3,
      raisedCount: 2,
      raisedBy: 100.3,
      loweredCount: 1,
      loweredBy: -99.95,
      sum: 0.35,
      losingCount: 1,
    });
  });

  test("names the five largest changes, up or down, and of equal ones the older estimate first", () => {
    const totals = [1010, 700, 1200, 1200, 1000, 1050, 1001];
    const { largest } = summarizeImpact(
      totals.map((newTotal, index) => impact(index + 1, { newTotal })),
      { startedFrom: 3 },
    );
    expect(largest.map(({ id }) => id)).toEqual([2, 3, 4, 6, 1]);
  });
});

describe("[PRI-04] which estimates fall below a margin", () => {
  test("names those that the new prices take below it, the lowest first, and counts the others apart", () => {
    const { falls, alreadyBelow } = findMarginFalls(
      [
        // 40 % stays 40 %.
        impact(1),
        // 40 % becomes 300 / 1,000 = 30 %.
        impact(2, { newMargin: 300 }),
        // 40 % becomes 200 / 1,000 = 20 %.
        impact(3, { newMargin: 200 }),
        // 30 % before, 25 % after: below 35 % already.
        impact(4, { oldMargin: 300, newMargin: 250 }),
      ],
      0.35,
    );
    expect(falls.map(({ estimate, before, after }) => [estimate.id, before, after])).toEqual([
      [3, 0.4, 0.2],
      [2, 0.4, 0.3],
    ]);
    expect(alreadyBelow).toBe(1);
  });

  test("a margin that is just kept is not below, and an estimate without a total has none", () => {
    const { falls, alreadyBelow } = findMarginFalls(
      [impact(1, { newMargin: 350 }), impact(2, { oldTotal: 0, newTotal: 0, oldMargin: 0, newMargin: 0 })],
      0.35,
    );
    expect({ falls, alreadyBelow }).toEqual({ falls: [], alreadyBelow: 0 });
  });
});
