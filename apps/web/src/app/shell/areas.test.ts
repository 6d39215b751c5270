import type { AccountId, CompanyId, SessionUser } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { areaLabel, areasOf } from "#app/shell/areas.ts";

const outside: SessionUser = {
  id: 7 as AccountId,
  companyId: null,
  active: true,
  role: null,
  isSuperAdmin: true,
  isMasterAdmin: true,
};
const inside: SessionUser = { ...outside, companyId: 3 as CompanyId };

test.each([
  ["/estimator/leads", "Sales"],
  ["/estimator", "Sales"],
  ["/account/manage", "Select"],
  ["/estimators", "Select"],
])("[SHELL-03] on %s the switcher reads %s", (path, label) => {
  expect(areaLabel(path)).toBe(label);
});

test("[SHELL-04] Sales is for company users; areas that do not exist yet are not offered", () => {
  expect(areasOf(inside)).toEqual([expect.objectContaining({ label: "Sales", path: "/estimator" })]);
  expect(areasOf(outside)).toEqual([]);
  expect(areasOf(undefined)).toEqual([]);
});
