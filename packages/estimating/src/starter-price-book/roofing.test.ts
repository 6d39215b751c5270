import { describe, expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { roofingWorkflowFields } from "#catalogue/roofing/roofing-fields.ts";
import { workflowScope } from "#form/line-scope.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { validOptions } from "#price-book/choices.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { starterPriceBook } from "./index.ts";

const book = indexPriceBook(starterPriceBook);

const entryAt = (key: string) => {
  const field = fieldByKey(1, key);
  if (!field) throw new RangeError(`Roofing has no field "${key}".`);
  return book.entryOf(field);
};
const namesAt = (key: string): readonly string[] => entryAt(key).entry.options.map(({ value }) => value);
const optionId = (key: string, name: string): string => {
  const option = entryAt(key).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`${key} offers no "${name}".`);
  return option.id;
};
const offered = (key: string, values: GivenValues): readonly string[] =>
  validOptions(entryAt(key), workflowScope(buildValues(values))).map(({ value }) => value);
const costsOf = (key: string, values: GivenValues) => {
  const priced = priceWorkflow({ workflowId: 1, book }, buildValues(values)).find(
    ({ definition }) => definition.key === key,
  );
  return [priced?.unit.materialCost, priced?.unit.laborCost];
};

test("[WF-ROOF-05] every dropdown has options", () => {
  const empty = roofingWorkflowFields.definitions.filter(
    ({ dataType, key }) => dataType === "dropdown" && entryAt(key).entry.options.length === 0,
  );
  expect(empty.map(({ key }) => key)).toEqual([]);
});

test("[WF-ROOF-14] ice barrier options 1.36.1 to 1.36.4 stand for 0 to 3 rows", () => {
  expect(entryAt("iceBarrierRows").entry.options.map(({ id, value }) => [id, value])).toEqual([
    ["1.36.1", "No ice barrier"],
    ["1.36.2", "1 row"],
    ["1.36.3", "2 rows"],
    ["1.36.4", "3 rows"],
  ]);
});

describe("material types", () => {
  test.each(namesAt("materialType"))("[WF-ROOF-05] %s has packages, colors and an installation", (materialType) => {
    const values = { materialType: optionId("materialType", materialType) };
    const packages = offered("package", values);
    expect(packages.length).toBeGreaterThan(0);
    expect(offered("roofingInstallation", values).length).toBeGreaterThan(0);
    for (const name of packages) {
      expect(offered("shingleColor", { package: optionId("package", name) }).length, name).toBeGreaterThan(1);
      expect(costsOf("package", { package: { value: optionId("package", name), quantity: 1 } })[0]).toBeGreaterThan(0);
    }
  });

  test("[WF-ROOF-29] asphalt comes as good, better and best, each with a description", () => {
    const values = { materialType: optionId("materialType", "Asphalt shingles") };
    expect(offered("package", values)).toEqual(["Good: three-tab", "Better: architectural", "Best: designer"]);
    for (const { value, description } of entryAt("package").entry.options) expect(description, value).toMatch(/^<p>/);
  });

  test("[WF-ROOF-29] nothing is offered before a material type is chosen", () => {
    expect(offered("package", {})).toEqual([]);
  });
});

describe("labor", () => {
  test.each([
    { material: "Asphalt shingles", pitch: "Up to 6/12", labor: 0 },
    { material: "Asphalt shingles", pitch: "7/12 to 9/12", labor: 35 },
    { material: "Slate", pitch: "7/12 to 9/12", labor: 60 },
    { material: "Tile", pitch: "Over 12/12", labor: 150 },
  ])("[WF-ROOF-11] a square of $material at $pitch costs $labor more labor", ({ material, pitch, labor }) => {
    const installPitch = { value: optionId("installPitch", pitch), quantity: 1 };
    const values = { materialType: optionId("materialType", material), installPitch };
    expect(costsOf("installPitch", values)).toEqual([0, labor]);
  });

  test("[WF-ROOF-04] tear-off adds layer, pitch and material: 85 + 10 + 15", () => {
    const children = {
      tearOffLayer: optionId("tearOff.tearOffLayer", "2 layers"),
      tearOffPitch: optionId("tearOff.tearOffPitch", "7/12 to 9/12"),
      tearOffMaterial: optionId("tearOff.tearOffMaterial", "Cedar"),
    };
    expect(costsOf("tearOff", { tearOff: { quantity: 10, children } })).toEqual([0, 110]);
  });

  test("[WF-ROOF-20] a square of membrane has its labor, by what is laid; the rolls have the material", () => {
    // 3 rolls x 700 and 12 SQ x 270.
    const children = {
      membraneArea: 12,
      membraneType: { value: optionId("membrane.membraneType", "TPO 60 mil, 10 x 50 ft"), quantity: 3 },
    };
    expect(costsOf("membrane", { membrane: { quantity: 1, children } })).toEqual([2100, 3240]);
  });

  test("[WF-ROOF-29] skylights and vents cost what they do in repairs", () => {
    expect(costsOf("curbMountedReFlash", { curbMountedReFlash: 1 })).toEqual([110, 320]);
    expect(costsOf("edgeVent", { edgeVent: 1 })).toEqual([6.5, 4]);
  });
});

test("[WF-ROOF-17] copper flashing comes in copper, painted flashing does not", () => {
  const colorsFor = (type: string) => {
    const dripEdge = { children: { dripEdgeType: optionId("dripEdge.dripEdgeType", type) } };
    return validOptions(entryAt("dripEdge.dripEdgeColor"), workflowScope(buildValues({ dripEdge }))).map(
      ({ value }) => value,
    );
  };
  expect(colorsFor("Copper, 10 ft")).toEqual(["Copper"]);
  expect(colorsFor("Aluminum, 10 ft")).toContain("White");
  expect(colorsFor("Aluminum, 10 ft")).not.toContain("Copper");
});

test("[WF-ROOF-06] waste starts at 10 percent, stories go from 1 to 4", () => {
  expect(entryAt("wasteFactorForMaterial").entry).toMatchObject({ min: 10, max: 30, step: 1 });
  expect(entryAt("numberOfStories").entry).toMatchObject({ min: 1, max: 4, step: 1 });
});
