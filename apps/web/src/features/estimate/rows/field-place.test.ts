import type { WorkflowValues } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { fieldDomId, isSamePlace, placeOfProblem } from "./field-place.ts";

const values: WorkflowValues = {
  eaveLength: [{ id: 5, value: null, quantity: 3 }],
  gutter: [
    { id: -1, value: null, quantity: 1, children: { gutterType: [{ id: 7, value: null, quantity: null }] } },
    { id: -2, value: null, quantity: 1, children: { gutterType: [{ id: 8, value: null, quantity: null }] } },
  ],
};
const isRepeatable = (key: string) => key === "gutter" || key === "custom";
const at = (path: string, fieldId: "1.1" | null = "1.1") => placeOfProblem({ path, fieldId }, values, isRepeatable);

describe("[VAL-22] the place of a problem", () => {
  test("has no line id for a field that is not repeatable", () => {
    expect(at("eaveLength.0.quantity")).toEqual({
      place: { outer: [], property: "eaveLength", lineId: null },
      member: "quantity",
      row: null,
    });
  });

  test("exists for a field without a line", () => {
    expect(at("materialType.0.value")?.place).toEqual({ outer: [], property: "materialType", lineId: null });
  });

  test("finds a choice of the second row", () => {
    expect(at("gutter.1.gutterType.0.value")).toEqual({
      place: { outer: [{ property: "gutter", id: -2 }], property: "gutterType", lineId: null },
      member: "value",
      row: 2,
    });
  });

  test("finds a row's own quantity", () => {
    expect(at("gutter.1.quantity")?.place).toEqual({ outer: [], property: "gutter", lineId: -2 });
  });

  test("finds a cost of a row", () => {
    expect(at("gutter.1.materialCost")).toEqual({
      place: { outer: [], property: "gutter", lineId: -2 },
      member: "materialCost",
      row: 2,
    });
  });

  test("finds a list as a whole", () => {
    expect(at("gutter")?.place).toEqual({ outer: [], property: "gutter", lineId: null });
  });

  test("is missing for the comparison", () => {
    expect(at("comparison", null)).toBeNull();
  });
});

test("has its own DOM id", () => {
  const gutter = { outer: [], property: "gutter", lineId: -2 };
  const type = { outer: [{ property: "gutter", id: -2 }], property: "gutterType", lineId: null };
  const ids = [
    fieldDomId(gutter),
    fieldDomId(gutter, "quantity"),
    fieldDomId(type),
    fieldDomId({ ...gutter, lineId: -1 }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  expect(isSamePlace(type, { ...type, outer: [{ property: "gutter", id: -2 }] })).toBe(true);
  expect(isSamePlace(type, { ...type, outer: [{ property: "gutter", id: -1 }] })).toBe(false);
});
