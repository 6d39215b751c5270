import { expect, test } from "vitest";
import { linkTo, readStepAddress } from "#features/estimate/steps/step-address.ts";

test.each([
  { path: "/estimator/estimate/12/roofing/3", workflowId: 1, number: 3, rule: "[ROUTE-30]" },
  { path: "/estimator/estimate/-2/siding/17", workflowId: 2, number: 17, rule: "[ROUTE-31]" },
  { path: "/estimator/estimate/12/windows/2/5/0", workflowId: 3, number: 2, rule: "[ROUTE-32]" },
  { path: "/estimator/estimate/12/insulation/1/", workflowId: 6, number: 1, rule: "[ROUTE-37]" },
  { path: "/estimator/estimate/12/quick_estimate_trim", workflowId: 7, number: undefined, rule: "[ROUTE-28]" },
])("$rule parses $path", ({ path, workflowId, number }) => {
  expect(readStepAddress(path)).toMatchObject({ workflowId, number });
});

test.each([
  "/estimator/estimate/12",
  "/estimator/estimate/12/summary/1",
  "/estimator/estimate/12/painting/1",
  "/estimator/estimate/12/roofing/first",
  "/estimator/estimate/12/quick_estimate_by_window/7",
  "/estimator/leads/12/details",
])("[ROUTE-28] does not parse %s", (path) => {
  expect(readStepAddress(path)).toBeUndefined();
});

test("converts a path with a query to a router link", () => {
  expect(linkTo("/estimator/estimate/12/roofing/3?copy=2")).toEqual({
    to: "/estimator/estimate/12/roofing/3",
    search: { copy: "2" },
  });
  expect(linkTo("/estimator/estimate/12")).toEqual({ to: "/estimator/estimate/12", search: {} });
});
