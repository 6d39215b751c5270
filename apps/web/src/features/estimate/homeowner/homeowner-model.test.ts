import { readFileSync } from "node:fs";
import path from "node:path";
import {
  sectionRecord,
  workflowRecord,
  calculateEstimate,
  DEFAULT_SETTINGS,
  NO_TERM,
  type Settings,
} from "@ridgebook/contract";
import {
  fieldByKey,
  indexPriceBook,
  priceFile,
  priceWorkflow,
  fromItems,
  SECTIONS,
  WORKFLOWS,
  type PriceBookEntry,
  type PricedLine,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { homeownerModel, type HomeownerModel } from "#features/estimate/homeowner/homeowner-model.ts";
import { colorsOf } from "#features/estimate/homeowner/offered-colors.ts";
import type { OpenEstimate } from "#features/estimate/open-estimate.tsx";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";

const book = indexPriceBook(starterPriceBook);
const HOUSES = path.join(import.meta.dirname, "../../../../../../packages/estimating/houses");

const optionId = (workflowId: number, key: string, name: string): string => {
  const field = fieldByKey(workflowId, key);
  return (field && book.entryOf(field).entry.options.find(({ value }) => value === name)?.id) ?? "";
};

const NOTE = "Ask 500 more, they are in a hurry";

/** The items of a sample house, with a note for the crew. */
function itemsOf(house: string): LocalEstimate["items"] {
  const file: unknown = JSON.parse(readFileSync(path.join(HOUSES, `${house}.json`), "utf8"));
  const items = priceFile(file, book).priced?.workflows.flatMap((workflow) => workflow.items) ?? [];
  const workflowId = Number(items[0]?.fieldId.split(".")[0]);
  const notes = fieldByKey(workflowId, "notes")?.id;
  const first = items[0];
  const note = first && notes && { ...first, id: 999_999, parentItemId: null, fieldId: notes, value: NOTE };
  const noted = note
    ? [...items, { ...note, quantity: 1, materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 }]
    : items;
  return noted as unknown as LocalEstimate["items"];
}

function estimateOf(
  houses: Readonly<Record<number, string>>,
  parts: Partial<LocalEstimate> = {},
  decided: { discountPercent?: number; marginPercent?: number } = {},
): LocalEstimate {
  const workflowIds = Object.keys(houses).map(Number) as LocalEstimate["workflowIds"];
  const summaries = workflowIds.map((workflowId) => [
    String(workflowId),
    {
      workflowId,
      workflowEstimateId: 1,
      discountPercent: 0,
      marginPercent: 0,
      ...decided,
      discountableItemTotal: 0,
      nonDiscountableItemTotal: 0,
      totalCost: 0,
      fee: 0,
      promotion: 0,
      totalWithMargin: 0,
      lastCompleteSectionId: null,
      optionalSectionIds: [],
    },
  ]);
  const estimate = {
    id: 1,
    leadId: 1,
    name: "Roof",
    workflowIds,
    duplicateWorkflows: [],
    comparisons: [],
    items: Object.values(houses).flatMap(itemsOf),
    workflowSummaries: Object.fromEntries(summaries) as object,
    paymentOption: 0,
    promotion: 0,
    downpayment: 0,
    term: NO_TERM,
    priceBookVersion: 1,
    ...parts,
  } as unknown as LocalEstimate;
  return { ...estimate, ...calculateEstimate(estimate) };
}

const compared = (workflowId: number, key: string, names: readonly string[]): LocalEstimate["comparisons"] =>
  names.map((name) => ({
    workflowId,
    workflowEstimateId: 1,
    fieldOptionId: optionId(workflowId, key, name),
    items: [],
  })) as unknown as LocalEstimate["comparisons"];

const SHINGLES = ["Good: three-tab", "Better: architectural", "Best: designer"];

const workflows = WORKFLOWS.map(({ id, name }) => ({
  id,
  ...workflowRecord.empty,
  title: name,
  sections: SECTIONS.filter(({ workflowId }) => workflowId === id).map((section) => ({
    ...sectionRecord.empty,
    ...section,
    title: section.name,
  })),
})) as unknown as OpenEstimate["workflows"];

const model = (estimate: LocalEstimate, settings: Partial<Settings> = {}, show?: string): HomeownerModel =>
  homeownerModel({
    estimate,
    book,
    workflows,
    lead: undefined,
    settings: {
      ...DEFAULT_SETTINGS,
      companyName: "North Gable",
      smtpPasswordIsSet: false,
      showPaymentOptions: true,
      ...settings,
    },
    show,
  });

const OTHER_CAPS = "High-profile cap, 20 ft bundle";
const LABELS = { contractPackageLabel1: "Good", contractPackageLabel2: "Better", contractPackageLabel3: "Best" };

const flat = (lines: readonly PricedLine[]): readonly PricedLine[] =>
  lines.flatMap((line) => [line, ...flat(line.children)]);

/** Every way in which an amount may be written, where it is long enough to be no other number by chance. */
const writings = (amount: number): readonly string[] =>
  amount < 1_000
    ? []
    : [
        amount.toFixed(2),
        String(amount),
        amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        amount.toLocaleString("en-US", { maximumFractionDigits: 0 }),
      ];

describe("the homeowner's view", () => {
  const roof = estimateOf(
    { 1: "roofing-colonial" },
    { comparisons: compared(1, "package", SHINGLES), promotion: 250 },
    { discountPercent: 0.05, marginPercent: 0.08 },
  );

  test.each([
    { house: "roofing-colonial", workflowId: 1 },
    { house: "siding-colonial", workflowId: 2 },
    { house: "windows-victorian", workflowId: 3 },
    { house: "gutters-colonial", workflowId: 4 },
    { house: "insulation-cape", workflowId: 6 },
    { house: "trim-cape", workflowId: 7 },
    { house: "repairs-valley", workflowId: 5 },
  ])("[HOME-01] contains no cost, margin or note of $house", ({ house, workflowId }) => {
    const comparisons = workflowId === 1 ? compared(1, "package", SHINGLES) : compared(workflowId, "none", []);
    const decided = { discountPercent: 0.05, marginPercent: 0.08 };
    const estimate = estimateOf({ [workflowId]: house }, { comparisons, promotion: 250 }, decided);
    const shown = JSON.stringify(
      model(estimate, { ...LABELS, contractFinancingApr: 9.99, showPromotionsOnContract: true }),
    );
    const { totals } = estimate;
    const lines = flat(priceWorkflow({ workflowId, book }, fromItems({ workflowId, items: estimate.items })));
    const secrets = [
      ...totals.workflows.flatMap((each) => [
        each.totalCost,
        each.margin,
        each.total,
        each.totalWithPromotion,
        each.itemTotal,
        each.discount,
      ]),
      totals.totalCost,
      totals.margin,
      ...lines.flatMap((line) => [line.totals.totalCost, line.totals.materialCost, line.totals.laborCost]),
    ];
    expect(secrets.flatMap(writings).filter((text) => shown.includes(text))).toEqual([]);
    expect(shown).not.toContain(NOTE);
    // No id of the price book: "1.250.2"
    expect(shown.replace(/data:image[^"]*/g, "")).not.toMatch(/"\d+\.\d+(?:\.\d+)?"/);
    expect(shown).not.toMatch(/margin|mark-?up|\bcosts?\b/i);
  });

  test("[HOME-01] [SUM-13] is the same whether or not the company bears a lender's fee", () => {
    const shown = (lenderFeePercent: number) => {
      const term = { months: 12, ratePercent: 0, feePercent: 0, lenderFeePercent, offerId: "year" };
      const paid = { paymentOption: 3, term, comparisons: compared(1, "package", SHINGLES) };
      return model(estimateOf({ 1: "roofing-colonial" }, paid, { discountPercent: 0.05 }), LABELS);
    };
    expect(shown(4)).toEqual(shown(0));
    expect(JSON.stringify(shown(4))).not.toMatch(/lender/i);
  });

  test("[HOME-01] shows the estimate's total to the cent", () => {
    // (22 437.36 - 1 066.035 = 21 371.33; - 250 = 21 121.33) x 1.08 = 22 811.0364
    expect(model(roof).total).toBe("$22,811.04");
  });

  test("[HOME-01] shows the packages side by side with the price of the whole work, the chosen one's included", () => {
    const [work] = model(roof, LABELS).works;
    expect(work?.packages.map(({ label, name, isChosen }) => [label, name, isChosen])).toEqual([
      ["Good", "Three-tab", false],
      ["Better", "Architectural", true],
      ["Best", "Designer", false],
    ]);
    // (20 744.33 - 250) x 1.08 = 22 133.8764; (26 108.73 - 250) x 1.08 = 27 927.4284
    expect(work?.packages.map(({ price }) => price)).toEqual(["$22,134", "$22,811", "$27,927"]);
    expect(work?.total).toBe("$22,811");
    expect(model(roof, LABELS).title).toBe("Three ways to roof your home");
  });

  /** The same roof, for which the designer shingle was given other caps than the house has. */
  function withOtherCaps(): LocalEstimate {
    const [good, better, best] = compared(1, "package", SHINGLES);
    if (!good || !better || !best) throw new Error("There are no packages.");
    const fieldId = (key: string): string => fieldByKey(1, key)?.id ?? "";
    const decided = ["package", "shingleColor", "roofingInstallation", "underlayment", "starters", "hipRidge"].map(
      fieldId,
    );
    const own = { package: best.fieldOptionId, hipRidge: optionId(1, "hipRidge", OTHER_CAPS) };
    const choiceOf = new Map(Object.entries(own).map(([key, choice]) => [fieldId(key), choice]));
    const items = roof.items
      .filter((item) => decided.includes(item.fieldId))
      .map((item) => ({ ...item, fieldOptionId: choiceOf.get(item.fieldId) ?? item.fieldOptionId }));
    return { ...roof, comparisons: [good, better, { ...best, items }] as LocalEstimate["comparisons"] };
  }

  test("[HOME-03] [PKG-13] shows what all packages share once, and differences with each package", () => {
    const [work] = model(withOtherCaps(), LABELS).works;
    const sentences = work?.scope.flatMap((group) => group.sentences) ?? [];
    // 22 squares of roof less 2.333 of membrane are 1,966.7 sq ft; rolls and bundles are no count for a homeowner.
    expect(sentences).toEqual(
      expect.arrayContaining([
        "Roofing installation: Asphalt shingles, 4 nails (1,967 square feet)",
        "Underlayment: Synthetic, 10 SQ roll",
        "Starters: Starter strip, 105 ft bundle",
      ]),
    );
    expect(sentences.filter((sentence) => /^(Shingle type|Hip and ridge)/.test(sentence))).toEqual([]);
    expect(work?.packages.map(({ rows }) => rows)).toEqual([
      [{ label: "Hip and ridge", text: "Standard cap, 25 ft bundle" }],
      [{ label: "Hip and ridge", text: "Standard cap, 25 ft bundle" }],
      [{ label: "Hip and ridge", text: OTHER_CAPS }],
    ]);
  });

  test("[HOME-03] leaves out nothing that every package has, compared or not", () => {
    const alone = estimateOf({ 1: "roofing-colonial" });
    const told = (estimate: LocalEstimate): readonly string[] => {
      const [work] = model(estimate, LABELS).works;
      const chosen = work?.packages.find(({ isChosen }) => isChosen)?.rows ?? [];
      const scope = work?.scope.flatMap(({ sentences }) => sentences) ?? [];
      return [...scope, ...chosen.map(({ label, text }) => `${label}: ${text}`)].map(
        (text) => text.split(":")[0] ?? "",
      );
    };
    // The package itself is the name of its card.
    const withoutComparison = told(alone).filter((label) => label !== "Shingle type");
    expect(withoutComparison.filter((label) => !told(roof).includes(label))).toEqual([]);
  });

  test("[HOME-05] offers the colors that have pictures in the price book, and marks the chosen one", () => {
    const [colors] = model(roof).works[0]?.colors ?? [];
    expect(colors?.label).toBe("Shingle color");
    expect(colors?.choices.length).toBeGreaterThan(1);
    expect(colors?.choices.every(({ imageUrl }) => imageUrl !== "")).toBe(true);
    const chosen = colors?.choices.filter(({ isChosen }) => isChosen).map(({ name }) => name);
    expect(chosen).toEqual([colors?.chosen]);
    expect(model(estimateOf({ 4: "gutters-colonial" })).works[0]?.colors).toEqual([]);
  });

  test.each([
    {
      which: "without a picture",
      change: (entry: PriceBookEntry, chosenId: string): PriceBookEntry => ({
        ...entry,
        options: entry.options.map(({ imageUrl, ...option }) =>
          option.id === chosenId || imageUrl === undefined ? option : { ...option, imageUrl },
        ),
      }),
    },
    {
      which: "of another product",
      change: (entry: PriceBookEntry, chosenId: string): PriceBookEntry => ({
        ...entry,
        validOptions: Object.fromEntries(
          Object.entries(entry.validOptions).map(([parent, ids]) => [parent, ids.filter((id) => id !== chosenId)]),
        ),
      }),
    },
  ])("[HOME-05] names a chosen color $which that cannot be picked there", ({ change }) => {
    const fieldId = fieldByKey(1, "shingleColor")?.id;
    const chosenId = roof.items.find((item) => item.fieldId === fieldId)?.fieldOptionId ?? "";
    const entries = starterPriceBook.entries.map((entry) => (entry.id === fieldId ? change(entry, chosenId) : entry));
    const [before] = model(roof).works[0]?.colors ?? [];
    const [colors] = colorsOf(
      { estimate: roof, book: indexPriceBook({ ...starterPriceBook, entries }) },
      { workflowId: 1, workflowEstimateId: 1 },
    );
    expect(before?.chosen).toMatch(/\S/);
    expect(colors?.chosen).toBe(before?.chosen);
    expect(colors?.choices.map(({ name }) => name)).toEqual(
      before?.choices.map(({ name }) => name).filter((name) => name !== before.chosen),
    );
    expect(colors?.choices.some(({ isChosen }) => isChosen)).toBe(false);
  });

  test("[HOME-05][PRI-06] offers a retired color only if it is chosen", () => {
    const fieldId = fieldByKey(1, "shingleColor")?.id;
    const [before] = model(roof).works[0]?.colors ?? [];
    const retire = (isRetired: (name: string) => boolean): readonly string[] => {
      const entries = starterPriceBook.entries.map((entry) =>
        entry.id === fieldId
          ? {
              ...entry,
              options: entry.options.map((option) =>
                isRetired(option.value) ? { ...option, retired: true as const } : option,
              ),
            }
          : entry,
      );
      const [colors] = colorsOf(
        { estimate: roof, book: indexPriceBook({ ...starterPriceBook, entries }) },
        { workflowId: 1, workflowEstimateId: 1 },
      );
      return colors?.choices.map(({ name }) => name) ?? [];
    };
    const names = before?.choices.map(({ name }) => name) ?? [];
    const [other] = names.filter((name) => name !== before?.chosen);
    expect(retire((name) => name === other)).toEqual(names.filter((name) => name !== other));
    expect(retire((name) => name === before?.chosen)).toEqual(names);
  });

  test("[HOME-05] names no color while none is chosen", () => {
    const fieldId = fieldByKey(1, "shingleColor")?.id;
    const items = roof.items.filter((item) => item.fieldId !== fieldId);
    expect(model({ ...roof, items }).works[0]?.colors[0]?.chosen).toBeNull();
  });

  test("[HOME-01] [HOME-05] shows a monthly payment only with a loan", () => {
    const months = (settings: Partial<Settings>) => model(roof, settings).works[0]?.packages.map(({ month }) => month);
    expect(months({})).toEqual([null, null, null]);
    // [HOME-05] Where the company offers no ways to pay on estimates, the homeowner sees none.
    expect(months({ contractFinancingApr: 9.99, showPaymentOptions: false })).toEqual([null, null, null]);
    expect(months({ contractFinancingApr: 9.99 })?.every((month) => /^\$\d+\.\d\d a month$/.test(month ?? ""))).toBe(
      true,
    );
  });

  test("[HOME-01] states a discount as a percentage, and only if contracts show discounts", () => {
    const discountOf = (settings: Partial<Settings>) => model(roof, settings).works[0]?.discount;
    expect(discountOf({ showDiscountsOnContract: true })).toBe("Your discount of 5 % is taken off already.");
    expect(discountOf({ showDiscountsOnContract: false })).toBeNull();
  });

  test("[HOME-01] shows a promotion only if contracts show promotions", () => {
    expect(model(roof, { showPromotionsOnContract: true }).promotion).toBe("A promotion of $250 is taken off already.");
    expect(model(roof).promotion).toBeNull();
  });

  test("[HOME-01] describes the work in the price book's words, and measurements as sentences", () => {
    const [work] = model(roof).works;
    const sentences = work?.scope.flatMap((group) => group.sentences) ?? [];
    expect(sentences).toContain("Tear-off: 1 layer, Up to 6/12, Architectural asphalt (2,000 square feet)");
    expect(sentences).toContain("Roofing permit");
    expect(sentences.filter((sentence) => /caulk|fastener|story|delivery|deciding/i.test(sentence))).toEqual([]);
    expect(work?.measured).toMatchObject([{ sentence: "Your roof measures 2,000 square feet." }]);
  });

  test.each([
    {
      given: "with nothing to round",
      area: 2000,
      // 2,000 x 1.10 / 100 = 22
      text: "Total roof area is 2,000 square feet. With 10 % for cuts and edges, that makes 2,200 square feet.",
    },
    {
      given: "rounded",
      area: 2450,
      // 2,450 x 1.10 / 100 = 26.95, and the nearest third of a square is 27
      text: "Total roof area is 2,450 square feet. With 10 % for cuts and edges, that makes 2,695, rounded up to 2,700 square feet.",
    },
    {
      given: "rounded to less",
      area: 2430,
      // 2,430 x 1.10 / 100 = 26.73, and the nearest third of a square is 26.667
      text: "Total roof area is 2,430 square feet. With 10 % for cuts and edges, that makes 2,673, rounded to 2,667 square feet.",
    },
  ])("[HOME-01] [EXPL-04] describes the roof's material, $given", ({ area, text }) => {
    const areaField = fieldByKey(1, "totalRoofArea")?.id;
    const items = roof.items.map((item) => (item.fieldId === areaField ? { ...item, quantity: area } : item));
    expect(model({ ...roof, items }).works[0]?.measured.map(({ material }) => material)).toEqual([text]);
  });

  test("[HOME-01] shows windows with their drawing, room and size", () => {
    const [work] = model(estimateOf({ 3: "windows-victorian" })).works;
    expect(work?.windows.length).toBeGreaterThan(0);
    expect(work?.windows.every(({ texts, sentence }) => (texts.width ?? 0) > 0 && sentence !== "")).toBe(true);
  });

  test("[PKG-12] rounds several works to whole dollars only if the sums still match", () => {
    const both = model(estimateOf({ 1: "roofing-colonial", 4: "gutters-colonial" }));
    expect(both.works).toHaveLength(2);
    const dollars = (text: string): number => Number(text.replace(/[$,]/g, ""));
    const sum = both.works.reduce((added, { total }) => added + dollars(total), 0);
    const shown = both.works.some(({ total }) => total.includes("."))
      ? dollars(both.total)
      : Math.round(dollars(both.total));
    expect(sum).toBeCloseTo(shown, 2);
  });

  test("[HOME-01] shows a single workflow with its own total and no payment", () => {
    const estimate = estimateOf({ 1: "roofing-colonial", 4: "gutters-colonial" });
    const one = model(estimate, {}, "4");
    expect(one.works).toHaveLength(1);
    expect(one.totalLabel).toMatch(/^Total for /);
    const gutters = estimate.totals.workflows[1]?.totalWithMargin ?? 0;
    expect(one.total).toBe(gutters.toLocaleString("en-US", { style: "currency", currency: "USD" }));
    expect(one.payment).toBeNull();
  });

  test("[HOME-01] states the payment as a sentence", () => {
    const term = { months: 120, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "financing" };
    const paid = estimateOf(
      { 1: "roofing-colonial" },
      { paymentOption: 2, term, downpayment: 371.33 },
      { discountPercent: 0.05 },
    );
    // 21 371.33 - 371.33 = 21 000 / 120
    expect(model(paid).payment).toBe(
      "120 payments of $175.00 a month at 0 %, 0 % APR, after a down payment of $371.33, subject to credit approval. Amount financed $21,000.00, finance charge $0.00, total of payments $21,000.00.",
    );
    expect(model(roof).payment).toBeNull();
  });

  test("[FIN-09] states the cost of a loan compared with paying at once", () => {
    const term = { months: 12, ratePercent: 0, feePercent: 4, lenderFeePercent: 0, offerId: "year" };
    const paid = estimateOf({ 1: "roofing-colonial" }, { paymentOption: 3, term }, { discountPercent: 0.05 });
    // 21,371.33 and 4 % (854.85) are 22,226.18; in cash 21,371.33 less 2 % (427.43) is 20,943.90, 1,282.28 less.
    // 22,226.18 / 12 = 1,852.18, which leaves 1,852.20 at the end.
    expect(model(paid, { cashCheckDiscount: 2 }).payment).toMatch(
      /^12 payments of \$1,852\.18 a month at 0 %, 11\.12 % APR, subject to credit approval\. Amount financed \$20,943\.90, finance charge \$1,282\.28, total of payments \$22,226\.18, the last of them \$1,852\.20\.$/,
    );
  });

  test("[HOME-01] handles an empty estimate", () => {
    expect(model(estimateOf({}))).toMatchObject({ works: [], total: "$0.00", title: "Your estimate" });
  });

  test("[HOME-01] leaves out work with nothing but a note", () => {
    const roof = estimateOf({ 1: "roofing-colonial" });
    const notes = fieldByKey(4, "notes")?.id;
    const note = roof.items.find(({ value }) => value === NOTE);
    if (!notes || !note) throw new Error("There is no note.");
    const items = [...roof.items, { ...note, id: 999_998, fieldId: notes }] as LocalEstimate["items"];
    const begun = model({ ...roof, workflowIds: [0, 1, 2, 4] as LocalEstimate["workflowIds"], items });
    expect(begun.works.map(({ name }) => name)).toEqual(["Roofing"]);
    // All that there is to show is the whole estimate.
    expect(begun.totalLabel).toBe("Total");
  });
});
