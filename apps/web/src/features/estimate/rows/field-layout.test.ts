import { fieldByKey, indexPriceBook, SECTIONS, type FieldDefinition } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import {
  addLabel,
  childName,
  fieldsOfRows,
  isLongLabel,
  layoutOfField,
  layoutOfGroup,
  rowNamedAsGroup,
  rowsOfGroup,
  shownUnit,
  soleListOf,
  standsInColumns,
} from "./field-layout.ts";

const book = indexPriceBook(starterPriceBook);

function field(workflowId: number, key: string): FieldDefinition {
  const found = fieldByKey(workflowId, key);
  if (!found) throw new RangeError(`Workflow ${String(workflowId)} has no field ${key}.`);
  return found;
}

function group(sectionId: number, title: string) {
  const found = SECTIONS.find(({ id }) => id === sectionId)?.groups.find((each) => each.title === title);
  if (!found) throw new RangeError(`Section ${String(sectionId)} has no group ${title}.`);
  return found;
}

const rowsOf = (workflowId: number, sectionId: number, title: string) =>
  rowsOfGroup(workflowId, group(sectionId, title));

describe("the layout of a group", () => {
  test.each([
    { title: "Lengths", section: 103, layout: "strip", because: "nothing but measurements" },
    {
      title: "Install and waste calculations",
      section: 102,
      layout: "strip",
      because: "nothing but numbers, two typed",
    },
    { title: "Structure height", section: 102, layout: "table", because: "higher stories cost labor" },
    { title: "Ice barrier", section: 103, layout: "table", because: "it has a total" },
    { title: "What matters", section: 101, layout: "plain", because: "no answer costs anything" },
    { title: "Previous roofing providers", section: 101, layout: "plain", because: "texts" },
    { title: "Cornice returns", section: 113, layout: "table", because: "it is bought" },
  ])("[EST-31] $title: $layout, as $because", ({ title, section, layout }) => {
    const { hasTotal = false } = group(section, title);
    expect(layoutOfGroup(book, fieldsOfRows(rowsOf(1, section, title)), hasTotal)).toBe(layout);
  });

  test("[WF-WIN-03] shows the problems of the old windows as checkboxes", () => {
    expect(layoutOfGroup(book, fieldsOfRows(rowsOf(3, 301, "Window Problems")), false)).toBe("ticks");
  });

  test("[EST-31] shows a title once if its only row repeats it", () => {
    expect(rowNamedAsGroup(group(113, "Cornice returns"), rowsOf(1, 113, "Cornice returns"))?.key).toBe(
      "corniceReturns",
    );
    expect(rowNamedAsGroup(group(101, "What matters"), rowsOf(1, 101, "What matters"))).toBeNull();
  });

  test("[EST-30] offers the first row of a list in its header", () => {
    expect(soleListOf(rowsOf(1, 104, "Drip edge"))?.key).toBe("dripEdge");
    // Texts are no rows to add.
    expect(soleListOf(rowsOf(1, 113, "Trim coil"))?.key).toBe("trimCoil");
    expect(soleListOf(rowsOf(1, 103, "Decking"))).toBeNull();
  });

  test.each([
    { section: 101, title: "Area of work", isTwo: true },
    { section: 101, title: "What matters", isTwo: true },
    // Rows that come and go, with texts to write in them.
    { section: 101, title: "Previous roofing providers", isTwo: false },
  ])("puts short rows without prices in two columns: $title, $isTwo", ({ section, title, isTwo }) => {
    expect(standsInColumns(rowsOf(1, section, title))).toBe(isTwo);
  });

  test("keeps texts of a group in place", () => {
    expect(rowsOf(1, 113, "Trim coil").map((row) => ("text" in row ? row.text : row.field.key))).toEqual([
      "trimCoilNeed",
      "trimCoil",
    ]);
  });
});

describe("the layout of a field", () => {
  test.each([
    { key: "eaveLength", workflow: 1, layout: "line" },
    { key: "iceBarrier", workflow: 1, layout: "line" },
    { key: "dripEdge", workflow: 1, layout: "line" },
    { key: "decking", workflow: 1, layout: "line" },
    // Three choices do not fit beside the label.
    { key: "gutter", workflow: 1, layout: "card" },
    // The length below it has its own recommendation.
    { key: "gutterProtection", workflow: 1, layout: "card" },
    { key: "custom", workflow: 1, layout: "card" },
    { key: "window", workflow: 3, layout: "card" },
    // Area and rolls are bought by themselves.
    { key: "membrane", workflow: 1, layout: "rows" },
    { key: "houseWrap", workflow: 2, layout: "rows" },
    { key: "wallFlashing", workflow: 2, layout: "rows" },
  ])("[EST-33] lays out $key as a $layout", ({ key, workflow, layout }) => {
    expect(layoutOfField(book, field(workflow, key))).toBe(layout);
  });

  test.each([
    { key: "window.grid", text: "Add grid" },
    { key: "window.interiorTrim", text: "Add interior trim" },
    { key: "window.exteriorTrim", text: "Add exterior trim" },
  ])("[WF-WIN-13] labels the button of an empty list $text", ({ key, text }) => {
    expect(addLabel(field(3, key))).toBe(text);
  });

  test("keeps capitals of names within a sentence", () => {
    expect(addLabel(field(1, "pvcBoot"))).toBe("Add PVC pipe flashing");
    expect(addLabel(field(1, "jChannelTrim"))).toBe("Add J channel");
    expect(addLabel(field(1, "replaceDeckBoards"))).toBe("Add deck boards to replace");
    expect(childName("Drip edge 2", field(1, "dripEdge.dripEdgeType"))).toBe("Drip edge 2 type");
  });

  test("[VAL-19] sets labels of more than 40 characters smaller", () => {
    expect(isLongLabel("x".repeat(40))).toBe(false);
    expect(isLongLabel("x".repeat(41))).toBe(true);
  });

  test("shows no unit for a count that is not bought", () => {
    expect(shownUnit(field(1, "ageOfRoof"), false)).toBe("");
    expect(shownUnit(field(1, "pvcBoot"), true)).toBe("EA");
    expect(shownUnit(field(1, "eaveLength"), false)).toBe("FT");
  });
});

test("[EST-31] can lay out every row of every section", () => {
  for (const { workflowId, groups } of SECTIONS)
    for (const each of groups) expect(rowsOfGroup(workflowId, each)).toHaveLength(each.rows.length);
});
