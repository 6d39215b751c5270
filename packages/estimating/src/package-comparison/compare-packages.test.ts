import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { homeownerView, replay } from "#expressions/explain.ts";
import { choosePackage, type WorkflowComparison } from "#form/comparisons.ts";
import { fromItems } from "#form/items.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { setQuantity } from "#form/rows.ts";
import { applyEdit, openForm } from "#form/states/apply-edit.ts";
import { lowestId, temporaryIds } from "#form/temporary-ids.ts";
import { priceFile } from "#price-file/price-file.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { buildValues } from "#testing/formula-situation.ts";
import { sumLines } from "#totals/workflow-totals.ts";
import { fraction } from "#units.ts";
import { explainPackageMonth, explainPackagePrice } from "./explain-package.ts";
import { comparePackages, type CopyShare, type PackageQuestion } from "./compare-packages.ts";
import { packageAttributes } from "./package-attributes.ts";

const book = indexPriceBook(starterPriceBook);
const ROOFING = { workflowId: 1, workflowEstimateId: 1 };
const SIDING = { workflowId: 2, workflowEstimateId: 1 };

/** The form values of one of the sample houses. */
function valuesOf(house: string, workflowId: number): WorkflowValues {
  const file: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../houses", `${house}.json`), "utf8"));
  const { priced } = priceFile(file, book);
  const items = priced?.workflows.flatMap((workflow) => workflow.items) ?? [];
  return fromItems({ workflowId, items });
}

const shareOf = (copy: typeof ROOFING, values: WorkflowValues, discountPercent = 0): CopyShare => ({
  ...copy,
  ...sumLines(priceWorkflow({ workflowId: copy.workflowId, book }, values)),
  discountPercent: fraction(discountPercent),
  marginPercent: fraction(0),
});

const optionIdsOf = (key: string, names: readonly string[], workflowId = 1): readonly string[] => {
  const field = fieldByKey(workflowId, key);
  const options = field ? book.entryOf(field).entry.options : [];
  return names.map((name) => options.find(({ value }) => value === name)?.id ?? "");
};

const [GOOD = "", BETTER = "", BEST = ""] = optionIdsOf("package", [
  "Good: three-tab",
  "Better: architectural",
  "Best: designer",
]);
const colonial = valuesOf("roofing-colonial", 1);
const NO_TERMS = { promotion: 0, feePercent: fraction(0) };
const LOAN = { downpayment: 0, term: { months: 120, ratePercent: 0 }, terms: NO_TERMS };

const question = (parts: Partial<PackageQuestion> = {}): PackageQuestion => ({
  copy: ROOFING,
  values: colonial,
  comparisons: [],
  optionIds: [GOOD, BETTER, BEST],
  book,
  shares: [shareOf(ROOFING, colonial, 0.05)],
  terms: NO_TERMS,
  payment: null,
  ...parts,
});

describe("packages side by side", () => {
  test("[PKG-12] each has the workflow's total with it, after discount, and what it costs more than the chosen one", () => {
    const compared = comparePackages(question());
    // Discount 5 %. Better as the house: 22 437.36 - 1 066.035 = 21 371.325.
    // Good: 22 SQ x 190.00 = 4 180.00, 660.00 less: 21 777.36 - 1 033.035 = 20 744.325.
    // Best: 22 SQ x 446.67 = 9 826.74, 4 986.74 more: 27 424.10 - 1 315.372 = 26 108.728.
    expect(compared.map(({ totals }) => totals.totalWithMargin)).toEqual([20_744.33, 21_371.33, 26_108.73]);
    expect(compared.map(({ difference }) => difference)).toEqual([-627, null, 4_737.4]);
    expect(compared.map(({ isChosen }) => isChosen)).toEqual([false, true, false]);
  });

  test("[PKG-12] the monthly payment is that of the whole estimate: 20 744.33, 21 371.33 and 26 108.73 and siding over 120", () => {
    const siding = { ...SIDING, discountableItemTotal: 1_200, nonDiscountableItemTotal: 0, totalCost: 700 };
    const other: CopyShare = { ...siding, discountPercent: fraction(0), marginPercent: fraction(0) };
    const shares = [shareOf(ROOFING, colonial, 0.05), other];
    const compared = comparePackages(question({ shares, payment: LOAN }));
    // 21 944.33 / 120 = 182.8694; 22 571.33 / 120 = 188.0944; 27 308.73 / 120 = 227.5728
    expect(compared.map(({ monthlyPayment }) => monthlyPayment)).toEqual([182.87, 188.09, 227.57]);
    expect(compared.map(({ monthlyDifference }) => monthlyDifference)).toEqual([-5.22, null, 39.48]);
  });

  test("[PKG-12] without a loan there is no month", () => {
    const cash = { ...LOAN, term: { months: 0, ratePercent: 0 } };
    for (const payment of [null, cash])
      expect(comparePackages(question({ payment })).map((each) => each.monthlyPayment)).toEqual([null, null, null]);
  });

  test("[PKG-12] while no package is chosen there is no difference", () => {
    const values: WorkflowValues = { ...colonial, package: [] };
    const compared = comparePackages(question({ values }));
    expect(compared.map(({ difference, isChosen }) => [difference, isChosen])).toEqual([
      [null, false],
      [null, false],
      [null, false],
    ]);
    // 21 371.33 as with Better before
    expect(compared[1]?.totals.totalWithMargin).toBe(21_371.33);
  });

  test("[PKG-12] the difference is to the chosen one, also where that is not among the compared", () => {
    expect(comparePackages(question({ optionIds: [GOOD] })).map(({ difference }) => difference)).toEqual([-627]);
  });

  test("[PKG-05] a package keeps its own choices, and its quantities follow measurements that changed since", () => {
    const nextId = temporaryIds({ below: lowestId(colonial) });
    const none: readonly WorkflowComparison[] = [];
    const good = choosePackage({ copy: ROOFING, values: colonial, comparisons: none, optionId: GOOD, book, nextId });
    const back = choosePackage({ copy: ROOFING, ...good, optionId: BETTER, book, nextId });
    const [area] = linesOf(back.values, "totalRoofArea");
    const path = [{ property: "totalRoofArea", id: area?.id ?? 0 }];
    const edited = setQuantity({ values: back.values, path, quantity: 3_000 });
    const values = applyEdit({
      workflowId: 1,
      values: edited,
      book,
      nextId,
      before: back.values,
      key: "totalRoofArea",
    });
    const [compared] = comparePackages(question({ values, comparisons: back.comparisons, optionIds: [GOOD] }));
    // 3000 x 1.10 / 100
    expect(linesOf(compared?.values, "package")).toMatchObject([{ value: GOOD, quantity: 33 }]);
  });

  test("[PKG-12] comparing changes nothing, and a workflow that the estimate does not hold has nothing to compare", () => {
    const before = JSON.stringify(colonial);
    comparePackages(question());
    expect(JSON.stringify(colonial)).toBe(before);
    expect(comparePackages(question({ shares: [] }))).toEqual([]);
  });
});

describe("the rows of a comparison", () => {
  test("[PKG-13] choices and quantities stand side by side, and rows that differ are marked", () => {
    const rows = packageAttributes(comparePackages(question()), { workflowId: 1, book });
    const rowOf = (key: string) => rows.find((row) => row.key === key);
    expect(rowOf("package")).toMatchObject({ label: "Shingle type", unit: "SQ", isDifferent: false });
    expect(rowOf("package")?.cells.map(({ choice, quantity }) => [choice, quantity])).toEqual([
      [null, 22],
      [null, 22],
      [null, 22],
    ]);
    // Three bundles a square, four of the heavy ones
    expect(rowOf("bundles")).toMatchObject({ isDifferent: true });
    expect(rowOf("bundles")?.cells.map(({ quantity }) => quantity)).toEqual([66, 66, 88]);
    // Charcoal comes with all three: how many other colors there are makes no difference then.
    expect(rowOf("shingleColor")).toMatchObject({ isDifferent: false });
    expect(rowOf("shingleColor")?.cells.map(({ offered }) => offered)).toEqual([6, 10, 5]);
    expect(rowOf("underlayment")).toMatchObject({ isDifferent: false });
    expect(rowOf("underlayment")?.cells[0]).toMatchObject({ choice: "Synthetic, 10 SQ roll", quantity: 3 });
  });

  test("[WF-ROOF-40] the bundles of a row are those that the roof's details order: of 26.4 squares 80, stored as 26.333", () => {
    const given = buildValues({
      totalRoofArea: 2_400,
      wasteFactorForMaterial: 10,
      materialType: "1.20.1",
      package: "1.250.1",
    });
    const values = openForm({ workflowId: 1, values: given, book, nextId: temporaryIds({ below: lowestId(given) }) });
    const rows = packageAttributes(comparePackages(question({ values })), { workflowId: 1, book });
    // 2,400 x 1.1 / 100 = 26.4; x 3 = 79.2, x 4 = 105.6.
    expect(rows.find(({ key }) => key === "package")?.cells.map(({ quantity }) => quantity)).toEqual([
      26.333, 26.333, 26.333,
    ]);
    expect(rows.find(({ key }) => key === "bundles")?.cells.map(({ quantity }) => quantity)).toEqual([80, 80, 106]);
  });

  test("[PKG-13] siding compares installation, color and reveal as well", () => {
    const values = valuesOf("siding-colonial", 2);
    const optionIds = optionIdsOf(
      "sidingPackage",
      ["Good: fiber cement lap, primed", "Better: fiber cement lap, prefinished"],
      2,
    );
    const compared = comparePackages(
      question({ copy: SIDING, values, optionIds, shares: [shareOf(SIDING, values)], comparisons: [] }),
    );
    const rows = packageAttributes(compared, { workflowId: 2, book });
    expect(rows.map(({ key }) => key)).toEqual([
      "sidingPackageInstallation",
      "sidingPackage",
      "sidingColor",
      "sidingReveal",
    ]);
  });

  test("[PKG-13] [WIN-05] a package without a list of products tells its quantity alone, of windows their number", () => {
    const values = valuesOf("windows-ranch", 3);
    const copy = { workflowId: 3, workflowEstimateId: 1 };
    const optionIds = optionIdsOf("windowPackage", ["Good: builder vinyl", "Better: premium vinyl"], 3);
    const compared = comparePackages(question({ copy, values, optionIds, shares: [shareOf(copy, values)] }));
    const rows = packageAttributes(compared, { workflowId: 3, book });
    // Four and two windows whose model is the package's; the patio door has its own model.
    expect(rows.map(({ key, unit, cells }) => [key, cells.map(({ quantity }) => quantity), unit])).toEqual([
      ["windowPackage", [6, 6], "windows"],
    ]);
  });

  test("[PKG-06][PKG-13] a choice with quantity 0 is no part of a package and makes no difference between two", () => {
    const CAP = "Standard cap, 25 ft bundle";
    const [cap = null] = optionIdsOf("hipRidge", [CAP]);
    const plain: WorkflowValues = { ...colonial, hipRidge: [] };
    const nextId = temporaryIds({ below: lowestId(colonial) });
    const good = choosePackage({ copy: ROOFING, values: plain, comparisons: [], optionId: GOOD, book, nextId });
    const better = choosePackage({ copy: ROOFING, ...good, optionId: BETTER, book, nextId });
    const choiceOf = (quantity: number) => {
      const values: WorkflowValues = { ...better.values, hipRidge: [{ id: nextId(), value: cap, quantity }] };
      const { comparisons } = better;
      const compared = comparePackages(question({ values, comparisons, optionIds: [GOOD, BETTER] }));
      const row = packageAttributes(compared, { workflowId: 1, book }).find(({ key }) => key === "hipRidge");
      return row && { isDifferent: row.isDifferent, choices: row.cells.map(({ choice }) => choice) };
    };
    expect(choiceOf(4)).toEqual({ isDifferent: true, choices: [null, CAP] });
    // Neither package says anything of it.
    expect(choiceOf(0)).toBeUndefined();
  });

  test("[PKG-13] a workflow without packages has no rows", () => {
    expect(packageAttributes([], { workflowId: 4, book })).toEqual([]);
  });
});

describe("how a package's amounts came about", () => {
  const asked = question({
    shares: [{ ...shareOf(ROOFING, colonial, 0.05), marginPercent: fraction(0.08) }, shareOf(SIDING, {}, 0)],
    payment: { ...LOAN, downpayment: 500, term: { months: 60, ratePercent: 9.99 } },
  });

  test("[EXPL-01] [PKG-12] the chains of price and month give the card's amounts, chosen or not", () => {
    for (const { optionId, totals, monthlyPayment } of comparePackages(asked)) {
      const price = explainPackagePrice(asked, optionId);
      const month = explainPackageMonth(asked, optionId, ({ workflowId }) => String(workflowId));
      expect(price && [price.value, replay(price)]).toEqual([totals.totalWithMargin, totals.totalWithMargin]);
      expect(month && [month.value, replay(month)]).toEqual([monthlyPayment, monthlyPayment]);
    }
  });

  test("[EXPL-02] of a price with margin the homeowner sees the total and its month, and no margin", () => {
    for (const chain of [explainPackagePrice(asked, BEST), explainPackageMonth(asked, BEST, () => "Roofing")]) {
      const seen = chain && homeownerView(chain);
      expect(seen?.value).toBe(chain?.value);
      expect(JSON.stringify(seen)).not.toMatch(/margin|cost/i);
    }
  });

  test("[PKG-12] without a loan there is no month to tell about", () => {
    expect(explainPackageMonth({ ...asked, payment: null }, BEST, () => "")).toBeNull();
  });
});
