import { describe, expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { gutterWorkflowFields } from "#catalogue/gutters/gutter-workflow.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { validOptions } from "#price-book/choices.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { gutterStarter } from "./gutters.ts";

const book = indexPriceBook({ version: 1, entries: gutterStarter });

const entryAt = (key: string) => {
  const field = fieldByKey(4, key);
  if (!field) throw new RangeError(`Gutters has no field "${key}".`);
  return book.entryOf(field);
};
const optionId = (key: string, name: string): string => {
  const option = entryAt(key).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`${key} offers no "${name}".`);
  return option.id;
};

const gutterOf = (type: string): GivenValues => ({
  gutter: { quantity: 100, children: { gutterType: optionId("gutter.gutterType", type) } },
});
const downspoutOf = (type: string): GivenValues => ({
  downspout: { quantity: 40, children: { downspoutType: optionId("downspout.downspoutType", type) } },
});

const unitCostOf = (key: string, values: GivenValues) => {
  const unit = priceWorkflow({ workflowId: 4, book }, buildValues(values)).find(
    ({ definition }) => definition.key === key,
  )?.unit;
  return { material: unit?.materialCost, labor: unit?.laborCost };
};

describe("corners and elbows cost what they are made of", () => {
  test.each([
    { given: '5" K-style', values: gutterOf('5" K-style aluminum, seamless'), material: 11, labor: 16 },
    { given: '6" K-style', values: gutterOf('6" K-style aluminum, seamless'), material: 14, labor: 16 },
    { given: "copper", values: gutterOf('6" half round copper'), material: 68, labor: 32 },
    { given: "no gutter chosen", values: {}, material: 11, labor: 16 },
  ])("[WF-GUT-05] a corner with $given: $material and $labor", ({ values, material, labor }) => {
    expect(unitCostOf("gutterCorners", { ...values, gutterCorners: 4 })).toEqual({ material, labor });
  });

  test.each([
    { given: "2 x 3", values: downspoutOf("2 x 3 aluminum"), material: 4, labor: 3 },
    { given: "3 x 4", values: downspoutOf("3 x 4 aluminum"), material: 6, labor: 3 },
    { given: "copper", values: downspoutOf('4" round copper'), material: 34, labor: 8 },
    { given: "no downspout chosen", values: {}, material: 4, labor: 3 },
  ])("[WF-GUT-06] an elbow with $given: $material and $labor", ({ values, material, labor }) => {
    expect(unitCostOf("downspoutElbows", { ...values, downspoutElbows: 12 })).toEqual({ material, labor });
  });
});

describe("colors", () => {
  const colorsOf = (key: string, colorKey: string, values: GivenValues): readonly string[] => {
    const scope = scopesAt(workflowScope(buildValues(values)), key)[0];
    return scope ? validOptions(entryAt(colorKey), scope).map(({ value }) => value) : [];
  };

  test.each([
    { rule: "[WF-GUT-02]", key: "gutter", color: "gutter.gutterColor", values: gutterOf('6" half round copper') },
    {
      rule: "[WF-GUT-06]",
      key: "downspout",
      color: "downspout.downspoutColor",
      values: downspoutOf('4" round copper'),
    },
  ])("$rule a copper $key is copper", ({ key, color, values }) => {
    expect(colorsOf(key, color, values)).toEqual(["Copper"]);
  });

  test("[WF-GUT-02] every aluminum gutter has every painted color", () => {
    for (const { value } of entryAt("gutter.gutterType").entry.options.filter(
      ({ value: name }) => !/copper/.test(name),
    )) {
      const colors = colorsOf("gutter", "gutter.gutterColor", gutterOf(value));
      expect(colors, value).toContain("White");
      expect(colors, value).not.toContain("Copper");
    }
  });
});

test("[WF-GUT-09] every dropdown has options", () => {
  const empty = gutterWorkflowFields.definitions.filter(
    ({ dataType, key }) => dataType === "dropdown" && entryAt(key).entry.options.length === 0,
  );
  expect(empty.map(({ key }) => key)).toEqual([]);
});
