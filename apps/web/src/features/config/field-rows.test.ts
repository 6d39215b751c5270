import { emptyEntry, fieldById, fieldByKey, type PriceBookEntry, type PriceBookVariant } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { borrowersOf } from "#features/config/lent-fields.ts";
import { findFieldRows, groupByStep, listFieldRows } from "#features/config/field-rows.ts";

const amounts = (price: number) => ({ materialCost: 0, laborCost: 0, materialPrice: price, laborPrice: price / 2 });
const buildVariant = (given: Partial<PriceBookVariant> & { id: number }): PriceBookVariant => ({
  active: true,
  optionId: null,
  parentOptionIds: [],
  pricingMode: 0,
  ...amounts(0),
  ...given,
});
const gutterType: PriceBookEntry = {
  ...emptyEntry("4.13"),
  options: [
    { id: "4.13.1", value: "K-style aluminum" },
    { id: "4.13.2", value: "Half round copper" },
  ],
  variants: [
    buildVariant({ id: 1, optionId: "4.13.1", ...amounts(8) }),
    buildVariant({ id: 2, optionId: "4.13.2", ...amounts(40) }),
    buildVariant({ id: 3, active: false, ...amounts(900) }),
  ],
};
const rowsOf = (...entries: PriceBookEntry[]) =>
  listFieldRows({ entryById: new Map(entries.map((entry) => [entry.id, entry])) });
const find = (searchText: string, filter: "all" | "options" | "prices" = "all") =>
  findFieldRows({ rows: rowsOf(gutterType), searchText, filter }).map(({ id }) => id);

describe("[SET-25] the list of estimate fields", () => {
  test("names each field with its step, options and the prices of what is in use", () => {
    expect(rowsOf(gutterType).find(({ id }) => id === "4.13")).toMatchObject({
      workflowId: 4,
      step: "Gutters",
      name: "Gutter, Type",
      optionCount: 2,
      material: { lowest: 8, highest: 40 },
      labor: { lowest: 4, highest: 20 },
    });
  });

  test("takes prices from tiers, and from the field where there are no variants", () => {
    const tier = { min: 0, max: 60, ...amounts(100) };
    const tiered = { ...gutterType, variants: [buildVariant({ id: 1, pricingMode: 2, tiers: [tier] })] };
    expect(rowsOf(tiered).find(({ id }) => id === "4.13")?.material).toEqual({ lowest: 100, highest: 100 });
    const plain = { ...gutterType, variants: [], ...amounts(6) };
    expect(rowsOf(plain).find(({ id }) => id === "4.13")?.labor).toEqual({ lowest: 3, highest: 3 });
  });

  test("[PRI-17] leads to a field's page where it has options or something that can be set", () => {
    const changedAt = (...entries: PriceBookEntry[]) =>
      rowsOf(...entries).find(({ id }) => id === entries[0]?.id)?.changedAt;
    expect(changedAt(gutterType)).toBe("4.13");
    // 4.11 Length: a number with a range.
    expect(changedAt(emptyEntry("4.11"))).toBe("4.11");
  });

  test("[PRI-18] shows a lent field with what the other work category's field offers and costs, and leads to its page", () => {
    const borrowed = fieldByKey(1, "gutter.gutterType");
    if (!borrowed) throw new Error("Roofing has gutters.");
    const entry = { ...emptyEntry(borrowed.id), secondaryWorkflowId: 4 };
    expect(rowsOf(entry, gutterType).find(({ id }) => id === borrowed.id)).toMatchObject({
      workflowId: 1,
      changedAt: "4.13",
      lenderId: 4,
      optionCount: 2,
      material: { lowest: 8, highest: 40 },
    });
    const book = { entryById: new Map([entry, gutterType].map((one) => [one.id, one])) };
    expect(borrowersOf(fieldById("4.13"), book)).toEqual([borrowed]);
    // If the lending field is not in the price book, nothing can be edited.
    expect(rowsOf(entry).find(({ id }) => id === borrowed.id)?.changedAt).toBeUndefined();
  });

  test("is searched by words of name, step, id and options", () => {
    expect(find("gutter copper")).toEqual(["4.13"]);
    expect(find("COPPER  round")).toEqual(["4.13"]);
    expect(find("4.13")).toContain("4.13");
    expect(find("no such thing")).toEqual([]);
    expect(find("", "options")).toEqual(["4.13"]);
    expect(find("", "prices")).toEqual(["4.13"]);
  });

  test("is grouped by step, in the order of the steps", () => {
    const gutters = rowsOf().filter(({ workflowId }) => workflowId === 4);
    const steps = groupByStep(gutters).map(({ step }) => step);
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps).toEqual(expect.arrayContaining(["Details", "Gutters", "Extras", "Notes", "Discount"]));
  });
});
