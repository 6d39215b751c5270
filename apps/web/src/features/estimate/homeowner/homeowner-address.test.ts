import { expect, test } from "vitest";
import { idInHomeownerAddress } from "#features/estimate/homeowner/homeowner-address.ts";

test.each([
  ["/estimator/estimate/5/homeowner", "5"],
  ["/estimator/estimate/5/homeowner/", "5"],
  ["/estimator/estimate/-2/homeowner?show=1", "-2"],
  ["/estimator/estimate/5/homeowner#top", "5"],
])("[HOME-06] %s is a homeowner's view of estimate %s", (href, idText) => {
  expect(idInHomeownerAddress(href)).toBe(idText);
});

test.each([
  "/estimator/estimate/abc/homeowner",
  "/estimator/estimate/0/homeowner",
  "/estimator/estimate/5",
  "/estimator/estimate/5/homeowners",
  "/estimator/leads",
  "/estimator/leads?from=/estimator/estimate/5/homeowner",
  "/",
])("[HOME-06] %s is not a view to lock a person into", (href) => {
  expect(idInHomeownerAddress(href)).toBeUndefined();
});
