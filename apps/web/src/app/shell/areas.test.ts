import type { UserId, CompanyId, SessionUser } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { areaLabel, areasOf } from "#app/shell/areas.ts";

const outside: SessionUser = {
  id: 7 as UserId,
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
  ["/config/estimate-fields", "Config"],
  ["/account/manage", "Select"],
  ["/estimators", "Select"],
])("[SHELL-03] on %s the switcher reads %s", (path, label) => {
  expect(areaLabel(path)).toBe(label);
});

test("[SHELL-04] Sales is for company users, Config for admins; areas that do not exist yet are not offered", () => {
  const sales = expect.objectContaining({ label: "Sales", path: "/estimator" }) as unknown;
  const config = expect.objectContaining({ label: "Config", path: "/config" }) as unknown;
  expect(areasOf(inside)).toEqual([sales, config]);
  expect(areasOf({ ...inside, isSuperAdmin: false, role: "Admin" })).toEqual([sales, config]);
  expect(areasOf({ ...inside, isSuperAdmin: false, role: "User" })).toEqual([sales]);
  expect(areasOf(outside)).toEqual([]);
  expect(areasOf(undefined)).toEqual([]);
});
