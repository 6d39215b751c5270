import { describe, expect, test } from "vitest";
import { buildValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { insulationWorkflowFields } from "#catalogue/insulation/insulation-workflow.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { insulationStarter } from "./insulation.ts";

const book = indexPriceBook({ version: 1, entries: insulationStarter });

const entryAt = (key: string) => {
  const field = fieldByKey(6, key);
  if (!field) throw new RangeError(`Insulation has no field "${key}".`);
  return book.entryOf(field).entry;
};

const optionAt = (key: string, name: string) => {
  const option = entryAt(key).options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`${key} offers no "${name}".`);
  return option;
};

const JOIST = "openJoistInsulation.openJoistInsulationType";

describe("the cost of insulation", () => {
  test.each([
    { name: "Blown fiberglass, R-49", covers: 32, material: 38, labor: 24 }, // 32 x .75
    { name: "Blown fiberglass, R-38", covers: 43.6, material: 38, labor: 32.7 }, // 43.6 x .75
    { name: "Blown cellulose, R-49", covers: 18, material: 17, labor: 13.5 }, // 18 x .75
    { name: "Fiberglass batts, R-30, bag", covers: 58.67, material: 67.47, labor: 35.2 }, // 58.67 x 1.15 and x .60
    { name: 'Open-cell foam, 5.5", 100 board feet', covers: 18.18, material: 45, labor: 35 }, // 100 / 5.5
  ])("[WF-INS-04] $name covers $covers sq ft for $material and $labor", ({ name, covers, material, labor }) => {
    const option = optionAt(JOIST, name);
    expect(option.conversions?.recommendedConversion1).toBe(covers);
    const [line] = priceWorkflow(
      { workflowId: 6, book },
      buildValues({ openJoistInsulation: { quantity: 1, children: { openJoistInsulationType: option.id } } }),
    );
    expect(line?.unit).toMatchObject({ materialCost: material, laborCost: labor });
  });

  test("[WF-INS-04] opening and closing the siding adds to each bag: 17 + 1 and 42.88 + 9", () => {
    const group = "densePackWallExteriorInsulation";
    const [line] = priceWorkflow(
      { workflowId: 6, book },
      buildValues({
        [group]: {
          quantity: 2,
          children: {
            densePackWallExteriorType: optionAt(
              `${group}.densePackWallExteriorType`,
              'Dense-pack cellulose, 3-1/2" stud',
            ).id,
            densePackWallExteriorSiding: optionAt(
              `${group}.densePackWallExteriorSiding`,
              "Vinyl siding, one course off and on again",
            ).id,
          },
        },
      }),
    );
    expect(line?.unit).toMatchObject({ materialCost: 18, laborCost: 51.88 });
    expect(line?.totals.totalCost).toBe(139.76);
  });
});

describe("completeness", () => {
  test("[WF-INS-01] every dropdown has options", () => {
    const empty = insulationWorkflowFields.definitions.filter(
      ({ dataType, key }) => dataType === "dropdown" && entryAt(key).options.length === 0,
    );
    expect(empty.map(({ key }) => key)).toEqual([]);
  });

  test("[WF-INS-04] every product says what it covers", () => {
    const types = insulationWorkflowFields.definitions.filter(
      ({ property, parentId }) => parentId !== null && property.endsWith("Type"),
    );
    expect(types).toHaveLength(6);
    for (const { key } of types)
      for (const { value, conversions } of entryAt(key).options)
        expect(conversions?.recommendedConversion1, `${key} ${value}`).toBeGreaterThan(0);
  });
});
