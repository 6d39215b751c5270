import { describe, expect, test } from "vitest";
import { describe as tell, homeownerView, replay, type Explanation } from "#expressions/explain.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { buildAmounts, buildBook, buildEntry, buildLine, fieldAt } from "#testing/build-price-book.ts";
import { fraction } from "#units.ts";
import { splitInProportion } from "./estimate-totals.ts";
import {
  explainCompanyMargin,
  explainEstimateTotal,
  explainFee,
  explainLenderFee,
  explainMonthlyPayment,
  explainPrincipal,
  explainShare,
  explainTotal,
  type ExplainedTotal,
} from "./explain-totals.ts";
import { planPayment } from "./payment.ts";
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
    lenderFee: 0,
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

  test("[EXPL-01] the estimate's total is explained by its workflows'", () => {
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

const money = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });

describe("how what a lender takes, and what is left, came about", () => {
  const given = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });
  const total = given("Total", 21_371.33);

  test("[EXPL-01] [SUM-13] the fee that the company bears: 21,371.33 x 4 % = 854.8532", () => {
    const chain = explainLenderFee(total, fraction(0.04));
    expect([chain.value, replay(chain)]).toEqual([854.85, 854.85]);
    expect(tell(chain)).toBe(
      "$21,371.33 Total × 4 % Fee borne by the company, to three decimals, to the nearest cent = $854.85",
    );
  });

  test("[EXPL-01] [SUM-14] the margin: 21,371.33 - 13,462.43 - 854.85", () => {
    const inputs = { totalWithMargin: total, totalCost: given("Cost", 13_462.43) };
    const chain = explainCompanyMargin(inputs, { feeInPrice: 0, lenderFee: explainLenderFee(total, fraction(0.04)) });
    expect([chain.value, replay(chain)]).toEqual([7_054.05, 7_054.05]);
    expect(explainCompanyMargin(inputs).value).toBe(7_908.9);
  });

  test("[EXPL-02] [SUM-13] homeowners learn nothing of either", () => {
    const lenderFee = explainLenderFee(total, fraction(0.04));
    expect(homeownerView(lenderFee)).toBeNull();
    const inputs = { totalWithMargin: total, totalCost: given("Cost", 1) };
    expect(homeownerView(explainCompanyMargin(inputs))).toBeNull();
    expect(homeownerView(explainCompanyMargin(inputs, { feeInPrice: total, lenderFee }))).toBeNull();
  });
});

describe("how fee and promotion of a workflow came about", () => {
  test("[EXPL-01] [SUM-04] the fee is a percent of the total: 21,371.33 x 4 % = 854.8532", () => {
    const chain = explainFee(money("Total", 21_371.33), fraction(0.04));
    expect(tell(chain)).toBe("$21,371.33 Total × 4 % Lender’s fee, to three decimals, to the nearest cent = $854.85");
    expect(replay(chain)).toBe(854.85);
  });

  test("[EXPL-01] [SUM-04] a share of the promotion is in proportion: 250 x 20,000 / 30,000 = 166.67", () => {
    const totals = [money("Roofing", 20_000), money("Siding", 10_000)];
    const chain = explainShare(money("Promotion", 250), totals, 0);
    expect(tell(chain)).toBe(
      "($250.00 Promotion × $20,000.00 Roofing) ÷ ($20,000.00 Roofing + $10,000.00 Siding), to the nearest cent = $166.67",
    );
    expect(replay(chain)).toBe(166.67);
  });

  test("[EXPL-01] [SUM-04] the line that takes what rounding leaves over says so: 100 / 3 = 33.33, and 0.01 of 100 - 3 x 33.33", () => {
    const totals = ["Roofing", "Siding", "Gutters"].map((label) => money(label, 500));
    const chains = totals.map((_, index) => explainShare(money("Promotion", 100), totals, index));
    expect(chains.map(replay)).toEqual([33.34, 33.33, 33.33]);
    expect(chains.map((chain) => tell(chain).includes("$0.01 Left over by rounding"))).toEqual([true, false, false]);
  });

  test.each([
    { given: "totals that add up to nothing", promotion: 25.01, weights: [0, 0] },
    { given: "a total below 0, which counts as nothing", promotion: 30, weights: [-100, 200, 400] },
    { given: "one workflow", promotion: 12.34, weights: [99.99] },
  ])("[EXPL-01] [SUM-04] $given: each chain is its share", ({ promotion, weights }) => {
    const totals = weights.map((weight) => money("Total", weight));
    const chains = totals.map((_, index) => explainShare(money("Promotion", promotion), totals, index));
    const shares = splitInProportion(promotion, weights);
    expect(chains.map(({ value }) => value)).toEqual(shares);
    expect(chains.map(replay)).toEqual(shares);
  });
});

describe("how a payment came about", () => {
  const total = money("Total", 10_000);

  test("[EXPL-01] [SUM-10] the remaining payment: 10,000 - 1,000; never below 0", () => {
    expect(replay(explainPrincipal({ total, downpayment: 1_000 }))).toBe(9_000);
    expect(replay(explainPrincipal({ total, downpayment: 12_000 }))).toBe(0);
  });

  test.each([
    // 1.01^2 = 1.0201; (1 - 1 / 1.0201) / 0.01 = 1.97039506; 9,000 / 1.97039506 = 4,567.6119
    { given: "9,000 over 2 months at 12 %", downpayment: 1_000, term: { months: 2, ratePercent: 12 }, month: 4_567.61 },
    { given: "10,000 / 36", downpayment: 0, term: { months: 36, ratePercent: 0 }, month: 277.78 },
    { given: "no months", downpayment: 0, term: { months: 0, ratePercent: 6 }, month: 0 },
  ])("[EXPL-01] [SUM-10] the month of $given: $month", ({ downpayment, term, month }) => {
    const chain = explainMonthlyPayment({ total, downpayment, term });
    expect([chain.value, replay(chain)]).toEqual([month, month]);
    expect(planPayment({ total: total.value, downpayment, term }).monthlyPayment).toBe(month);
    expect(homeownerView(chain)).toEqual(chain);
  });

  test("[EXPL-02] of a total with margin the homeowner's month tells the total alone", () => {
    const marked = explainTotal(context, lines, totalsWith(0.15), "totalWithMargin");
    const chain = explainMonthlyPayment({ total: marked, downpayment: 0, term: { months: 12, ratePercent: 6 } });
    const seen = homeownerView(chain);
    expect(seen?.value).toBe(chain.value);
    expect(JSON.stringify(seen)).not.toMatch(/margin|cost/i);
  });
});
