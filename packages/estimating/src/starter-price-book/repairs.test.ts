import { expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { repairWorkflowFields } from "#catalogue/repairs/repairs-fields.ts";
import { workflowScope } from "#form/line-scope.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { validOptions } from "#price-book/choices.ts";
import { recommendationsOf } from "#recommendations/recommend.ts";
import { starterPriceBook } from "./index.ts";

const book = indexPriceBook(starterPriceBook);
const fields: readonly FieldDefinition[] = repairWorkflowFields.definitions;

const entryAt = (key: string) => {
  const field = fieldByKey(5, key);
  if (!field) throw new RangeError(`Repairs has no field "${key}".`);
  return book.entryOf(field);
};
const optionId = (key: string, name: string): string => {
  const option = entryAt(key).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`${key} offers no "${name}".`);
  return option.id;
};
const offered = (key: string, values: GivenValues): readonly string[] =>
  validOptions(entryAt(key), workflowScope(buildValues(values))).map(({ value }) => value);

test("[WF-REP-02] every dropdown has options", () => {
  const empty = fields.filter(
    ({ dataType, key }) => dataType === "dropdown" && entryAt(key).entry.options.length === 0,
  );
  expect(empty.map(({ key }) => key)).toEqual([]);
});

test("[WF-REP-02] every package has its colors", () => {
  for (const { id, value } of entryAt("package").entry.options)
    expect(offered("shingleColor", { package: id }).length, value).toBeGreaterThan(1);
});

test("[WF-REP-06] a membrane comes in its own colors", () => {
  const flatRoof = { children: { flatRoofType: optionId("flatRoof.flatRoofType", "EPDM 60 mil") } };
  expect(offered("flatRoof.flatRoofColor", { flatRoof })).toEqual(["Black", "White"]);
});

test("[WF-REP-12] labor is either in a line's cost or in its hours, so that nothing is charged twice", () => {
  const both = fields.filter(({ key }) => {
    const { entry } = entryAt(key);
    const hasHours =
      entry.recommendedConversion3 > 0 ||
      entry.options.some(({ conversions }) => (conversions?.recommendedConversion3 ?? 0) > 0);
    const hasLabor = entry.laborCost > 0 || entry.variants.some(({ laborCost }) => laborCost > 0);
    return hasHours && hasLabor;
  });
  expect(both.map(({ key }) => key)).toEqual([]);
});

const hoursOf = (values: GivenValues): number | undefined =>
  [...recommendationsOf({ workflowId: 5, values: buildValues(values), book })].find(([place]) =>
    place.startsWith("totalLaborHours@"),
  )?.[1].quantity;

/** Ten units of a product, and the hours that the price book gives for them, rounded up. */
const tenOfEach = fields.flatMap((field) => {
  const { entry } = entryAt(field.key);
  const [group = "", child] = field.key.split(".");
  const tenHours = (hours: number): number => Math.ceil(Number((10 * hours).toFixed(6)));
  const own = entry.recommendedConversion3;
  const ofField = own > 0 ? [{ name: field.key, values: { [field.key]: 10 }, hours: tenHours(own) }] : [];
  const ofOptions = entry.options.flatMap(({ id, value, conversions }) => {
    const hours = conversions?.recommendedConversion3 ?? 0;
    if (hours === 0) return [];
    const line = child ? { quantity: 10, children: { [child]: id } } : { value: id, quantity: 10 };
    return [{ name: `${group}, ${value}`, values: { [group]: line }, hours: tenHours(hours) }];
  });
  return [...ofField, ...ofOptions];
});

test.each(tenOfEach)("[CALC-14] ten of $name take $hours hours", ({ values, hours }) => {
  expect(hoursOf(values)).toBe(hours);
});

test("[CALC-14] a repair counts its hours once: 2 SQ x 3.7 + 12 ft x 0.35 + 1 pipe x 0.75 = 12.35, 13 hours", () => {
  const values: GivenValues = {
    replaceShingles: 2,
    chimneyFlashing: { value: optionId("chimneyFlashing", "Brick chimney, aluminum"), quantity: 12 },
    pvcBoot: { value: optionId("pvcBoot", "3 to 4 in pipe"), quantity: 1 },
    edgeVent: 40,
  };
  expect(hoursOf(values)).toBe(13);
});
