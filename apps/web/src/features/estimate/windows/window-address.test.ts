import { expect, test } from "vitest";
import { readWindowAddress } from "#features/estimate/windows/window-address.ts";

test.each([
  {
    path: "/estimator/estimate/12/windows/2/0/0",
    address: { page: "details", estimateId: 12, windowId: 0, sourceId: 0 },
  },
  {
    path: "/estimator/estimate/-4/windows/2/0/-18",
    address: { page: "details", estimateId: -4, windowId: 0, sourceId: -18 },
  },
  { path: "/estimator/estimate/12/quick_estimate_windows", address: { page: "quickList", estimateId: 12 } },
  {
    path: "/estimator/estimate/12/quick_estimate_by_window/9",
    address: { page: "quickWindow", estimateId: 12, windowId: 9 },
  },
  { path: "/estimator/estimate/12/windows/3", address: undefined },
  { path: "/estimator/estimate/12", address: undefined },
])("[ROUTE-29] [ROUTE-32] $path", ({ path, address }) => {
  expect(readWindowAddress(path)).toEqual(address);
});
