import type { ScopeFinding } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { findingPath, focusOfSearch } from "#features/estimate/scope-check/finding-path.ts";

const finding: ScopeFinding = {
  code: "starters",
  severity: "missing",
  workflowId: 1,
  workflowEstimateId: 1,
  sectionId: 114,
  fieldKey: "starters",
  lineId: null,
  text: "42 SQ of roof and no starter strip.",
};

test.each([
  { given: "a step", change: {}, path: "/estimator/estimate/7/roofing/14?focus=starters" },
  {
    given: "the step of a second roof",
    change: { workflowEstimateId: 2 },
    path: "/estimator/estimate/7/roofing/14?copy=2&focus=starters",
  },
  {
    given: "a window",
    change: { workflowId: 3, sectionId: 302, fieldKey: "window.width", lineId: 31 },
    path: "/estimator/estimate/7/windows/2/31/0?focus=window.width",
  },
  {
    given: "what the windows share",
    change: { workflowId: 3, sectionId: 304, fieldKey: "caulk" },
    path: "/estimator/estimate/7/windows/4?focus=caulk",
  },
  { given: "a workflow without steps", change: { workflowId: 0, sectionId: 1 }, path: null },
])("[SCOPE-09] links to $given", ({ change, path }) => {
  expect(findingPath(7, { ...finding, ...change })).toBe(path);
});

test("[SCOPE-09] reads the field from the address", () => {
  expect(focusOfSearch({ focus: "starters" })).toBe("starters");
  expect(focusOfSearch({})).toBeUndefined();
  expect(focusOfSearch({ focus: "" })).toBeUndefined();
});
