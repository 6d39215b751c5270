import { describe, expect, test } from "vitest";
import { describe as tell, homeownerView, replay } from "#expressions/explain.ts";
import { buildAmounts, buildBook, buildEntry, buildLine, fieldAt } from "#testing/build-price-book.ts";
import { explainCosts, explainGroup, explainPrices } from "./explain-price.ts";
import { priceWorkflow } from "./price-line.ts";

const book = buildBook(
  buildEntry(fieldAt(4, "gutterCorners").id, buildAmounts(11, 16, 18.33, 26.67)),
  buildEntry(fieldAt(4, "permit").id, buildAmounts(60, 0, 100, 0)),
);
const context = { workflowId: 4, book };
const lines = priceWorkflow(context, {
  gutterCorners: [buildLine({ quantity: 3 })],
  permit: [buildLine({ id: -4, value: "true" })],
});

describe("how the sum of several lines came about", () => {
  test.each([
    // 3 x (18.33 + 26.67) + 100
    { of: "prices", chain: explainPrices(context, "Step", lines), sum: 235 },
    // 3 x (11 + 16) + 60
    { of: "costs", chain: explainCosts(context, "Step", lines), sum: 141 },
    { of: "a group's prices", chain: explainGroup(context, "Group", lines, "price"), sum: 235 },
    { of: "a group's costs", chain: explainGroup(context, "Group", lines, "cost"), sum: 141 },
  ])("[EXPL-01] of $of, which is $sum", ({ chain, sum }) => {
    expect([chain.value, replay(chain)]).toEqual([sum, sum]);
  });

  test("[EXPL-01] a group tells its material and its labor apart, each by its lines", () => {
    const chain = explainGroup(context, "Group", lines, "price");
    expect(tell(chain)).toBe(
      "((($18.33 Material price, Corners × 3 PC Corners) + ($100.00 Material price, Permit × 1 Permit)) + " +
        "($26.67 Labor price, Corners × 3 PC Corners)) = $235.00",
    );
  });

  test("[EXPL-02] the homeowner sees prices, and nothing of costs, not even without lines", () => {
    for (const some of [lines, []]) {
      expect(homeownerView(explainCosts(context, "Step", some))).toBeNull();
      expect(homeownerView(explainGroup(context, "Group", some, "cost"))).toBeNull();
    }
    expect(homeownerView(explainGroup(context, "Group", lines, "price"))?.value).toBe(235);
  });
});
