import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { addRow, setQuantity, setValue } from "#form/rows.ts";
import { lowestId, temporaryIds } from "#form/temporary-ids.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import { buildBook, buildEntry, buildOptionsEntry, fieldAt, optionOf } from "#testing/build-price-book.ts";
import { applyEdit, openForm } from "./apply-edit.ts";

const ROOFING = 1;
const SIDING = 2;
const WINDOWS = 3;
const REPAIRS = 5;

const THIRDS = { min: 0, max: 1_000, step: 0.333 };
const COUNT = { min: 0, max: 100_000, step: 1 };
const PITCHES = ["4/12 to 7/12", "8/12", "9/12", "10/12", "12/12"];

const range = (workflowId: number, key: string, parts: Partial<PriceBookEntry>) =>
  buildEntry(fieldAt(workflowId, key).id, parts);
const options = (workflowId: number, key: string, names: readonly string[], parts: Partial<PriceBookEntry> = {}) =>
  buildOptionsEntry(fieldAt(workflowId, key), names, { ...COUNT, ...parts });

const layer = fieldAt(ROOFING, "tearOff.tearOffLayer");
const torn = fieldAt(ROOFING, "tearOff.tearOffMaterial");

const book = buildBook(
  ...["totalSquaresForMaterial", "totalSquaresForLabor", "tearOff", "dumpsterLabor", "squaresOnStory1"].map((key) =>
    range(ROOFING, key, THIRDS),
  ),
  ...["squaresOnStory2", "squaresOnStory3", "squaresOnStory4"].map((key) => range(ROOFING, key, THIRDS)),
  range(ROOFING, "numberOfStories", { min: 1, max: 4, step: 1 }),
  range(ROOFING, "dumpsterWeight", { min: 0, max: 1_000, step: 0.001 }),
  options(ROOFING, "installPitch", PITCHES, THIRDS),
  options(ROOFING, "iceBarrierRows", ["None", "1 row", "2 rows", "3 rows"]),
  options(ROOFING, "package", ["Good", "Better", "Best"]),
  options(ROOFING, "materialType", ["Asphalt", "Metal"]),
  options(ROOFING, "tearOff.tearOffLayer", ["1 layer"], { recommendedConversion1: 1 }),
  options(ROOFING, "tearOff.tearOffMaterial", ["Asphalt"], { recommendedConversion1: 250 }),
  ...[
    "totalSquaresForMaterial",
    "totalSquaresForLabor",
    "totalSquaresForMaterialPackage",
    "totalSquaresForLaborPackage",
    "houseWrap.houseWrapMaterial",
    "houseWrap.houseWrapLabor",
  ].map((key) => range(SIDING, key, { min: 0, max: 1_000, step: 0.1 })),
  options(SIDING, "sidingPackage", ["Good", "Better"]),
  options(SIDING, "sidingPackageInstallation", ["Standard"]),
  options(SIDING, "wallFlashing.wallFlashingType", ["By the foot", "Prefabricated"]),
  options(WINDOWS, "window.windowStyle", ["Casement", "Picture", "Patio door"]),
  options(WINDOWS, "window.swing", ["Left", "Right"], {
    validOptions: {
      [optionOf(fieldAt(WINDOWS, "window.windowStyle"), 1)]: [optionOf(fieldAt(WINDOWS, "window.swing"), 1)],
    },
  }),
);

const idsFor = (values: WorkflowValues) => temporaryIds({ below: lowestId(values) });
const open = (workflowId: number, values: WorkflowValues) =>
  openForm({ workflowId, values, book, nextId: idsFor(values) });

/** Makes an edit of the first line of a top-level field, and what follows from it. */
function edit(
  workflowId: number,
  before: WorkflowValues,
  key: string,
  entered: { value: string | null } | { quantity: number | null },
  row = 0,
): WorkflowValues {
  const line = linesOf(before, key)[row];
  if (!line) throw new RangeError(`${key} has no line ${row}.`);
  const path = [{ property: key, id: line.id }];
  const values =
    "value" in entered
      ? setValue({ values: before, path, ...entered })
      : setQuantity({ values: before, path, ...entered });
  return applyEdit({ workflowId, before, values, book, key, nextId: idsFor(values) });
}

const quantities = (values: WorkflowValues, key: string) => linesOf(values, key).map(({ quantity }) => quantity);
const choices = (values: WorkflowValues, key: string) => linesOf(values, key).map(({ value }) => value);
const option = (field: FieldDefinition, number: number) => ({ value: optionOf(field, number) });

const ROOF: GivenValues = { totalRoofArea: 2_000, wasteFactorForMaterial: 10, materialType: "1.20.1" };

describe("the dumpster", () => {
  describe.each([
    { rule: "WF-ROOF-08", off: "WF-ROOF-09", workflowId: ROOFING, name: "roofing" },
    { rule: "WF-ROOF-08", off: "WF-ROOF-09", workflowId: REPAIRS, name: "repairs" },
    { rule: "WF-SIDE-05", off: "WF-SIDE-05", workflowId: SIDING, name: "siding" },
  ])("of $name", ({ rule, off, workflowId }) => {
    const without = buildValues({ dumpsterNeeded: "false" });
    const withTwo = buildValues({
      dumpsterNeeded: "true",
      dumpster: [1, 1],
      dumpsterLabor: 12,
      dumpsterWeight: 3,
    });

    test(`[${rule}] switched on it gets one entry if it has none`, () => {
      expect(linesOf(edit(workflowId, without, "dumpsterNeeded", { value: "true" }), "dumpster")).toHaveLength(1);
      const stored = { ...withTwo, dumpsterNeeded: linesOf(without, "dumpsterNeeded") };
      const switchedOn = edit(workflowId, stored, "dumpsterNeeded", { value: "true" });
      expect(linesOf(switchedOn, "dumpster")).toBe(linesOf(stored, "dumpster"));
    });

    test(`[${off}] [OP-84] switched off it loses entries, labor and weight`, () => {
      const switchedOff = edit(workflowId, withTwo, "dumpsterNeeded", { value: "false" });
      expect(linesOf(switchedOff, "dumpster")).toEqual([]);
      expect(quantities(switchedOff, "dumpsterLabor")).toEqual([0]);
      expect(quantities(switchedOff, "dumpsterWeight")).toEqual([0]);
    });
  });

  const tornOff = buildValues({
    dumpsterNeeded: "true",
    dumpster: 1,
    tearOff: [{ quantity: 20, children: { tearOffLayer: optionOf(layer, 1), tearOffMaterial: optionOf(torn, 1) } }],
    dumpsterLabor: 7,
    dumpsterWeight: 0,
  });

  test("[CALC-07] [WF-ROOF-10] labor and weight follow what is torn off: 20 SQ x 1 x 250 lb / 2000 = 2.5 tons", () => {
    const edited = edit(ROOFING, tornOff, "tearOff", { quantity: 20 });
    expect(quantities(edited, "dumpsterLabor")).toEqual([20]);
    expect(quantities(edited, "dumpsterWeight")).toEqual([2.5]);
  });

  test("[WF-ROOF-10] with nothing torn off the labor is the person's", () => {
    const cleared = edit(ROOFING, tornOff, "tearOff", { quantity: 0 });
    expect(quantities(edit(ROOFING, cleared, "dumpsterLabor", { quantity: 9 }), "dumpsterLabor")).toEqual([9]);
  });
});

describe("stories", () => {
  const stories = buildValues({
    numberOfStories: 2,
    squaresOnStory1: 10,
    squaresOnStory2: 8,
    squaresOnStory3: 6,
    squaresOnStory4: 4,
  });
  const squares = (values: WorkflowValues) =>
    [1, 2, 3, 4].map((story) => quantities(values, `squaresOnStory${story}`)[0]);

  test("[WF-ROOF-02] rows above the number of stories are 0 once the form is open", () => {
    expect(squares(open(ROOFING, stories))).toEqual([10, 8, 0, 0]);
  });

  test("[WF-ROOF-02] also when the number of stories changes under an open form", () => {
    expect(squares(edit(ROOFING, stories, "numberOfStories", { quantity: 3 }))).toEqual([10, 8, 6, 0]);
  });

  test("[WF-ROOF-02] a house without a number of stories has one", () => {
    expect(squares(open(ROOFING, { ...stories, numberOfStories: [] }))).toEqual([10, 0, 0, 0]);
  });
});

describe("install pitch", () => {
  const pitch = fieldAt(ROOFING, "installPitch");

  test("[WF-ROOF-12] there is one row for each pitch, in the order of the options", () => {
    const opened = open(ROOFING, buildValues({ installPitch: [{ ...option(pitch, 3), quantity: 5 }] }));
    expect(choices(opened, "installPitch")).toEqual([1, 2, 3, 4, 5].map((number) => optionOf(pitch, number)));
    expect(quantities(opened, "installPitch")).toEqual([0, 0, 5, 0, 0]);
    expect(open(ROOFING, opened)).toBe(opened);
  });

  const opened = open(ROOFING, buildValues(ROOF));

  test("[CALC-22] [OP-24] the lowest pitch starts with all squares: 2000 x 1.1 / 100 = 22", () => {
    expect(quantities(opened, "installPitch")).toEqual([22, 0, 0, 0, 0]);
  });
});

describe("house wrap", () => {
  const WALLS: GivenValues = { totalSidingArea: 2_400, wasteFactorForMaterial: 10, wasteFactorForLabor: 10 };
  const ROW = { quantity: 1, children: { houseWrapMaterial: 0, houseWrapLabor: 0 } };

  const squares = (values: WorkflowValues, child = "houseWrapMaterial") =>
    linesOf(values, "houseWrap").map(({ children = {} }) => quantities(children, child)[0]);
  const enter = (before: WorkflowValues, row: number, quantity: number): WorkflowValues => {
    const wrap = linesOf(before, "houseWrap")[row];
    const material = wrap?.children?.["houseWrapMaterial"]?.[0];
    if (!wrap || !material) throw new RangeError(`House wrap has no row ${row}.`);
    const path = [
      { property: "houseWrap", id: wrap.id },
      { property: "houseWrapMaterial", id: material.id },
    ];
    const values = setQuantity({ values: before, path, quantity });
    return applyEdit({
      workflowId: SIDING,
      before,
      values,
      book,
      key: "houseWrap.houseWrapMaterial",
      nextId: idsFor(values),
    });
  };
  const add = (before: WorkflowValues): WorkflowValues => {
    const nextId = idsFor(before);
    const values = addRow({ workflowId: SIDING, values: before, outer: [], property: "houseWrap", book, nextId });
    return applyEdit({ workflowId: SIDING, before, values, book, key: "houseWrap", nextId });
  };
  const one = open(SIDING, buildValues({ ...WALLS, houseWrap: [ROW] }));

  test("[CALC-21] one row gets all squares, 2400 x 1.1 / 100 = 26.4, and a second one none", () => {
    expect(squares(one)).toEqual([26.4]);
    expect(squares(add(one))).toEqual([26.4, 0]);
    expect(squares(add(one), "houseWrapLabor")).toEqual([26.4, 0]);
  });

  test("[CALC-21] two rows of a form that is opened do not get the squares twice", () => {
    expect(squares(open(SIDING, buildValues({ ...WALLS, houseWrap: [ROW, ROW] })))).toEqual([26.4, 0]);
  });

  test("[CALC-21] a first row reduced by hand leaves the rest to the second: 26.4 - 10", () => {
    expect(squares(enter(add(one), 0, 10))).toEqual([10, 16.4]);
    expect(squares(add(enter(one, 0, 10)))).toEqual([10, 16.4]);
  });

  test("[CALC-21] a first row gives up what is entered in the second: 26.4 - 6", () => {
    expect(squares(enter(add(one), 1, 6))).toEqual([20.4, 6]);
  });

  test("[CALC-21] more than all in the second row leaves nothing to the first, which then is the person's", () => {
    const more = enter(add(one), 1, 30);
    expect(squares(more)).toEqual([0, 30]);
    expect(squares(enter(enter(more, 0, 10), 1, 5))).toEqual([10, 5]);
  });

  test.each([
    { area: 3_000, all: 33 },
    { area: 1_000, all: 11 },
  ])("[CALC-21] walls of $area sq ft: the rows together follow to $all squares", ({ area, all }) => {
    expect(squares(edit(SIDING, add(one), "totalSidingArea", { quantity: area }))).toEqual([all, 0]);
  });
});

describe("presets of saved forms", () => {
  test("[WF-ROOF-01] a field saved without an entry stays without one when the form is opened again", () => {
    const saved = open(ROOFING, buildValues(ROOF));
    expect(quantities(saved, "squaresOnStory1")).toEqual([22]);
    const without = { ...saved, squaresOnStory1: [] };
    const reopened = openForm({ workflowId: ROOFING, values: without, book, nextId: idsFor(without), wasSaved: true });
    expect(linesOf(reopened, "squaresOnStory1")).toEqual([]);
    expect(quantities(open(ROOFING, without), "squaresOnStory1")).toEqual([22]);
  });
});

test.each([
  { chosen: "1.36.1", rows: 0 },
  { chosen: "1.36.2", rows: 1 },
  { chosen: "1.36.3", rows: 2 },
  { chosen: "1.36.4", rows: 3 },
])("[WF-ROOF-15] ice barrier option $chosen is $rows rows", ({ chosen, rows }) => {
  const before = buildValues({ iceBarrierRows: { value: "1.36.3", quantity: 2 } });
  expect(quantities(edit(ROOFING, before, "iceBarrierRows", { value: chosen }), "iceBarrierRows")).toEqual([rows]);
});

describe("calculated quantities", () => {
  test("[CALC-02] [CALC-03] an edit of area or waste rewrites squares and the labor's waste", () => {
    const edited = edit(ROOFING, buildValues(ROOF), "totalRoofArea", { quantity: 2_400 });
    expect(quantities(edited, "totalSquaresForMaterial")).toEqual([26.333]);
    expect(quantities(edited, "wasteFactorForLabor")).toEqual([10]);
  });

  test("an unchanged part stays the same object", () => {
    const before = open(ROOFING, buildValues({ ...ROOF, valleyLength: 40 }));
    const edited = edit(ROOFING, before, "valleyLength", { quantity: 50 });
    const changed = Object.keys(edited).filter((key) => edited[key] !== before[key]);
    expect(changed).toEqual(["valleyLength"]);
    expect(open(ROOFING, edited)).toBe(edited);
  });

  test("[CALC-46] [WF-WIN-16] the united inches of every window follow its size", () => {
    const windows = buildValues({ window: [{ quantity: 1, children: { width: 36, height: 60 } }] });
    const opened = open(WINDOWS, windows);
    expect(quantities(opened["window"]?.[0]?.children ?? {}, "ui")).toEqual([96]);
  });

  test("[CALC-46] [CALC-51] the united inches of any size in hundredths are the sum that a person writes", () => {
    const hundredths = fc.integer({ min: 1, max: 30_000 });
    fc.assert(
      fc.property(hundredths, hundredths, (width, height) => {
        const children = { width: width / 100, height: height / 100 };
        const opened = open(WINDOWS, buildValues({ window: [{ quantity: 1, children }] }));
        expect(quantities(opened["window"]?.[0]?.children ?? {}, "ui")).toEqual([(width + height) / 100]);
      }),
    );
  });
});

describe("packages", () => {
  const SIDING_FORM: GivenValues = {
    totalSidingArea: 2_400,
    wasteFactorForMaterial: 10,
    materialType: "2.45.1",
    sidingPackage: "2.844.1",
    sidingPackageInstallation: "2.100.1",
    sidingColor: "2.847.1",
    sidingReveal: "2.845.1",
  };
  const ROOF_FORM: GivenValues = { ...ROOF, package: "1.250.1", shingleColor: "1.251.1" };

  test("[PKG-03] another material type clears the roofing package", () => {
    const before = open(ROOFING, buildValues(ROOF_FORM));
    expect(choices(before, "package")).toEqual(["1.250.1"]);
    expect(choices(edit(ROOFING, before, "materialType", { value: "1.20.2" }), "package")).toEqual([null]);
  });

  test("[PKG-03] colors that only the cleared package offers are emptied with it", () => {
    const restricted = indexPriceBook({
      version: 1,
      entries: [
        options(ROOFING, "shingleColor", ["Slate"], { validOptions: { "1.250.1": ["1.251.1"] } }),
        options(ROOFING, "package", ["Good"]),
      ],
    });
    const before = buildValues(ROOF_FORM);
    const [material] = linesOf(before, "materialType");
    const values = setValue({
      values: before,
      path: [{ property: "materialType", id: material?.id ?? 0 }],
      value: "1.20.2",
    });
    const form = { workflowId: ROOFING, before, values, book: restricted, nextId: idsFor(values) };
    expect(choices(applyEdit({ ...form, key: "materialType" }), "shingleColor")).toEqual([null]);
  });

  test("[PKG-03] another material type clears the siding package and its installation", () => {
    const before = open(SIDING, buildValues(SIDING_FORM));
    const edited = edit(SIDING, before, "materialType", { value: "2.45.2" });
    expect(choices(edited, "sidingPackage")).toEqual([null]);
    expect(choices(edited, "sidingPackageInstallation")).toEqual([null]);
  });

  test("[PKG-04] without squares there is no package, color and reveal", () => {
    const before = open(SIDING, buildValues(SIDING_FORM));
    const edited = edit(SIDING, before, "totalSidingArea", { quantity: 0 });
    expect(["sidingPackage", "sidingColor", "sidingReveal"].map((key) => choices(edited, key))).toEqual([
      [null],
      [null],
      [null],
    ]);
    const roof = edit(ROOFING, open(ROOFING, buildValues(ROOF_FORM)), "totalRoofArea", { quantity: 0 });
    expect(["package", "shingleColor"].map((key) => choices(roof, key))).toEqual([[null], [null]]);
  });

  test("[PKG-04] with squares they stay", () => {
    const before = open(SIDING, buildValues(SIDING_FORM));
    const edited = edit(SIDING, before, "totalSidingArea", { quantity: 100 });
    expect(choices(edited, "sidingColor")).toEqual(["2.847.1"]);
  });
});

describe("choices under other choices", () => {
  const style = fieldAt(WINDOWS, "window.windowStyle");
  const swing = fieldAt(WINDOWS, "window.swing");
  const before = buildValues({
    window: [
      { quantity: 1, children: { windowStyle: optionOf(style, 1), swing: optionOf(swing, 1), footLock: "true" } },
    ],
  });
  const window = before["window"]?.[0];
  const choose = (number: number) => {
    const path = [
      { property: "window", id: window?.id ?? 0 },
      { property: "windowStyle", id: window?.children?.["windowStyle"]?.[0]?.id ?? 0 },
    ];
    const values = setValue({ values: before, path, value: optionOf(style, number) });
    const edited = applyEdit({
      workflowId: WINDOWS,
      before,
      values,
      book,
      key: "window.windowStyle",
      nextId: idsFor(values),
    });
    return edited["window"]?.[0]?.children ?? {};
  };

  test("[ITEM-16] a choice that the new style does not offer is emptied", () => {
    expect(choices(choose(1), "swing")).toEqual([optionOf(swing, 1)]);
    expect(choices(choose(2), "swing")).toEqual([null]);
  });

  test("[WF-WIN-15] fields that the new style hides are emptied", () => {
    expect(choices(choose(2), "footLock")).toEqual(["false"]);
    expect(choices(choose(3), "footLock")).toEqual(["true"]);
  });

  test("[WF-SIDE-15] prefabricated pieces go with the type that has none", () => {
    const type = fieldAt(SIDING, "wallFlashing.wallFlashingType");
    const flashing = buildValues({
      wallFlashing: { quantity: 1, children: { wallFlashingType: optionOf(type, 2), wallFlashingQuantity: 6 } },
    });
    const [line] = linesOf(flashing, "wallFlashing");
    const path = [
      { property: "wallFlashing", id: line?.id ?? 0 },
      { property: "wallFlashingType", id: line?.children?.["wallFlashingType"]?.[0]?.id ?? 0 },
    ];
    const values = setValue({ values: flashing, path, value: "2.96.1" });
    const edited = applyEdit({
      workflowId: SIDING,
      before: flashing,
      values,
      book,
      key: "wallFlashing.wallFlashingType",
      nextId: idsFor(values),
    });
    expect(quantities(edited["wallFlashing"]?.[0]?.children ?? {}, "wallFlashingQuantity")).toEqual([0]);
  });
});
