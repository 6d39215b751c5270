import { describe, expect, test } from "vitest";
import {
  CURRENCY,
  ENVIRONMENTS,
  LOCALE,
  MAX_FILE_BYTES,
  NOTICE_CLOSES_AFTER_MS,
  NOTICE_REMOVED_AFTER_CLOSING_MS,
  PERIODIC_SYNC_MIN_INTERVAL_MS,
  PHONE_COUNTRY_CODE,
  REFRESH_AFTER_MS,
  SPLASH_REMOVED_AFTER_MS,
  CHUNK_LOADING_TIMEOUT_MS,
} from "./constants.ts";
import {
  effectiveLeadSort,
  leadAddress,
  leadInput,
  leadName,
  LEAD_FIELD_LABELS,
  LEAD_FIELDS,
} from "./entities/lead.ts";
import { DEFAULT_SETTINGS, SECRET_SETTINGS, settings } from "./entities/settings.ts";
import { firstNameAndInitial, fullName, initials, type SessionUser } from "./entities/user.ts";
import { COUNTRIES, countryOfState, STATES, TIME_ZONES } from "./geography.ts";
import type { UserId, CompanyId } from "./ids.ts";
import { hasNextPage } from "./paging.ts";
import { hasAccess, isCompanyAdmin, isCompanyUser, isLoggedIn } from "./permissions.ts";
import { fieldErrorsOf, problems } from "./problems.ts";
import type { Route } from "./routes/define-routes.ts";
import { leadListQuery } from "./routes/lead-list-query.ts";
import { routes } from "./routes/routes.ts";

test("[CONST-01] [CONST-02] [CONST-03] [CONST-04] [CONST-05] the specification's constants", () => {
  expect(REFRESH_AFTER_MS).toBe(10_800_000);
  expect([NOTICE_CLOSES_AFTER_MS, NOTICE_REMOVED_AFTER_CLOSING_MS, SPLASH_REMOVED_AFTER_MS]).toEqual([5000, 1000, 500]);
  expect(CHUNK_LOADING_TIMEOUT_MS).toBe(120_000);
  expect(PERIODIC_SYNC_MIN_INTERVAL_MS).toBe(3_600_000);
  expect(ENVIRONMENTS).toEqual(["development", "testing", "staging", "production"]);
  expect([CURRENCY, LOCALE, PHONE_COUNTRY_CODE, MAX_FILE_BYTES]).toEqual(["USD", "en-US", "+1", 10_000_000]);
});

test("[CONST-06] [LEAD-16] two countries, 51 states with DC, 13 provinces and territories", () => {
  expect(COUNTRIES.map(({ id }) => id)).toEqual(["USA", "CAN"]);
  expect(STATES.filter(({ countryId }) => countryId === "USA")).toHaveLength(51);
  expect(STATES.filter(({ countryId }) => countryId === "CAN")).toHaveLength(13);
  expect(new Set(STATES.map(({ id }) => id)).size).toBe(64);
  expect(STATES).toContainEqual({ id: "DC", name: "District of Columbia", countryId: "USA" });
  expect(countryOfState("ON")).toBe("CAN");
});

test("[CONST-07] five time zones", () => {
  expect(TIME_ZONES).toEqual([
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
  ]);
});

describe("people", () => {
  const ann = { firstName: "Ann", lastName: "Lee", email: "ann@lee.test" };
  test("[ADM-05] full name, initials, first name and last initial", () => {
    expect([fullName(ann), initials(ann), firstNameAndInitial(ann)]).toEqual(["Ann Lee", "AL", "Ann L."]);
  });
  test("a user without a name is shown by e-mail", () => {
    const nameless = { firstName: "", lastName: "", email: "x@y.test" };
    expect([fullName(nameless), initials(nameless)]).toEqual(["x@y.test", "X"]);
  });
});

describe("permissions", () => {
  const person = (parts: Partial<SessionUser>): SessionUser => ({
    id: 1 as UserId,
    companyId: null,
    active: true,
    role: null,
    isSuperAdmin: false,
    isMasterAdmin: false,
    ...parts,
  });
  const inCompany = { companyId: 7 as CompanyId };

  test("[AUTH-02] logged in is a user id above 0 and no company or an active membership", () => {
    expect(isLoggedIn(person({ id: 0 as UserId }))).toBe(false);
    expect(isLoggedIn(undefined)).toBe(false);
    expect(isLoggedIn(person({ ...inCompany, role: "User", active: false }))).toBe(false);
    expect(isLoggedIn(person({ ...inCompany, role: "User" }))).toBe(true);
    expect(isLoggedIn(person({}))).toBe(true);
  });
  test("[AUTH-03] a company user is logged in with a company", () => {
    expect(isCompanyUser(person({}))).toBe(false);
    expect(isCompanyUser(person({ ...inCompany, role: "User" }))).toBe(true);
  });
  test.each([
    { who: "a user", parts: { ...inCompany, role: "User" as const }, isAdmin: false },
    { who: "an admin", parts: { ...inCompany, role: "Admin" as const }, isAdmin: true },
    { who: "a super admin with a company", parts: { ...inCompany, isSuperAdmin: true }, isAdmin: true },
    { who: "a super admin without one", parts: { isSuperAdmin: true }, isAdmin: false },
  ])("[AUTH-04] $who is company admin: $isAdmin", ({ parts, isAdmin }) => {
    expect(isCompanyAdmin(person(parts))).toBe(isAdmin);
    expect(hasAccess(person(parts), "companyAdmin")).toBe(isAdmin);
  });
  test("[AUTH-05] [AUTH-06] the flags open what is theirs", () => {
    expect(hasAccess(person({ isSuperAdmin: true }), "superAdmin")).toBe(true);
    expect(hasAccess(person({ isMasterAdmin: true }), "superAdmin")).toBe(false);
    expect(hasAccess(person({ isMasterAdmin: true }), "masterAdmin")).toBe(true);
    expect(hasAccess(person({ isSuperAdmin: true }), "userAdmin")).toBe(true);
    expect(hasAccess(person({}), "userAdmin")).toBe(false);
  });
});

describe("leads", () => {
  test("[LEAD-04] [LEAD-05] the sort that counts", () => {
    expect(effectiveLeadSort({ searchQuery: "" })).toBe("name-asc");
    expect(effectiveLeadSort({ searchQuery: "", sort: "relevance" })).toBe("name-asc");
    expect(effectiveLeadSort({ searchQuery: "kar" })).toBe("relevance");
    expect(effectiveLeadSort({ searchQuery: "kar", sort: "meeting-desc" })).toBe("meeting-desc");
    expect(effectiveLeadSort({ searchQuery: "", sort: "bogus" })).toBe("name-asc");
  });
  test("[LEAD-03] limit 1 to 100 with default 100, offset of 0 or more with default 0", () => {
    expect(leadListQuery.parse({})).toMatchObject({ limit: 100, offset: 0, searchQuery: "" });
    for (const query of [{ limit: "0" }, { limit: "101" }, { offset: "-1" }, { limit: "ten" }])
      expect(leadListQuery.safeParse(query).success).toBe(false);
    expect(leadListQuery.parse({ sort: "bogus" }).sort).toBeUndefined();
  });
  test("[LEAD-07] a page has a next one when the total exceeds offset plus limit", () => {
    expect(hasNextPage({ totalCount: 200, offset: 100, limit: 100 })).toBe(false);
    expect(hasNextPage({ totalCount: 201, offset: 100, limit: 100 })).toBe(true);
  });
  test("[LEAD-15] phones are normalised, empty e-mail is fine, a wrong one is not", () => {
    expect(leadInput.parse({ lastName: "Lee", phone: "5551234567", email: "" }).phone).toBe("+15551234567");
    const refused = leadInput.safeParse({ lastName: "Lee", email: "x", zipCode: "1234", phone: "12", color: "red" });
    expect(refused.success ? {} : fieldErrorsOf(refused.error)).toEqual({
      email: ["E-mail must be a valid e-mail address."],
      zipCode: ["Zip code must be a valid Zip Code."],
      phone: ["Phone must be a valid phone number with 10 digits."],
      color: ["This field is not known."],
    });
  });
  test("a lead needs a name or a company", () => {
    const refused = leadInput.safeParse({ phone: "5551234567" });
    expect(refused.success ? {} : fieldErrorsOf(refused.error)).toEqual({ lastName: ["Enter a name or a company."] });
    expect(leadInput.safeParse({ company: "Price & Sons" }).success).toBe(true);
  });
  test("every field has a label", () => {
    for (const field of LEAD_FIELDS) expect(LEAD_FIELD_LABELS[field]).not.toBe("");
  });
  test("name and address are what is known of them", () => {
    expect(leadName({ firstName: "", lastName: "", company: "Price & Sons" })).toBe("Price & Sons");
    expect(leadAddress({ street: "1 Elm St", city: "Portage", state: "MI", zipCode: "" })).toBe(
      "1 Elm St, Portage, MI",
    );
  });
});

describe("settings", () => {
  test("[SET-02] [SET-03] [SET-04] [SET-05] [SET-07] missing values", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      timeZone: "",
      companyName: "",
      license: "",
      themeColor: "#2ab0da",
      smtpPort: 0,
      fileStorageService: 0,
      hoverIntegrationEnabled: false,
      zohoIntegrationEnabled: false,
      zohoOrganizationDomainName: "",
    });
  });
  test("[SET-06] [SET-08] [SET-09] [SET-12] [SET-14] [SET-15] objects, lists, images and numbers", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      microsoftOneDriveInfo: null,
      leadProjectTypesToFolderNameMapping: {},
      logoImage: null,
      contractLogos: [],
      contractAttachments: [],
      contractCashDiscountPercent: 0,
      contractFinancingApr: 0,
      cashCheckDiscount: 0,
      usageReportFrequency: 0,
      usageReportStartDate: null,
      sectionsInfo: {},
      paymentOptions: {},
      zeroInterest: {},
      reducedRate: {},
    });
  });
  test("[SET-13] three flags start true, four false", () => {
    const { showDiscountsOnContract, showPaymentOptionsOnContract, lifetimeWorkmanship } = DEFAULT_SETTINGS;
    expect([showDiscountsOnContract, showPaymentOptionsOnContract, lifetimeWorkmanship]).toEqual([true, true, true]);
    const { showMeasurmentPopulate, showPromotionsOnContract, showPhotosSection, showPaymentOptions } =
      DEFAULT_SETTINGS;
    expect([showMeasurmentPopulate, showPromotionsOnContract, showPhotosSection, showPaymentOptions]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
  test("secrets are not part of what a browser sees", () => {
    for (const secret of SECRET_SETTINGS) expect(Object.keys(settings.shape)).not.toContain(secret);
  });
});

describe("problems and routes", () => {
  test("[ERR-04] [ERR-05] [ERR-06] [ERR-07] [ERR-08] [ERR-09] [ERR-10] texts and statuses of the specification", () => {
    expect(problems.sessionExpired).toEqual({ status: 401, title: "Your session has expired, please login again." });
    expect(problems.accessDenied).toEqual({
      status: 403,
      title: "Access denied. Your account does not have permission to do this.",
    });
    expect(problems.notFound).toEqual({ status: 404, title: "The information you requested was not found." });
    expect(problems.requestTimeout.title).toBe(
      "The request has timed out because the server took too long to respond.",
    );
    expect(problems.unavailable).toEqual({
      status: 503,
      title: "Your device is offline or the server is unavailable right now.",
    });
    expect(problems.unexpected.title).toBe(
      "A problem has occurred. Please refresh the page and try again. If the problem persists, contact support.",
    );
    expect(problems.validation.title).toBe("One or more validation errors occurred.");
    expect(problems.aborted).toEqual({ status: 418, title: "Request aborted" });
  });

  test("[API-40] [API-42] [API-43] [API-44] [API-45] [API-49] [API-50] [API-52] [API-59] [API-61] calls of the specification", () => {
    const calls = Object.values(routes).map((route: Route) => `${route.method} ${route.path}`);
    for (const call of [
      "GET /api/companies",
      "GET /api/companies/:id",
      "PUT /api/companies/:id",
      "DELETE /api/companies/:id",
      "POST /api/companies",
      "GET /api/info",
      "GET /api/leads",
      "GET /api/leads/search",
      "GET /api/leads/:id",
      "PUT /api/leads/:id",
      "DELETE /api/leads/:id",
      "POST /api/leads/",
      "GET /api/settings/",
      "PATCH /api/settings/",
      "GET /api/users",
      "GET /api/users/:id",
      "PUT /api/users/:id",
      "DELETE /api/users/:id",
      "POST /api/users/",
      "POST /api/users/:id/resendsetupemail",
      "POST /api/users/sendsetuppendingemails",
      "GET /api/users/self",
      "POST /api/users/self",
      "POST /api/users/login",
      "POST /api/users/logout",
      "POST /api/users/forgotpassword",
      "POST /api/users/resetpassword",
      "POST /api/users/changepassword",
      "POST /api/users/setup",
    ])
      expect(calls).toContain(call);
    expect(new Set(calls).size).toBe(calls.length);
  });
});
