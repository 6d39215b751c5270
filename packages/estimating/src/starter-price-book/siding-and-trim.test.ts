import { describe, expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { fieldByKey, FIELDS } from "#catalogue/catalogue.ts";
import { workflowScope } from "#form/line-scope.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { validOptions } from "#price-book/choices.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { starterPriceBook } from "./index.ts";

const book = indexPriceBook(starterPriceBook);

const entryAt = (workflowId: number, key: string) => {
  const field = fieldByKey(workflowId, key);
  if (!field) throw new RangeError(`Workflow ${workflowId} has no field "${key}".`);
  return book.entryOf(field);
};
const optionId = (workflowId: number, key: string, name: string): string => {
  const option = entryAt(workflowId, key).entry.options.find(({ value }) => value === name);
  if (!option) throw new RangeError(`${key} offers no "${name}".`);
  return option.id;
};
const unitCost = (workflowId: number, key: string, values: GivenValues) => {
  const unit = priceWorkflow({ workflowId, book }, buildValues(values)).find(
    ({ definition }) => definition.key === key,
  )?.unit;
  return { material: unit?.materialCost, labor: unit?.laborCost };
};

describe.each([2, 7])("workflow %i", (workflowId) => {
  test("every choice offers something", () => {
    const empty = FIELDS.filter(
      (field) =>
        field.workflowId === workflowId &&
        field.dataType === "dropdown" &&
        book.entryOf(field).entry.options.length === 0,
    );
    expect(empty.map(({ key }) => key)).toEqual([]);
  });

  test("names of a field's options differ", () => {
    for (const field of FIELDS.filter((each) => each.workflowId === workflowId)) {
      const names = book.entryOf(field).entry.options.map(({ value }) => value.toLowerCase());
      expect(new Set(names).size, field.key).toBe(names.length);
    }
  });
});

describe("packages", () => {
  const offered = (key: string, material: string): readonly string[] =>
    validOptions(
      entryAt(2, key),
      workflowScope(buildValues({ materialType: optionId(2, "materialType", material) })),
    ).map(({ value }) => value);

  test.each(["Vinyl", "Insulated vinyl", "Fiber cement", "Engineered wood", "Cedar"])(
    "%s has good, better and best, its installation, colors and reveals",
    (material) => {
      expect(offered("sidingPackage", material).map((name) => name.split(":")[0])).toEqual(["Good", "Better", "Best"]);
      expect(offered("sidingPackageInstallation", material)).toEqual([
        `${material}, one story`,
        `${material}, two stories and higher`,
      ]);
      expect(offered("sidingColor", material).length).toBeGreaterThan(3);
      expect(offered("sidingReveal", material).length).toBeGreaterThan(2);
    },
  );

  test("every package has a description, every color a swatch", () => {
    expect(entryAt(2, "sidingPackage").entry.options.filter(({ description }) => !description)).toEqual([]);
    expect(entryAt(2, "sidingColor").entry.options.filter(({ imageUrl }) => !imageUrl)).toEqual([]);
  });

  test("the material type names the package field", () => {
    const materialFields = entryAt(2, "materialType").entry.materialTypes.map(({ materialFieldId }) => materialFieldId);
    expect(materialFields).toEqual(Array(5).fill(fieldByKey(2, "sidingPackage")?.id));
  });
});

describe("costs that depend on other choices", () => {
  test.each([
    { workflowId: 2, group: "trim" },
    { workflowId: 7, group: "compositeTrim" },
  ])("$group: a board costs by type and size, as a 1 x 6 while no size is chosen", ({ workflowId, group }) => {
    const board = (size?: string): GivenValues => ({
      [group]: {
        quantity: 1,
        children: {
          trimType: optionId(workflowId, `${group}.trimType`, "PVC 3/4 in, 12 ft"),
          ...(size && { trimSize: optionId(workflowId, `${group}.trimSize`, size) }),
        },
      },
    });
    // 12 ft x 5.50 labor.
    expect(unitCost(workflowId, group, board("1 x 4"))).toEqual({ material: 24, labor: 66 });
    expect(unitCost(workflowId, group, board("1 x 12"))).toEqual({ material: 78, labor: 66 });
    expect(unitCost(workflowId, group, board())).toEqual({ material: 37, labor: 66 });
  });

  test("house wrap costs its material and its labor by the square", () => {
    const values: GivenValues = {
      houseWrap: {
        children: {
          houseWrapType: optionId(2, "houseWrap.houseWrapType", "Woven house wrap, 9 x 150 ft"),
          houseWrapMaterial: 20,
          houseWrapLabor: 20,
        },
      },
    };
    // 20 SQ x 13.50 and 20 SQ x 28.
    expect(unitCost(2, "houseWrap", values)).toEqual({ material: 270, labor: 560 });
  });

  test("wall flashing is paid by the foot, or by the foot of labor and the piece of material", () => {
    const flashing = (type: string, pieces: number): GivenValues => ({
      wallFlashing: {
        children: {
          wallFlashingType: { value: optionId(2, "wallFlashing.wallFlashingType", type), quantity: 45 },
          wallFlashingQuantity: pieces,
        },
      },
    });
    expect(unitCost(2, "wallFlashing", flashing("Bent on site, per foot", 0))).toEqual({ material: 135, labor: 135 });
    expect(unitCost(2, "wallFlashing", flashing("Prefabricated Z flashing, 10 ft", 5))).toEqual({
      material: 110,
      labor: 135,
    });
  });

  test("an accent costs its squares of material and of labor", () => {
    const values: GivenValues = {
      gableAccents: {
        children: {
          type: { value: optionId(2, "gableAccents.type", "Vinyl shakes"), quantity: 2.4 },
          labor: 2.4,
        },
      },
    };
    // 2.4 SQ x 295 and 2.4 SQ x 255.
    expect(unitCost(2, "gableAccents", values)).toEqual({ material: 708, labor: 612 });
  });
});

test("trim counts a soffit panel by its width, siding by its square feet: both mean the same panel", () => {
  const conversionsOf = (workflowId: number) =>
    entryAt(workflowId, "soffit.soffitType").entry.options.map(
      ({ value, conversions }) => [value, conversions?.recommendedConversion1 ?? 0] as const,
    );
  const siding = new Map(conversionsOf(2));
  for (const [name, width] of conversionsOf(7)) expect(siding.get(name), name).toBe(Math.round(width * 12));
});

test("colors compare across what is wrapped, covered and bought", () => {
  const colorsOf = (key: string) => entryAt(2, key).entry.options.map(({ value }) => value);
  for (const key of ["windowCasing.color", "customWrap.color", "fasciaWrap.color", "soffit.soffitColor"])
    expect(colorsOf(key)).toEqual(colorsOf("trimCoil.trimCoilColor"));
});

test("paint is enough for the coats that its labor is for: two at 350 sq ft a gallon", () => {
  const coverage = (name: string) =>
    entryAt(2, "paintMaterialType").optionById.get(optionId(2, "paintMaterialType", name))?.conversions
      ?.recommendedConversion1;
  expect(coverage("Exterior acrylic, 1 gal")).toBe(350 / 2);
  expect(coverage("Exterior acrylic on rough wood, 1 gal")).toBe(250 / 2);
  expect(coverage("Bonding primer, 1 gal")).toBe(250);
});
