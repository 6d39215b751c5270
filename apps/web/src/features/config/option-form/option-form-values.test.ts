import { emptyEntry, NO_AMOUNTS, type PriceBookEntry } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import {
  changedParts,
  checkOption,
  choicesOffering,
  editedDescription,
  partsOf,
  restoreOptionForm,
  toFormValues,
  type OptionFormValues,
} from "#features/config/option-form/option-form-values.ts";

const entry: PriceBookEntry = {
  ...emptyEntry("4.13"),
  options: [{ id: "4.13.1", value: "K-style", description: "Seamless" }],
  variants: [
    { id: 1, active: true, optionId: "4.13.1", parentOptionIds: [], pricingMode: 0, ...NO_AMOUNTS, materialPrice: 8.5 },
    { id: 2, active: true, optionId: null, parentOptionIds: [], pricingMode: 0, ...NO_AMOUNTS },
    {
      id: 3,
      active: false,
      optionId: "4.13.1",
      parentOptionIds: ["4.1.1"],
      pricingMode: 2,
      ...NO_AMOUNTS,
      tiers: [{ min: 0, max: 60, ...NO_AMOUNTS, laborCost: 3 }],
    },
  ],
};

function openForm(change: (values: OptionFormValues) => void = () => undefined): OptionFormValues {
  const parts = partsOf(entry, "4.13.1");
  if (!parts) throw new Error("The entry has the option.");
  const values = toFormValues({ version: 5, parts });
  change(values);
  return values;
}

describe("[SET-26] the form of an option", () => {
  test("opens with the option and the variants that are its own, and has no changes then", () => {
    const values = openForm();
    expect(values).toMatchObject({ value: "K-style", description: "Seamless", imageUrl: "", hasConversions: false });
    expect(values.variants.map(({ base, materialPrice }) => [base.id, materialPrice])).toEqual([
      [1, "8.50"],
      [3, "0.00"],
    ]);
    expect(changedParts(values)).toEqual({});
    expect(checkOption(values)).toEqual([]);
  });

  test("[ADMIN-25] comes back from the device as it was typed, and not where nothing was or it cannot be read", () => {
    const typed = openForm((values) => {
      values.value = "K-style 6";
    });
    const kept = (values: unknown) => JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
    expect(restoreOptionForm(kept(typed))).toEqual(typed);
    expect(restoreOptionForm(kept(openForm()))).toBeUndefined();
    expect(restoreOptionForm({ value: "K-style 6" })).toBeUndefined();
    expect(restoreOptionForm(undefined)).toBeUndefined();
  });

  test("sends the parts that changed, variants as a whole", () => {
    const values = openForm((form) => {
      form.imageUrl = "/api/Files/Download/abc?companyId=3";
      form.description = " ";
      const [first, second] = form.variants;
      if (first) first.materialPrice = "$ 1,240.5";
      if (second?.tiers[0]) second.tiers[0].laborCost = "4";
    });
    const changed = changedParts(values);
    expect(Object.keys(changed).sort()).toEqual(["description", "imageUrl", "variants"]);
    expect(changed.description).toBeNull();
    expect(changed.variants).toMatchObject([
      { id: 1, materialPrice: 1240.5 },
      { id: 3, tiers: [{ min: 0, max: 60, laborCost: 4 }] },
    ]);
  });

  test("a description of plain text is no change while another part is edited, nor when it is typed back", () => {
    const plain = "K-style\nfor spans < 40 ft";
    const parts = partsOf({ ...entry, options: [{ id: "4.13.1", value: "K-style", description: plain }] }, "4.13.1");
    if (!parts) throw new Error("The entry has the option.");
    const values = toFormValues({ version: 5, parts });
    expect(Object.keys(changedParts({ ...values, value: "K-style, 5 in" }))).toEqual(["value"]);
    const typedBack = editedDescription("<p>K-style<br>for spans &lt; 40 ft</p>", values.opened);
    expect(changedParts({ ...values, description: typedBack })).toEqual({});
    const edited = editedDescription("<p>K-style<br>for spans &lt; 50 ft</p>", values.opened);
    expect(changedParts({ ...values, description: edited })).toEqual({ description: edited });
  });

  test("an amount that is written in another way is no change", () => {
    expect(
      changedParts(
        openForm((form) => {
          const [first] = form.variants;
          if (first) first.materialPrice = " 8.5";
        }),
      ),
    ).toEqual({});
  });

  test("says what is wrong at each field, in the contract's words", () => {
    const values = openForm((form) => {
      form.value = " ";
      form.hasConversions = true;
      form.conversions.recommendedConversion2 = "none";
      const [first, second] = form.variants;
      if (first) first.laborPrice = "1.005";
      if (second?.tiers[0]) second.tiers[0].materialCost = "";
    });
    expect(checkOption(values)).toEqual([
      { field: "value", message: "Option is required." },
      { field: "conversions.recommendedConversion2", message: "Conversion 2 must be a number." },
      { field: "variants.0.laborPrice", message: "Labor price must be in whole cents." },
      { field: "variants.1.tiers.0.materialCost", message: "Material cost must be a number." },
    ]);
  });

  const withCost = (text: string): OptionFormValues =>
    openForm((form) => {
      const [first] = form.variants;
      if (first) first.materialCost = text;
    });

  test.each([
    { text: "12", cost: 12 },
    { text: ".5", cost: 0.5 },
    { text: "$1,000.25", cost: 1_000.25 },
  ])("[SET-26] a cost typed as “$text” is $cost", ({ text, cost }) => {
    expect(changedParts(withCost(text)).variants?.[0]).toMatchObject({ materialCost: cost });
    expect(checkOption(withCost(text))).toEqual([]);
  });

  test.each(["12,5,1", "10 5", "1e3", "--1", "ten", ""])(
    "[SET-26] a cost typed as “%s” is reported as not a number",
    (text) => {
      expect(checkOption(withCost(text))).toEqual([
        { field: "variants.0.materialCost", message: "Material cost must be a number." },
      ]);
    },
  );

  test("[SET-26] a conversion has no decimal comma either", () => {
    const values = openForm((form) => {
      form.hasConversions = true;
      form.conversions.recommendedConversion1 = "1,5,5";
    });
    expect(checkOption(values)).toEqual([
      { field: "conversions.recommendedConversion1", message: "Conversion 1 must be a number." },
    ]);
  });
});

test("[PRI-19] the page names the choices that an option is offered with, where that is limited", () => {
  const validOptions = { "4.12.1": ["4.13.1", "4.13.2"], "4.12.2": ["4.13.2"] } as const;
  expect(choicesOffering({ validOptions }, "4.13.2")).toEqual(["4.12.1", "4.12.2"]);
  expect(choicesOffering({ validOptions }, "4.13.3")).toEqual([]);
  expect(choicesOffering({ validOptions: {} }, "4.13.1")).toBeUndefined();
});
