import type { UserId, CompanyId, SessionUser } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { areaLabel, areasOf } from "#app/shell/areas.ts";

const plain: SessionUser = {
  id: 7 as UserId,
  companyId: null,
  active: true,
  role: null,
  isSuperAdmin: false,
  isMasterAdmin: false,
};
const inCompany = { companyId: 3 as CompanyId };

test.each([
  ["/estimator/leads", "Sales"],
  ["/estimator", "Sales"],
  ["/config/estimate-fields", "Config"],
  ["/account/manage", "Select"],
  ["/admin/companies", "Select"],
  ["/master/folder-log", "Select"],
  ["/estimators", "Select"],
])("[SHELL-03] on %s the switcher reads %s", (path, label) => {
  expect(areaLabel(path)).toBe(label);
});

test.each([
  ["a visitor", undefined, []],
  ["somebody without a company", plain, []],
  ["a salesperson", { ...plain, ...inCompany, role: "User" }, ["Sales /estimator"]],
  ["a company admin", { ...plain, ...inCompany, role: "Admin" }, ["Sales /estimator", "Config /config"]],
  ["a master admin", { ...plain, isMasterAdmin: true }, ["Folder Log /master/folder-log"]],
  ["a super admin", { ...plain, isSuperAdmin: true }, ["Admin /admin"]],
  [
    "a super admin in a company",
    { ...plain, ...inCompany, isSuperAdmin: true },
    ["Sales /estimator", "Config /config", "Admin /admin"],
  ],
] satisfies [string, SessionUser | undefined, string[]][])("[SHELL-04] %s is offered their areas", (_, user, areas) => {
  expect(areasOf(user).map(({ label, path }) => `${label} ${path}`)).toEqual(areas);
});
