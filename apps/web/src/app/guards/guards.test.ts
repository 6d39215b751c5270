import { describe, expect, test } from "vitest";
import { redirectOf, safeReferrer, type PageRule } from "#app/guards/guards.ts";
import { homePath } from "#app/guards/home-path.ts";
import { buildUser, IN_COMPANY } from "#app/testing/session-users.ts";

const visitor = undefined;
const companyUser = buildUser(IN_COMPANY);
const companyAdmin = buildUser({ ...IN_COMPANY, role: "Admin" });
const superAdmin = buildUser({ isSuperAdmin: true });
const masterAdmin = buildUser({ isMasterAdmin: true });
const plainUser = buildUser();

const open: PageRule = { access: "everybody", isBlockedOffline: false };
const login: PageRule = { access: "anonymous", isBlockedOffline: true };
const manage: PageRule = { access: "signedIn", isBlockedOffline: true };
const leads: PageRule = { access: "companyUser", isBlockedOffline: false };
const config: PageRule = { access: "companyAdmin", isBlockedOffline: true };
const admin: PageRule = { access: "superAdmin", isBlockedOffline: true };
const master: PageRule = { access: "masterAdmin", isBlockedOffline: false };

describe("the root", () => {
  test.each([
    ["ROUTE-01", "a visitor", visitor, "/account/login"],
    ["ROUTE-02", "a company user", companyUser, "/estimator"],
    ["ROUTE-02", "a super admin in a company", buildUser({ ...IN_COMPANY, isSuperAdmin: true }), "/estimator"],
    ["ROUTE-02", "a master admin in a company", buildUser({ ...IN_COMPANY, isMasterAdmin: true }), "/estimator"],
    ["ROUTE-03", "a super admin without company", superAdmin, "/admin"],
    ["ROUTE-04", "a master admin without company", masterAdmin, "/master"],
    ["ROUTE-05", "everybody else", plainUser, "/account/companies"],
    [
      "AUTH-02",
      "somebody who is not active in the company",
      buildUser({ ...IN_COMPANY, active: false }),
      "/account/login",
    ],
  ])("[%s] sends %s on", (_rule, _who, user, path) => {
    expect(homePath(user)).toBe(path);
  });
});

describe("guards", () => {
  test.each([
    ["ROUTE-06", "public pages let visitors in", open, visitor, true, undefined],
    ["ROUTE-06", "public pages open offline", open, companyUser, false, undefined],
    ["GUARD-02", "blocked pages lead to /offline", manage, companyUser, false, "/offline?referrer=%2Fasked%3Fx%3D1"],
    ["ROUTE-15", "the login is blocked offline as well", login, visitor, false, "/offline?referrer=%2Fasked%3Fx%3D1"],
    ["GUARD-03", "visitors go to the login", manage, visitor, true, "/account/login?referrer=%2Fasked%3Fx%3D1"],
    ["GUARD-03", "visitors of company pages too", leads, visitor, true, "/account/login?referrer=%2Fasked%3Fx%3D1"],
    [
      "GUARD-03",
      "offline a visitor is sent to the login",
      leads,
      visitor,
      false,
      "/account/login?referrer=%2Fasked%3Fx%3D1",
    ],
    ["GUARD-04", "the login sends signed-in people to /", login, companyUser, true, "/"],
    ["ROUTE-10", "visitors may log in", login, visitor, true, undefined],
    ["ROUTE-11", "signed-in people reach their account", manage, plainUser, true, undefined],
    ["GUARD-06", "super admins without company leave company pages", leads, superAdmin, true, "/admin"],
    ["GUARD-07", "users without company choose one first", leads, plainUser, true, "/account/companies"],
    ["AUTH-03", "company users reach company pages", leads, companyUser, true, undefined],
    ["OFF-17", "company pages open offline", leads, companyUser, false, undefined],
    ["GUARD-03", "visitors of config too", config, visitor, true, "/account/login?referrer=%2Fasked%3Fx%3D1"],
    ["GUARD-08", "super admins without company leave config", config, superAdmin, true, "/admin"],
    ["GUARD-09", "salespeople may not enter config", config, companyUser, true, "/access-denied"],
    ["GUARD-09", "nor may somebody without company", config, plainUser, true, "/access-denied"],
    ["GUARD-05", "company admins may not enter the admin area", admin, companyAdmin, true, "/access-denied"],
    ["GUARD-05", "master admins may not enter the admin area", admin, masterAdmin, true, "/access-denied"],
    ["AUTH-05", "super admins reach the admin area", admin, superAdmin, true, undefined],
    ["AUTH-06", "master admins reach the master area", master, masterAdmin, true, undefined],
    ["AUTH-06", "super admins are kept out of it", master, superAdmin, true, "/access-denied"],
    ["AUTH-06", "company admins too", master, companyAdmin, true, "/access-denied"],
    ["ROUTE-20", "company admins reach config", config, companyAdmin, true, undefined],
    ["GUARD-02", "config is blocked offline", config, companyAdmin, false, "/offline?referrer=%2Fasked%3Fx%3D1"],
  ])("[%s] %s", (_rule, _what, rule, user, isOnline, path) => {
    expect(redirectOf({ rule, user, isOnline, path: "/asked?x=1" })).toBe(path);
  });

  test.each([
    ["/estimator/leads?page=2", "/estimator/leads?page=2"],
    [undefined, "/"],
    ["", "/"],
    ["https://elsewhere.test/", "/"],
    ["//elsewhere.test/", "/"],
    ["/\\elsewhere.test/", "/"],
    ["javascript:alert(1)", "/"],
  ])("[AUTH-07] referrer %j leads to %j", (referrer, path) => {
    expect(safeReferrer(referrer)).toBe(path);
  });
});
