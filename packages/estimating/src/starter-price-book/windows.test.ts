import { describe, expect, test } from "vitest";
import { buildValues, formulaResult, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { windowWorkflowFields } from "#catalogue/windows/window-fields.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import { isFieldVisible } from "#form/window-visibility.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { validOptions } from "#price-book/choices.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { warningsOf } from "#testing/build-price-book.ts";
import { windowStarter } from "./windows.ts";

const book = indexPriceBook({ version: 1, entries: windowStarter });

const entryAt = (key: string) => {
  const field = fieldByKey(3, key);
  if (!field) throw new RangeError(`Windows & Doors has no field "${key}".`);
  return book.entryOf(field);
};

const optionId = (key: string, name: string): string => {
  const option = entryAt(key).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`${key} offers no "${name}".`);
  return option.id;
};

const TYPES = entryAt("window.windowStyle").entry.options.map(({ value }) => value);
const typeId = (name: string) => optionId("window.windowStyle", name);

const windowOf = (type: string, width: number, height: number, more: GivenValues = {}): GivenValues => ({
  window: { quantity: 1, children: { width, height, windowStyle: typeId(type), ...more } },
});
const priced = (values: GivenValues) => priceWorkflow({ workflowId: 3, book }, buildValues(values));
const costOf = (values: GivenValues) => {
  const unit = priced(values).find(({ definition }) => definition.key === "window")?.unit;
  return { material: unit?.materialCost, labor: unit?.laborCost };
};

describe("the cost of a window", () => {
  test.each([
    { given: "double hung below the first bound", type: "Double hung", size: [30, 43.75], material: 265, labor: 165 },
    {
      given: "double hung on the bound: the next band",
      type: "Double hung",
      size: [30, 44],
      material: 285,
      labor: 165,
    },
    { given: "double hung of 96", type: "Double hung", size: [36, 60], material: 345, labor: 165 },
    { given: "casement of 96: 345 x 1.3 = 448.50", type: "Casement", size: [36, 60], material: 449, labor: 165 },
    { given: "picture of 120: 495 x .95 = 470.25", type: "Picture", size: [60, 60], material: 470, labor: 210 },
    {
      given: "3-lite slider of 120: 495 x 1.65 = 816.75, 210 x 1.25 = 262.50",
      type: "Slider, 3-lite",
      size: [84, 36],
      material: 817,
      labor: 263,
    },
    { given: "bay of 120: 495 x 5, 210 x 3.5", type: "Bay", size: [72, 48], material: 2475, labor: 735 },
    { given: "patio door of 72 x 80", type: "Patio door", size: [72, 80], material: 1283, labor: 420 },
    { given: "patio door of 73 x 80: the next width", type: "Patio door", size: [73, 80], material: 1553, labor: 520 },
    {
      given: "tall patio door: 1283 x 7 / 6 = 1496.83",
      type: "Patio door",
      size: [72, 96],
      material: 1497,
      labor: 480,
    },
    { given: "entry door of 36 x 80", type: "Entry door", size: [36, 80], material: 780, labor: 420 },
  ])("[WF-WIN-06] $given: $material and $labor", ({ type, size: [width = 0, height = 0], material, labor }) => {
    expect(costOf(windowOf(type, width, height))).toEqual({ material, labor });
  });

  test("[WF-WIN-08] extras add to it: 345 + 28 grid + 95 tempered + .85 x 96 model = 549.60", () => {
    const values = windowOf("Double hung", 36, 60, {
      windowModel: optionId("window.windowModel", "Premium vinyl, double Low-E glass"),
      glassType: optionId("window.glassType", "Tempered"),
      grid: { children: { gridSize: optionId("window.grid.gridSize", 'Flat 5/8" between the glass') } },
    });
    expect(costOf(values)).toEqual({ material: 549.6, labor: 165 });
  });

  test("[WF-WIN-10] trims of a window have no cost: the Trim step has it", () => {
    const values = windowOf("Double hung", 36, 60, {
      interiorTrim: {
        children: {
          interiorTrimType: optionId("window.interiorTrim.interiorTrimType", 'Primed pine casing 2-1/4", 8 ft'),
          interiorTrimColor: optionId("window.interiorTrim.interiorTrimColor", "Stained"),
        },
      },
    });
    expect(costOf(values)).toEqual({ material: 345, labor: 165 });
  });

  test.each(TYPES)("[WF-WIN-06] %s has a price from small to large", (type) => {
    const sizes = type.endsWith("door")
      ? [
          [30, 78],
          [36, 80],
          [72, 96],
        ]
      : [
          [12, 12],
          [36, 60],
          [100, 100],
        ];
    for (const [width = 0, height = 0] of sizes)
      expect(warningsOf(priced(windowOf(type, width, height))), `${width} x ${height}`).toEqual([]);
  });
});

describe("the offers for a window type", () => {
  const shownFor = (type: string): readonly string[] => {
    const scope = scopesAt(workflowScope(buildValues(windowOf(type, 36, 60))), "window")[0];
    if (!scope) throw new RangeError("The window is missing.");
    return ["swing", "operatingSash", "obscureSash", "blinds", "weld", "roofOption", "footLock"].filter((property) =>
      isFieldVisible({ workflowId: 3, key: `window.${property}`, scope, book }),
    );
  };

  test.each([
    { type: "Single hung", shown: ["obscureSash", "weld"] },
    { type: "Double hung", shown: ["obscureSash", "weld"] },
    { type: "Slider, 2-lite", shown: ["operatingSash", "obscureSash", "weld"] },
    { type: "Slider, 3-lite", shown: ["operatingSash", "obscureSash"] },
    { type: "Casement", shown: ["swing", "obscureSash", "weld"] },
    { type: "Casement, twin", shown: ["swing", "obscureSash"] },
    { type: "Awning", shown: ["obscureSash", "weld"] },
    { type: "Hopper", shown: ["obscureSash"] },
    { type: "Picture", shown: ["obscureSash", "weld"] },
    { type: "Special shape", shown: ["obscureSash", "weld"] },
    { type: "Bay", shown: ["operatingSash", "roofOption"] },
    { type: "Bow", shown: ["operatingSash", "roofOption"] },
    { type: "Garden", shown: ["roofOption"] },
    { type: "Patio door", shown: ["operatingSash", "blinds", "footLock"] },
    { type: "French door", shown: ["swing", "blinds"] },
    { type: "Entry door", shown: ["swing", "blinds"] },
  ])("[WF-WIN-14] [WF-WIN-15] $type shows $shown", ({ type, shown }) => {
    expect(shownFor(type)).toEqual(shown);
  });

  test("[WF-WIN-14] no type is missing from that table", () => {
    expect(TYPES).toHaveLength(16);
  });

  test.each(TYPES)("[WF-WIN-07] %s has models, hardware and screens to choose from", (type) => {
    const scope = scopesAt(workflowScope(buildValues(windowOf(type, 36, 60))), "window")[0];
    if (!scope) throw new RangeError("The window is missing.");
    for (const key of ["window.windowModel", "window.hardware", "window.screen"])
      expect(validOptions(entryAt(key), scope).length, key).toBeGreaterThan(0);
  });
});

describe("the package", () => {
  const BETTER = optionId("windowPackage", "Better: premium vinyl");

  test("[WF-WIN-22] better is .85 for each united inch: 192 in are 163.20", () => {
    const line = priced({ windowPackage: { value: BETTER, quantity: 192 } }).find(
      ({ definition }) => definition.key === "windowPackage",
    );
    expect(line?.totals.materialCost).toBe(163.2);
  });

  test.each([
    { given: "a window without a model", type: "Double hung", model: null, share: 1 },
    { given: "a window with the package's model", type: "Double hung", model: "As the package", share: 1 },
    { given: "a window with a model of its own", type: "Double hung", model: "Composite, triple glass", share: 0 },
    { given: "an entry door without a model", type: "Entry door", model: null, share: 0 },
    { given: "an entry door with one", type: "Entry door", model: "Smooth fiberglass door", share: 0 },
  ])("[WF-WIN-22] $given counts $share times for the package", ({ type, model, share }) => {
    const values = windowOf(type, 36, 80, model ? { windowModel: optionId("window.windowModel", model) } : {});
    expect(formulaResult({ workflowId: 3, key: "windowPackage", values, book })).toBe(116 * share);
  });
});

describe("completeness", () => {
  test("[WF-WIN-02] every dropdown has options", () => {
    const empty = windowWorkflowFields.definitions.filter(
      ({ dataType, key }) => dataType === "dropdown" && entryAt(key).entry.options.length === 0,
    );
    expect(empty.map(({ key }) => key)).toEqual([]);
  });

  test("every option that only some types offer is offered by at least one", () => {
    for (const { key } of windowWorkflowFields.definitions) {
      const { options, validOptions: byParent } = entryAt(key).entry;
      const offered = new Set<string>(Object.values(byParent).flat());
      if (offered.size > 0)
        expect(
          options.filter(({ id }) => !offered.has(id)).map(({ value }) => value),
          key,
        ).toEqual([]);
    }
  });

  test.each(["interior", "exterior"])(
    "[CALC-43] %s trims have the same names at the window and in the Trim step",
    (side) => {
      const names = (key: string) => entryAt(key).entry.options.map(({ value }) => value);
      expect(names(`window.${side}Trim.${side}TrimType`)).toEqual(names(`${side}TrimMaterial.type`));
      expect(names(`window.${side}Trim.${side}TrimColor`)).toEqual(names(`${side}TrimMaterial.color`));
    },
  );
});
