import { expect, test } from "vitest";
import { buildValues } from "#testing/formula-situation.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { clearsComparison, isPackageApplicable, packageFields } from "./package-choice.ts";

test.each([1, 2, 3])("[PKG-03] every field around the package of workflow %i is in the catalogue", (workflowId) => {
  const fields = packageFields(workflowId);
  const required = (fields?.required ?? []).flatMap(({ key, squares }) => [key, squares]);
  const keys = [fields?.choice, ...(fields?.details ?? []), fields?.installation, fields?.squares, ...required];
  const named = keys.filter((key) => typeof key === "string");
  expect(named.filter((key) => !fieldByKey(workflowId, key))).toEqual([]);
  expect(fieldByKey(workflowId, fields?.choice ?? "")?.isComparison).toBe(true);
});

test("[PKG-03] only another material type ends a comparison", () => {
  expect(clearsComparison("materialType")).toBe(true);
  expect(clearsComparison("totalRoofArea")).toBe(false);
});

test.each([
  { rule: "PKG-09", workflowId: 1, squares: "totalSquaresForMaterial" },
  { rule: "PKG-08", workflowId: 2, squares: "totalSquaresForMaterialPackage" },
])("[$rule] a package of workflow $workflowId needs squares", ({ workflowId, squares }) => {
  expect(isPackageApplicable(workflowId, buildValues({ [squares]: 0.333 }))).toBe(true);
  expect(isPackageApplicable(workflowId, buildValues({ [squares]: 0 }))).toBe(false);
  expect(isPackageApplicable(workflowId, {})).toBe(false);
  expect(isPackageApplicable(4, {})).toBe(true);
});
