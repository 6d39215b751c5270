import { describe, expect, test } from "vitest";
import { homeownerView, replay, type Explanation } from "#expressions/explain.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { buildAmounts, buildBook, buildEntry, buildLine, fieldAt } from "#testing/build-price-book.ts";
import { fraction } from "#units.ts";
import { explainEstimateTotal, explainTotal, type ExplainedTotal } from "./explain-totals.ts";
import { sumLines, workflowTotals } from "./workflow-totals.ts";

const book = buildBook(
  buildEntry(fieldAt(4, "gutterCorners").id, buildAmounts(11, 16, 18.33, 26.67)),
  buildEntry(fieldAt(4, "permit").id, buildAmounts(60, 0, 100, 0)),
);
const context = { workflowId: 4, book };
const lines = priceWorkflow(context, {
  gutterCorners: [buildLine({ quantity: 3 })],
  permit: [buildLine({ id: -4, value: "true" })],
});
const totalsWith = (marginPercent: number) =>
  workflowTotals({
    ...sumLines(lines),
    discountPercent: fraction(0.125),
    marginPercent: fraction(marginPercent),
    fee: 12.34,
    promotion: 20,
  });

const EXPLAINED: readonly ExplainedTotal[] = [
  "itemTotal",
  "discount",
  "total",
  "totalWithPromotion",
  "totalCost",
  "margin",
  "totalWithMargin",
];

describe("how a total came about", () => {
  test.each(EXPLAINED)("[EXPL-01] the chain of %s gives the number again, with and without a margin", (which) => {
    for (const totals of [totalsWith(0), totalsWith(0.15)]) {
      const chain = explainTotal(context, lines, totals, which);
      expect(chain.value).toBe(totals[which]);
      expect(replay(chain)).toBe(totals[which]);
    }
  });

  test("[EXPL-01] the estimate's total is told by its workflows'", () => {
    const given = (value: number): Explanation => ({ operation: "given", label: "Total", value });
    const chain = explainEstimateTotal([given(1_000.1), given(2_000.2)]);
    expect([chain.value, replay(chain)]).toEqual([3_000.3, 3_000.3]);
  });

  test.each(["totalCost", "margin"] as const)(
    "[EXPL-02] the homeowner sees nothing of %s, not even without lines",
    (which) => {
      expect(homeownerView(explainTotal(context, lines, totalsWith(0.15), which))).toBeNull();
      expect(
        homeownerView(explainTotal(context, [], workflowTotals({ ...totalsWith(0), ...sumLines([]) }), which)),
      ).toBeNull();
    },
  );

  test("[EXPL-02] of a total with margin the homeowner sees the number alone; without a margin, how it came about", () => {
    const marked = explainTotal(context, lines, totalsWith(0.15), "totalWithMargin");
    expect(homeownerView(marked)).toEqual({
      operation: "given",
      label: "Total",
      value: totalsWith(0.15).totalWithMargin,
      measure: "money",
    });
    const plain = explainTotal(context, lines, totalsWith(0), "totalWithMargin");
    expect(homeownerView(plain)).toEqual(plain);
  });
});
