import { describe, expect, test } from "vitest";
import { buildBook, buildLine } from "#testing/build-price-book.ts";
import { linesOf, type WorkflowValues } from "./form-values.ts";
import { addRow, addRowAfter, clearRows, ensureLine, removeRow, setQuantity, setValue } from "./rows.ts";
import { copyLines, lowestId, temporaryIds } from "./temporary-ids.ts";

const book = buildBook();
const values: WorkflowValues = {
  gutter: [buildLine({ id: 1, quantity: 10 }), buildLine({ id: 2, quantity: 20 })],
  totalGutterLength: [buildLine({ id: 3, quantity: 30 })],
};
const gutters = (edited: WorkflowValues) => linesOf(edited, "gutter").map(({ id }) => id);
const place = { workflowId: 4, values, outer: [], property: "gutter", book };

describe("rows", () => {
  test("[EST-28] a row is added at the end or behind another one, and removed", () => {
    expect(gutters(addRow({ ...place, nextId: temporaryIds() }))).toEqual([1, 2, -2]);
    expect(gutters(addRowAfter({ ...place, after: 1, nextId: temporaryIds() }))).toEqual([1, -2, 2]);
    expect(gutters(removeRow({ values, path: [{ property: "gutter", id: 1 }] }))).toEqual([2]);
  });

  test("[EST-28] rows below a line are the line's own", () => {
    const windows: WorkflowValues = { window: [buildLine({ id: 1 }), buildLine({ id: 2 })] };
    const outer = [{ property: "window", id: 2 }];
    const added = addRow({ workflowId: 3, values: windows, outer, property: "grid", book, nextId: temporaryIds() });
    expect(linesOf(added["window"]?.[1]?.children, "grid")).toHaveLength(1);
    expect(added["window"]?.[0]).toBe(windows["window"]?.[0]);
  });

  test("[ITEM-12] a new row has a temporary id, as have its choices", () => {
    const row = linesOf(addRow({ ...place, nextId: temporaryIds() }), "gutter")[2];
    expect(row?.id).toBeLessThan(0);
    expect(row?.children?.["gutterType"]?.[0]?.id).toBeLessThan(0);
  });

  test("[ITEM-12] temporary ids go down by two from -2, or from what is taken", () => {
    const first = temporaryIds();
    expect([first(), first(), first()]).toEqual([-2, -4, -6]);
    expect(temporaryIds({ below: lowestId({ gutter: [buildLine({ id: -8 })] }) })()).toBe(-10);
    expect(temporaryIds({ below: -7 })()).toBe(-10);
  });

  test.each([
    { property: "membrane", workflowId: 1, left: 1 },
    { property: "houseWrap", workflowId: 2, left: 1 },
    { property: "houseInsulation", workflowId: 2, left: 1 },
    { property: "tearOff", workflowId: 2, left: 0 },
  ])("[WF-ROOF-28] clearing two rows of $property leaves $left", ({ property, workflowId, left }) => {
    const two = { [property]: [buildLine({ id: 1, quantity: 5 }), buildLine({ id: 2, quantity: 6 })] };
    const cleared = clearRows({ workflowId, values: two, outer: [], property, book, nextId: temporaryIds() });
    expect(linesOf(cleared, property).map(({ id }) => id < 0)).toEqual(Array.from({ length: left }, () => true));
  });
});

describe("edits", () => {
  const path = [{ property: "gutter", id: 1 }];

  test("an edit changes its line and nothing else", () => {
    const edited = setQuantity({ values, path, quantity: 11 });
    expect(edited["gutter"]?.[0]).toEqual({ id: 1, value: null, quantity: 11 });
    expect(edited["gutter"]?.[1]).toBe(values["gutter"]?.[1]);
    expect(edited["totalGutterLength"]).toBe(values["totalGutterLength"]);
  });

  test("an edit that changes nothing gives the same values", () => {
    expect(setQuantity({ values, path, quantity: 10 })).toBe(values);
    expect(setValue({ values, path, value: null })).toBe(values);
    expect(setQuantity({ values, path: [{ property: "gutter", id: 99 }], quantity: 1 })).toBe(values);
  });

  test("a field without a line gets one before it is edited", () => {
    const nextId = temporaryIds();
    const ensured = ensureLine({ workflowId: 4, values, outer: [], property: "gutterCorners", book, nextId });
    expect(setQuantity({ ...ensured, quantity: 4 })["gutterCorners"]).toEqual([{ id: -2, value: null, quantity: 4 }]);
    expect(ensureLine({ workflowId: 4, ...ensured, outer: [], property: "gutterCorners", book, nextId })).toEqual(
      ensured,
    );
  });

  test("a copy of lines has new ids", () => {
    const copied = copyLines(
      { gutter: [buildLine({ id: 5, children: { gutterType: [buildLine({ id: 6 })] } })] },
      temporaryIds(),
    );
    expect(copied["gutter"]?.[0]).toMatchObject({ id: -2, children: { gutterType: [{ id: -4 }] } });
  });
});
