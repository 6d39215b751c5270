import { emptyEntry, fieldById, FIELDS, NO_AMOUNTS, type PriceBookEntry } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import {
  changedFieldParts,
  checkField,
  partsOfField,
  restoreFieldForm,
  settingsOfField,
  toFieldFormValues,
  type FieldFormValues,
} from "#features/config/field-form/field-form-values.ts";

/** Ice barrier of the roof: a quantity with waste and valleys. */
const entry: PriceBookEntry = {
  ...emptyEntry("1.68"),
  min: 0,
  max: 100,
  step: 1,
  materialPrice: 8.5,
  recommendedConversion1: 2,
  variants: [
    { id: 1, active: true, optionId: null, parentOptionIds: [], pricingMode: 0, ...NO_AMOUNTS, laborPrice: 4 },
    { id: 2, active: true, optionId: "1.68.1", parentOptionIds: [], pricingMode: 0, ...NO_AMOUNTS },
  ],
};

function openForm(change: (values: FieldFormValues) => void = () => undefined): FieldFormValues {
  const parts = partsOfField(entry);
  if (!parts) throw new Error("There is an entry.");
  const values = toFieldFormValues({ version: 5, parts });
  change(values);
  return values;
}

describe("[PRI-17] the form of a field", () => {
  test("opens with the field and the variants that fit every option, and has no changes then", () => {
    const values = openForm();
    expect(values).toMatchObject({ defaultValue: "", min: "0", max: "100", wastePercent: "0", includesValleys: false });
    expect(values.variants.map(({ base, laborPrice }) => [base.id, laborPrice])).toEqual([[1, "4.00"]]);
    expect(changedFieldParts(values)).toEqual({});
    expect(checkField(values)).toEqual([]);
  });

  test("sends the parts that changed; an empty bound is no bound", () => {
    const values = openForm((form) => {
      form.defaultValue = "max";
      form.max = " ";
      form.wastePercent = "10";
      form.amounts.materialPrice = "$9";
      form.conversions.recommendedConversion1 = "3";
      if (form.variants[0]) form.variants[0].laborPrice = "5.25";
    });
    expect(changedFieldParts(values)).toMatchObject({
      defaultValue: "max",
      max: null,
      wastePercent: 10,
      materialPrice: 9,
      recommendedConversion1: 3,
      variants: [{ id: 1, laborPrice: 5.25 }],
    });
    expect(Object.keys(changedFieldParts(values))).toHaveLength(6);
  });

  test("says what is wrong at each field, in the contract's words", () => {
    const values = openForm((form) => {
      form.min = "none";
      form.wastePercent = "101";
      form.amounts.laborCost = "1.005";
      form.conversions.recommendedConversion2 = "";
    });
    expect(checkField(values)).toEqual([
      { field: "min", message: "Minimum must be a number." },
      { field: "wastePercent", message: "Waste must be at most 100 %." },
      { field: "amounts.laborCost", message: "Labor cost must be in whole cents." },
      { field: "conversions.recommendedConversion2", message: "Conversion 2 must be a number." },
    ]);
  });

  test("[ADMIN-25] comes back from the device as it was typed, and not where nothing was or it cannot be read", () => {
    const typed = openForm((form) => {
      form.wastePercent = "12";
    });
    const kept = (values: unknown) => JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
    expect(restoreFieldForm(kept(typed))).toEqual(typed);
    expect(restoreFieldForm(kept(openForm()))).toBeUndefined();
    expect(restoreFieldForm({ min: "1" })).toBeUndefined();
    expect(restoreFieldForm(undefined)).toBeUndefined();
  });
});

describe("[PRI-17] the editable parts of a field", () => {
  test("is waste and valleys of ice barrier, and its prices by variants where it has some", () => {
    const settings = settingsOfField(fieldById("1.68"), entry);
    expect(settings).toMatchObject({ takesRange: true, takesWaste: true, takesValleys: true, prices: "variants" });
    expect(settingsOfField(fieldById("1.68"), { ...entry, variants: [] })).toMatchObject({ prices: "own" });
  });

  test("is no price where people enter it, and nothing where another work category's field says it", () => {
    const addOn = FIELDS.find(({ allowPriceChange }) => allowPriceChange);
    if (!addOn) throw new Error("There are add-on services.");
    expect(settingsOfField(addOn, emptyEntry(addOn.id))?.prices ?? "none").toBe("none");
    expect(settingsOfField(fieldById("1.68"), { ...entry, secondaryWorkflowId: 4 })).toBeUndefined();
    expect(settingsOfField(fieldById("1.68"), undefined)).toBeUndefined();
  });
});
