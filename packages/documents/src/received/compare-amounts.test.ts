import { DEFAULT_SETTINGS, paymentOffers, type DocumentId, type Settings } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { buildDocument } from "#build-document.ts";
import { basisOf, documentDataOf } from "#document-data.ts";
import { initialChoices } from "#initial-choices.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { compareAmounts } from "#received/compare-amounts.ts";
import { sampleBook, sampleEstimate, sampleSource } from "#testing/sample-source.ts";

const estimate = sampleEstimate(
  ["roofing-colonial", "gutters-cape"],
  { promotion: 250, downpayment: 1_000 },
  { discountPercent: 0.05, marginPercent: 0.1 },
);
const source = sampleSource(estimate);

function paperOf(from: DocumentSource, kind: "contract" | "changeOrder", changes: { settings?: Settings } = {}) {
  const choices = initialChoices(from, kind);
  const model = buildDocument(from, choices);
  const basis = basisOf(from.estimate);
  const createdTime = from.now.toISOString();
  const data = documentDataOf({ model, choices, basis });
  const settings = changes.settings ?? from.settings;
  return { model, choices, basis, data, book: sampleBook, settings, changed: from.changed, createdTime };
}
const contract = paperOf(source, "contract");
const changed: NonNullable<DocumentSource["changed"]> = {
  contract: { id: 1 as DocumentId, data: contract.data, createdTime: contract.createdTime },
  changeOrders: [],
};
const smaller = sampleEstimate(["gutters-cape"], { promotion: 50 });
const changeOrder = paperOf(sampleSource(smaller, { changed }), "changeOrder");

const forged = (paper: typeof contract, change: (text: string) => string) => ({
  ...paper,
  model: JSON.parse(change(JSON.stringify(paper.model))) as DocumentModel,
});
const money = (dollars: number): string => dollars.toLocaleString("en-US", { minimumFractionDigits: 2 });
const total = contract.model.total ?? 0;

describe("a contract", () => {
  test("[SIGN-06] whose amounts are those of its estimate is accepted without a finding", () => {
    expect(compareAmounts(contract)).toEqual({ differences: [], otherWords: [] });
  });

  test.each([
    {
      what: "shows discounts and promotions otherwise",
      change: { showDiscountsOnContract: false, showPromotionsOnContract: true },
    },
    {
      what: "offers other ways to pay",
      change: { cashCheckDiscount: 7, contractCashDiscountPercent: 9, showPaymentOptionsOnContract: true },
    },
    {
      what: "has another name and other terms",
      change: { companyName: "South Gable", contractLegalText: "<p>Other terms.</p>" },
    },
  ])("[SIGN-07] is taken, with a finding, where the office now $what", ({ change }) => {
    const settings: Settings = { ...source.settings, ...change };
    const { differences, otherWords } = compareAmounts(paperOf(source, "contract", { settings }));
    expect(differences).toEqual([]);
    expect(otherWords.length).toBeGreaterThan(0);
  });

  describe("whose paper has four ways to pay", () => {
    const sold: Partial<Settings> = {
      showPaymentOptionsOnContract: true,
      cashCheckDiscount: 3,
      contractFinancingApr: 9.9,
      zeroInterest: { a: { label: "12 months same as cash", months: 12, ratePercent: 0, feePercent: 4 } },
      reducedRate: { b: { label: "Reduced rate", months: 60, ratePercent: 5.9, feePercent: 2 } },
    };
    const offers = paymentOffers({ ...source.settings, ...sold });
    const changes: readonly { what: string; change: Partial<Settings> }[] = [
      { what: "another discount for cash", change: { cashCheckDiscount: 5 } },
      { what: "another printed discount for cash", change: { contractCashDiscountPercent: 9 } },
      { what: "another rate of financing", change: { contractFinancingApr: 8.9 } },
      {
        what: "another rate of a plan",
        change: { reducedRate: { b: { label: "Reduced rate", months: 60, ratePercent: 6.9, feePercent: 2 } } },
      },
      { what: "a plan less", change: { reducedRate: {} } },
      { what: "no way but the chosen one shown", change: { showPaymentOptionsOnContract: false } },
    ];
    const cases = offers.flatMap((offer) => changes.map((each) => ({ ...each, offer, chosen: offer.label })));

    test("[SIGN-07] cash, and three loans", () =>
      expect(offers.map(({ term }) => term.months > 0)).toEqual([false, true, true, true]));

    test.each(cases)("[SIGN-07] with $chosen chosen is taken where the office now has $what", ({ offer, change }) => {
      const { paymentOption, term } = offer;
      const estimate = sampleEstimate(["roofing-colonial", "gutters-cape"], {
        promotion: 250,
        downpayment: 1_000,
        paymentOption,
        term,
      });
      const then = sampleSource(estimate, { settings: sold });
      const settings: Settings = { ...then.settings, ...change };
      expect(compareAmounts(paperOf(then, "contract", { settings })).differences).toEqual([]);
    });

    test("[SIGN-06] with other payments of the chosen loan is rejected, also for a loan with custom words", () => {
      const loan = offers.find(({ term }) => term.months > 0 && term.ratePercent > 0);
      if (!loan) throw new Error("Nothing is financed.");
      const { paymentOption, term } = loan;
      const estimate = sampleEstimate(["roofing-colonial"], { paymentOption, term });
      const paper = paperOf(sampleSource(estimate, { settings: sold }), "contract");
      const forged = (from: RegExp, to: string) => ({
        ...paper,
        model: JSON.parse(JSON.stringify(paper.model).replace(from, to)) as typeof paper.model,
      });
      const chosen = `${loan.label}, [\\d,]+ months: amount financed \\S+, finance charge \\S+,`;
      const payments = new RegExp(`(${chosen} total of payments )\\S+?(?=[,.] |\\.")`);
      expect(compareAmounts(forged(payments, "$1$$99,999.00")).differences.join()).toContain("$99,999.00");
      const charge = new RegExp(`(${loan.label}, [\\d,]+ months: amount financed \\S+, finance charge )\\S+?,(?= )`);
      expect(compareAmounts(forged(charge, "$1$$1.00,")).differences.join()).toContain("$1.00");
      const added = /Financing is subject to credit approval\./;
      expect(compareAmounts(forged(added, "In truth $99,999.00.")).differences.join()).toContain("$99,999.00");
    });
  });

  test("[SIGN-06] that says another price is refused with both", () => {
    expect(compareAmounts({ ...contract, model: { ...contract.model, total: 12_000 } }).differences).toEqual([
      `The price says $12,000.00; the estimate comes to $${money(total)}.`,
    ]);
  });

  test("[SIGN-06] that says another amount in the table, the figures, the summary or the consent is refused with it", () => {
    const price = JSON.stringify(contract.model.sections.find(({ id }) => id === "price"));
    for (const [part, text] of [
      [price, price.replaceAll(money(total), "99,999.00")],
      [
        JSON.stringify(contract.model.keyFigures),
        JSON.stringify(contract.model.keyFigures).replaceAll(money(total), "99,999.00"),
      ],
      [
        JSON.stringify(contract.model.closing),
        JSON.stringify(contract.model.closing).replaceAll(money(total), "99,999.00"),
      ],
    ] as const) {
      const paper = forged(contract, (model) => model.replace(part, () => text));
      expect(compareAmounts(paper).differences.join(" ")).toContain("$99,999.00");
    }
    const { sections } = contract.model;
    const without = { ...contract.model, sections: sections.filter(({ id }) => id !== "price") };
    expect(compareAmounts({ ...contract, model: without }).differences).toEqual(["The paper does not say its price."]);
  });

  test("[SIGN-06] whose estimate sums up to something else than its own lines is refused", () => {
    const [key = ""] = Object.keys(contract.basis.workflowSummaries);
    const summary = contract.basis.workflowSummaries[key];
    if (!summary) throw new Error("The sample has no summary.");
    const basis = {
      ...contract.basis,
      workflowSummaries: { ...contract.basis.workflowSummaries, [key]: { ...summary, totalWithMargin: 1 } },
    };
    expect(compareAmounts({ ...contract, basis }).differences).toEqual([
      `Roofing: the paper was made from $1.00; its lines come to $${money(summary.totalWithMargin)}.`,
    ]);
  });
});

describe("a change order", () => {
  test("[SIGN-06] whose amounts are those of its estimate is accepted", () => {
    expect(compareAmounts(changeOrder).differences).toEqual([]);
    expect(compareAmounts({ ...changeOrder, changed: undefined }).differences).toEqual([]);
    expect(
      compareAmounts({ ...changeOrder, settings: { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false } }).differences,
    ).toEqual([]);
  });

  test("[SIGN-06] that says another amount now, another difference or another value is refused", () => {
    const { total: change, runningTotal } = changeOrder.model;
    for (const model of [
      { ...changeOrder.model, total: (change ?? 0) + 100 },
      { ...changeOrder.model, runningTotal: (runningTotal ?? 0) + 100 },
      { ...changeOrder.model, sections: [] },
    ])
      expect(compareAmounts({ ...changeOrder, model }).differences.length).toBeGreaterThan(0);
    const now =
      changeOrder.basis.workflowSummaries["5"]?.totalWithMargin ??
      Object.values(changeOrder.basis.workflowSummaries)[0]?.totalWithMargin ??
      0;
    const paper = forged(changeOrder, (text) => text.replaceAll(`"${money(now)}"`, '"1.00"'));
    expect(compareAmounts(paper).differences.join(" ")).toContain("$1.00");
  });
});
