import { describe, expect, test } from "vitest";
import { buildValues } from "#testing/formula-situation.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import {
  buildAmounts,
  buildBook,
  buildOptionsEntry,
  buildVariant,
  fieldAt,
  optionOf,
} from "#testing/build-price-book.ts";
import {
  asComparisons,
  choosePackage,
  comparisonOf,
  itemsWithPackage,
  refreshComparison,
  selectComparison,
  type WorkflowComparison,
} from "./comparisons.ts";
import { toItems } from "./items.ts";
import { setValue } from "./rows.ts";
import { lowestId, temporaryIds } from "./temporary-ids.ts";

const field = fieldAt(2, "sidingPackage");
const color = fieldAt(2, "sidingColor");
const installation = fieldAt(2, "sidingPackageInstallation");
const [GOOD, BETTER, BEST, LUXURY] = [1, 2, 3, 4].map((number) => optionOf(field, number)) as [
  string,
  string,
  string,
  string,
];
const NAILED = optionOf(installation, 1);
const [WHITE, CLAY] = [optionOf(color, 1), optionOf(color, 2)];
const SQUARES = { min: 0, max: 1_000, step: 0.1 };

const book = buildBook(
  ...["totalSquaresForMaterial", "totalSquaresForMaterialPackage"].map((key) => ({
    ...buildOptionsEntry(fieldAt(2, key), []),
    ...SQUARES,
  })),
  buildOptionsEntry(field, ["Good", "Better", "Best", "Luxury"], {
    ...SQUARES,
    variants: [1, 2, 3, 4].map((number) =>
      buildVariant({ id: number, optionId: optionOf(field, number), ...buildAmounts(number, 0, number * 100, 0) }),
    ),
  }),
  buildOptionsEntry(installation, ["Nailed"], {
    ...SQUARES,
    variants: [buildVariant({ id: 5, optionId: NAILED, ...buildAmounts(0, 50, 0, 80) })],
  }),
  buildOptionsEntry(color, ["White", "Clay"], {
    validOptions: { [GOOD]: [WHITE, CLAY], [BETTER]: [WHITE, CLAY], [BEST]: [CLAY] },
  }),
);

const copy = { workflowId: 2, workflowEstimateId: 1 };
const NONE: readonly WorkflowComparison[] = [];
const SIDING = buildValues({ totalSidingArea: 2_000, wasteFactorForMaterial: 0 });

const choose = (values: WorkflowValues, comparisons: readonly WorkflowComparison[], optionId: string) =>
  choosePackage({ copy, values, comparisons, optionId, book, nextId: temporaryIds({ below: lowestId(values) }) });
const valueOf = (values: WorkflowValues, property: string) => linesOf(values, property)[0]?.value;
const optionIds = (comparisons: readonly WorkflowComparison[]) => comparisons.map(({ fieldOptionId }) => fieldOptionId);
const withColor = (values: WorkflowValues, value: string): WorkflowValues => {
  const [line] = linesOf(values, "sidingColor");
  return line
    ? setValue({ values, path: [{ property: "sidingColor", id: line.id }], value })
    : { ...values, sidingColor: [{ id: lowestId(values) - 2, value, quantity: null }] };
};

describe("choosing a package", () => {
  test("[PKG-02] sets the package and puts it into the comparison", () => {
    const chosen = choose(SIDING, NONE, GOOD);
    expect(linesOf(chosen.values, "sidingPackage")).toMatchObject([{ value: GOOD, quantity: 20 }]);
    expect(chosen.comparisons).toEqual([{ ...copy, fieldOptionId: GOOD, items: [] }]);
  });

  test("[PKG-05] choices for a package come back with it", () => {
    const good = choose(SIDING, NONE, GOOD);
    const better = choose(withColor(good.values, WHITE), good.comparisons, BETTER);
    expect(valueOf(better.values, "sidingColor")).toBe(WHITE);
    const back = choose(withColor(better.values, CLAY), better.comparisons, GOOD);
    expect(valueOf(back.values, "sidingPackage")).toBe(GOOD);
    expect(valueOf(back.values, "sidingColor")).toBe(WHITE);
    expect(valueOf(choose(back.values, back.comparisons, BETTER).values, "sidingColor")).toBe(CLAY);
  });

  test("[PKG-05] a choice whose quantity is still empty comes back too, and is not saved", () => {
    const shingles = fieldAt(1, "package");
    const starters = fieldAt(1, "starters");
    const roofing = { workflowId: 1, workflowEstimateId: 1 };
    const [first, second] = [optionOf(shingles, 1), optionOf(shingles, 2)];
    const strip = optionOf(starters, 1);
    const roofingBook = buildBook(
      buildOptionsEntry(shingles, ["Architectural", "Designer"], SQUARES),
      buildOptionsEntry(starters, ["Strip"], {
        min: 0,
        max: 100,
        step: 1,
        variants: [buildVariant({ id: 1, optionId: strip, ...buildAmounts(40, 0, 60, 0) })],
      }),
    );
    const pick = (values: WorkflowValues, comparisons: readonly WorkflowComparison[], optionId: string) =>
      choosePackage({
        copy: roofing,
        values,
        comparisons,
        optionId,
        book: roofingBook,
        nextId: temporaryIds({ below: lowestId(values) }),
      });
    const chosen = pick({}, NONE, first);
    const withStrip = { ...chosen.values, starters: [{ id: -900, value: strip, quantity: null }] };
    const other = pick(withStrip, chosen.comparisons, second);
    const { values, comparisons } = pick({ ...other.values, starters: [] }, other.comparisons, first);
    expect(valueOf(values, "starters")).toBe(strip);

    const saved = refreshComparison({
      copy: roofing,
      values: other.values,
      comparisons: other.comparisons,
      book: roofingBook,
    });
    expect(saved.flatMap(({ items }) => items).filter(({ fieldId }) => fieldId === starters.id)).toEqual([]);
    expect(comparisons.map(({ fieldOptionId }) => fieldOptionId)).toEqual([first, second]);
  });

  test("[PKG-05] the choices of two packages are separate lines", () => {
    const good = choose(SIDING, NONE, GOOD);
    const colored = withColor(good.values, WHITE);
    const better = choose(colored, good.comparisons, BETTER);
    expect(linesOf(better.values, "sidingColor")[0]?.id).not.toBe(linesOf(colored, "sidingColor")[0]?.id);
    const back = choose(better.values, better.comparisons, GOOD);
    expect(back.values["sidingColor"]?.[0]?.id).toBe(colored["sidingColor"]?.[0]?.id);
  });

  test("[PKG-05] a package new to the estimate takes over only what it offers", () => {
    const good = choose(SIDING, NONE, GOOD);
    expect(valueOf(choose(withColor(good.values, WHITE), good.comparisons, BEST).values, "sidingColor")).toBeNull();
    expect(valueOf(choose(withColor(good.values, CLAY), good.comparisons, BEST).values, "sidingColor")).toBe(CLAY);
  });

  test("[PKG-05] choosing the chosen one again changes nothing", () => {
    const good = choose(SIDING, NONE, GOOD);
    const again = choose(good.values, good.comparisons, GOOD);
    expect(again.values).toBe(good.values);
    expect(again.comparisons).toEqual(good.comparisons);
  });

  test("[PKG-02] with three compared already, the new one replaces the one that is left", () => {
    const three = selectComparison({ comparisons: NONE, copy, optionIds: [GOOD, BETTER, BEST] });
    const better = choose(SIDING, three, BETTER);
    expect(optionIds(choose(better.values, better.comparisons, LUXURY).comparisons)).toEqual([GOOD, LUXURY, BEST]);
  });
});

describe("the comparison list", () => {
  test("[PKG-06] holds an option and its items, of one workflow copy each", () => {
    const good = choose(SIDING, NONE, GOOD);
    const other: WorkflowComparison = { workflowId: 2, workflowEstimateId: 2, fieldOptionId: BEST, items: [] };
    const saved = refreshComparison({ copy, values: good.values, comparisons: [other, ...good.comparisons], book });
    expect(saved).toContain(other);
    expect(comparisonOf(saved, copy)).toEqual([
      {
        ...copy,
        fieldOptionId: GOOD,
        items: [expect.objectContaining({ fieldId: field.id, fieldOptionId: GOOD, quantity: 20 })],
      },
    ]);
    expect(asComparisons(2, [{ fieldOptionId: GOOD, items: [] }])).toEqual([
      { ...copy, fieldOptionId: GOOD, items: [] },
    ]);
  });

  const withInstallation = (values: WorkflowValues, quantity: number): WorkflowValues => ({
    ...values,
    sidingPackageInstallation: [{ id: lowestId(values) - 2, value: NAILED, quantity }],
  });

  test("[PKG-06][ITEM-06] of the chosen package it holds what a save leaves: no choice with zero windows", () => {
    const good = choose(SIDING, NONE, GOOD);
    const heldWith = (quantity: number): readonly string[] => {
      const values = withInstallation(withColor(good.values, WHITE), quantity);
      const [held] = refreshComparison({ copy, values, comparisons: good.comparisons, book });
      return (held?.items ?? []).map(({ fieldId }) => fieldId);
    };
    expect(heldWith(20)).toEqual([installation.id, field.id, color.id]);
    expect(heldWith(0)).toEqual([field.id, color.id]);
  });

  test("[PKG-06][ITEM-06] nor does one that is left", () => {
    const good = choose(SIDING, NONE, GOOD);
    const better = choose(withInstallation(good.values, 0), good.comparisons, BETTER);
    const [left] = comparisonOf(refreshComparison({ copy, ...better, book }), copy);
    expect(left?.items.map(({ fieldId }) => fieldId)).toEqual([field.id]);
  });

  test("[PKG-06] picking other options keeps the items of those that stay", () => {
    const good = choose(SIDING, NONE, GOOD);
    const saved = refreshComparison({ copy, values: good.values, comparisons: good.comparisons, book });
    const picked = selectComparison({ comparisons: saved, copy, optionIds: [BETTER, GOOD] });
    expect(optionIds(picked)).toEqual([BETTER, GOOD]);
    expect(picked[1]).toBe(saved[0]);
    expect(selectComparison({ comparisons: picked, copy, optionIds: [] })).toEqual([]);
  });

  test("[PKG-06] a package's items replace the chosen one's, the rest of the workflow stays", () => {
    const good = choose(SIDING, NONE, GOOD);
    const better = choose(good.values, good.comparisons, BETTER);
    const items = toItems({ lines: priceWorkflow({ workflowId: 2, book }, better.values), book }).items;
    const [ofGood] = comparisonOf(better.comparisons, copy);
    const replaced = ofGood ? itemsWithPackage(items, ofGood) : [];
    const packages = replaced.filter(({ fieldId }) => fieldId === field.id);
    expect(packages).toMatchObject([{ fieldOptionId: GOOD, materialPrice: 100 }]);
    expect(replaced).toHaveLength(items.length);
  });
});
