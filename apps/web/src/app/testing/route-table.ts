/* The expected target of each address, written from the ROUTE and GUARD rows of the checklist and from 1.§2, never from the code. */

export const ROLES = [
  "visitor",
  /** signed in, in no company */
  "account",
  "companyUser",
  "companyAdmin",
  "superAdmin",
  "superAdminInCompany",
  "masterAdmin",
] as const;
export type Role = (typeof ROLES)[number];

/** ROUTE-03, GUARD-06, GUARD-08 */
const ADMIN_AREA = "/admin";
/** ROUTE-04 */
const MASTER_AREA = "/master";

/** The target of `/` (ROUTE-01 to ROUTE-05). */
export const HOME: Record<Role, string> = {
  visitor: "/account/login",
  account: "/account/companies",
  companyUser: "/estimator",
  companyAdmin: "/estimator",
  superAdmin: ADMIN_AREA,
  superAdminInCompany: "/estimator",
  masterAdmin: MASTER_AREA,
};

const DENIED = "/access-denied";
const COMPANIES = "/account/companies";

/** ROUTE-06 to ROUTE-08 */
const EVERYBODY = {
  visitor: "page",
  account: "page",
  companyUser: "page",
  companyAdmin: "page",
  superAdmin: "page",
  superAdminInCompany: "page",
  masterAdmin: "page",
} as const;

/** Who is let in ("page"), and where everyone else is redirected; "login" includes the referrer. */
const OUTCOMES = {
  everybody: EVERYBODY,
  /** ROUTE-10, GUARD-04 */
  anonymous: {
    visitor: "page",
    account: "/",
    companyUser: "/",
    companyAdmin: "/",
    superAdmin: "/",
    superAdminInCompany: "/",
    masterAdmin: "/",
  },
  /** ROUTE-11, ROUTE-12, GUARD-03 */
  signedIn: { ...EVERYBODY, visitor: "login" },
  /** GUARD-03, GUARD-06, GUARD-07 */
  companyUser: {
    visitor: "login",
    account: COMPANIES,
    companyUser: "page",
    companyAdmin: "page",
    superAdmin: ADMIN_AREA,
    superAdminInCompany: "page",
    masterAdmin: COMPANIES,
  },
  /** MOVE-04: a page of the sales area, whose guard comes first, for admins */
  salesAdmin: {
    visitor: "login",
    account: COMPANIES,
    companyUser: DENIED,
    companyAdmin: "page",
    superAdmin: ADMIN_AREA,
    superAdminInCompany: "page",
    masterAdmin: COMPANIES,
  },
  /** GUARD-03, GUARD-08, GUARD-09, AUTH-04 */
  companyAdmin: {
    visitor: "login",
    account: DENIED,
    companyUser: DENIED,
    companyAdmin: "page",
    superAdmin: ADMIN_AREA,
    superAdminInCompany: "page",
    masterAdmin: DENIED,
  },
  /** GUARD-03, GUARD-05 */
  superAdmin: {
    visitor: "login",
    account: DENIED,
    companyUser: DENIED,
    companyAdmin: DENIED,
    superAdmin: "page",
    superAdminInCompany: "page",
    masterAdmin: DENIED,
  },
  /** GUARD-03, AUTH-06 */
  masterAdmin: {
    visitor: "login",
    account: DENIED,
    companyUser: DENIED,
    companyAdmin: DENIED,
    superAdmin: DENIED,
    superAdminInCompany: DENIED,
    masterAdmin: "page",
  },
} as const satisfies Record<string, Record<Role, string>>;

/** What an address may hold instead of an id. */
export const ID_KINDS = {
  right: "of a record of the company",
  missing: "of no record",
  foreign: "of another company's record",
  notANumber: "abc",
  negative: "of no record that waits on this device",
  mapped: "of this device, and the server has given its own",
  zero: "0",
  huge: "99999999999999999999",
} as const;
export type IdKind = keyof typeof ID_KINDS;

/** "missing" is the message of ERR-06, then the path of ERR-11. "server" is the same page under the server's id (GUARD-11). */
type IdOutcome = "page" | "missing" | "server";

export interface IdRule {
  /** The owner of the id's records. */
  readonly of: "lead" | "estimate" | "document";
  /** The redirect for a missing record. */
  readonly goTo: string;
  readonly outcomes: Record<IdKind, IdOutcome>;
}

/** GUARD-11, ERR-03, ERR-06, ERR-11 */
const MUST_EXIST: Record<IdKind, IdOutcome> = {
  right: "page",
  missing: "missing",
  foreign: "missing",
  notANumber: "missing",
  negative: "missing",
  mapped: "server",
  zero: "missing",
  huge: "missing",
};

const LEAD: IdRule = { of: "lead", goTo: "/estimator/leads", outcomes: MUST_EXIST };
/** An unknown local id starts a new lead (LEAD-14). */
const LEAD_OR_NEW: IdRule = { ...LEAD, outcomes: { ...MUST_EXIST, negative: "page" } };
const ESTIMATE: IdRule = { of: "estimate", goTo: "/estimator/leads", outcomes: MUST_EXIST };
/** The address of a document keeps its source's local id: GUARD-11 is about leads and estimates. */
const SOURCE: IdRule = {
  of: "document",
  goTo: "/estimator/estimate/{estimate}",
  outcomes: { ...MUST_EXIST, mapped: "page" },
};

export interface RouteRow {
  /** Checklist ids. */
  readonly rows: string;
  /** `{id}` is the id that is varied; `{estimate}` is always a valid one. */
  readonly address: string;
  readonly access: keyof typeof OUTCOMES;
  readonly isBlockedOffline?: true;
  /** Of the window; steps have their own, which are not the router's. */
  readonly title: string;
  readonly id?: IdRule;
  /** The address is of a route that another row tries with every kind of id. */
  readonly isOfKnownRoute?: true;
  /** A redirect to another address of the app, for everyone who is let in. */
  readonly leadsTo?: string;
}

export const NOT_FOUND = "Page not found";

const STEP_COUNTS = { roofing: 14, siding: 17, gutters: 4, trim: 9, repairs: 8, insulation: 5 } as const;
const WORKFLOWS = ["roofing", "siding", "gutters", "insulation", "trim", "repairs", "windows"] as const;

/** A page below an estimate. */
const estimatePage = (rows: string, below: string, title: string): RouteRow => ({
  rows,
  title,
  access: "companyUser",
  id: ESTIMATE,
  address: `/estimator/estimate/{id}${below}`,
});

const sourcePage = (rows: string, slug: string, title: string): RouteRow => ({
  rows,
  title,
  access: "companyUser",
  id: SOURCE,
  address: `/estimator/estimate/{estimate}/${slug}/create/{id}`,
});

const configPage = (rows: string, below: string, title: string): RouteRow => ({
  rows,
  title,
  access: "companyAdmin",
  isBlockedOffline: true,
  address: `/config/${below}`,
});

const adminPage = (rows: string, below: string, title: string): RouteRow => ({
  rows,
  title,
  access: "superAdmin",
  isBlockedOffline: true,
  address: `/admin/${below}`,
});

/** An address inside an area that has no page: the area's guard comes first (ROUTE-08, ROUTE-15). */
const unknownPage = (address: string, access: RouteRow["access"]): RouteRow => ({
  rows: "ROUTE-08, ROUTE-15",
  address,
  access,
  title: NOT_FOUND,
  isBlockedOffline: true,
});

/** Addresses that differ in a number or a name only: the first is tried with every kind of id. */
const oneRoute = ([first, ...others]: readonly RouteRow[]): RouteRow[] => [
  ...(first ? [first] : []),
  ...others.map((row) => ({ ...row, isOfKnownRoute: true as const })),
];

export const ROUTE_TABLE: readonly RouteRow[] = [
  { rows: "ROUTE-06", address: "/access-denied", access: "everybody", title: "Access denied" },
  { rows: "ROUTE-06", address: "/about", access: "everybody", title: "About" },
  { rows: "ROUTE-06", address: "/policies", access: "everybody", title: "Policies" },
  { rows: "ROUTE-07", address: "/offline?referrer=%2Fconfig%2Fsettings", access: "everybody", title: "Offline" },
  { rows: "ROUTE-08", address: "/no-such-page", access: "everybody", title: NOT_FOUND },
  { rows: "ROUTE-08", address: "/estimator/nope", access: "everybody", title: NOT_FOUND },
  {
    rows: "ROUTE-09, ROUTE-15",
    address: "/account/forgot-password",
    access: "everybody",
    title: "Forgot password",
    isBlockedOffline: true,
  },
  {
    rows: "ROUTE-10, ROUTE-15",
    address: "/account/login",
    access: "anonymous",
    title: "Log in",
    isBlockedOffline: true,
  },
  {
    rows: "ROUTE-11, ROUTE-15",
    address: "/account/manage",
    access: "signedIn",
    title: "Manage account",
    isBlockedOffline: true,
  },
  ...["", "?select=true", "?select=false"].map((query): RouteRow => ({
    rows: "ROUTE-12, ROUTE-15",
    access: "signedIn",
    title: "Select company",
    isBlockedOffline: true,
    address: `/account/companies${query}`,
  })),
  {
    rows: "ROUTE-13, ROUTE-15",
    access: "everybody",
    title: "Reset password",
    isBlockedOffline: true,
    address: "/account/reset-password?code=abc",
  },
  {
    rows: "ROUTE-14, ROUTE-15",
    access: "everybody",
    title: "Set up your account",
    isBlockedOffline: true,
    address: "/account/setup?code=abc&userId=1",
  },
  // The area has no guard for all its pages: each asks for a login if it needs one.
  unknownPage("/account/no-such-page", "everybody"),
  { ...adminPage("ROUTE-16", "", "Companies"), address: "/admin", leadsTo: "/admin/companies" },
  adminPage("ROUTE-16", "companies", "Companies"),
  adminPage("ROUTE-16", "users", "Users"),
  adminPage("ROUTE-17", "users/-2", "User"),
  unknownPage("/admin/no-such-page", "superAdmin"),
  { ...configPage("ROUTE-18", "", "Company settings"), address: "/config", leadsTo: "/config/settings" },
  configPage("ROUTE-20", "estimate-sections", "Estimate sections"),
  configPage("ROUTE-20", "estimate-fields", "Fields and prices"),
  configPage("ROUTE-20", "estimate-field-options", "Field options"),
  configPage("ROUTE-21", "settings", "Company settings"),
  configPage("ROUTE-21", "email-settings", "E-mail settings"),
  configPage("ROUTE-21", "contract-settings", "Contract settings"),
  configPage("ROUTE-21", "file-settings", "Files"),
  configPage("ROUTE-22", "hover-integration", "Hover"),
  configPage("ROUTE-22", "zoho-integration", "Zoho CRM"),
  configPage("CONN-03", "photo-integration", "CompanyCam"),
  configPage("ROUTE-22", "api-integration", "API access"),
  configPage("ROUTE-23", "payment-options", "Payment options"),
  configPage("ROUTE-23", "sections-info", "Section help"),
  configPage("ROUTE-23", "usage-report", "Usage report"),
  configPage("TPL-09", "estimate-templates", "Templates"),
  configPage("IMPORT-30", "import-leads", "Import leads"),
  configPage("ACT-12", "activity", "Activity"),
  configPage("ROUTE-19", "users", "Users"),
  unknownPage("/config/no-such-page", "companyAdmin"),
  { rows: "ROUTE-24", address: "/master", access: "masterAdmin", title: "Folder log", leadsTo: "/master/folder-log" },
  { rows: "ROUTE-24", address: "/master/folder-log", access: "masterAdmin", title: "Folder log" },
  { rows: "ROUTE-08", address: "/master/no-such-page", access: "masterAdmin", title: NOT_FOUND },
  { rows: "ROUTE-25", address: "/estimator", access: "companyUser", title: "Leads", leadsTo: "/estimator/leads" },
  { rows: "ROUTE-25", address: "/estimator/leads", access: "companyUser", title: "Leads" },
  { rows: "MOVE-04", address: "/estimator/start", access: "salesAdmin", title: "Up to the first contract" },
  { rows: "ROUTE-25", address: "/estimator/leads/{id}/details", access: "companyUser", title: "Lead", id: LEAD },
  {
    rows: "ROUTE-25",
    address: "/estimator/leads/{id}/edit",
    access: "companyUser",
    title: "Edit lead",
    id: LEAD_OR_NEW,
  },
  { rows: "LEAD-14", address: "/estimator/leads/new/edit", access: "companyUser", title: "New lead" },
  estimatePage("ROUTE-26", "", "Estimate summary"),
  ...oneRoute(
    [1, 2, 3, 4, 5, 6, 7].map((workflow) =>
      estimatePage("ROUTE-27", `/summary/${String(workflow)}`, "Workflow summary"),
    ),
  ),
  ...oneRoute(WORKFLOWS.map((slug) => estimatePage("ROUTE-28", `/quick_estimate_${slug}`, "Quick estimate"))),
  estimatePage("ROUTE-29", "/quick_estimate_by_window/0", "Quick estimate"),
  ...oneRoute(
    Object.entries(STEP_COUNTS).flatMap(([slug, count]) =>
      Array.from({ length: count }, (_, index) =>
        estimatePage("ROUTE-30 to ROUTE-37", `/${slug}/${String(index + 1)}`, "Estimate step"),
      ),
    ),
  ),
  ...oneRoute([1, 3, 4, 5].map((step) => estimatePage("ROUTE-32", `/windows/${String(step)}`, "Estimate step"))),
  estimatePage("ROUTE-32", "/windows/2/0/0", "Window Details"),
  {
    ...estimatePage("ROUTE-33", "/windows/2", "Window Details"),
    leadsTo: "/estimator/estimate/{id}/windows/2/0/0",
  },
  estimatePage("ROUTE-39", "/contract/create", "New contract"),
  sourcePage("ROUTE-39", "contract", "New contract"),
  estimatePage("ROUTE-40", "/change-order/create", "New change order"),
  {
    rows: "ROUTE-41",
    access: "everybody",
    title: NOT_FOUND,
    address: "/estimator/estimate/{estimate}/labor-bill/create",
  },
  sourcePage("ROUTE-41", "labor-bill", "New labor bill"),
  estimatePage("ROUTE-42", "/purchase-order/create", "New purchase order"),
  sourcePage("ROUTE-42", "purchase-order", "New purchase order"),
  estimatePage("ROUTE-43", "/work-order/create", "New work order"),
  sourcePage("ROUTE-43", "work-order", "New work order"),
  // The homeowner's view is ours, and guarded like the other pages of an estimate.
  estimatePage("ROUTE-26", "/homeowner", "Estimate"),
];

/** One visit: the user, the address, and the kind of id. */
export interface Cell {
  readonly row: RouteRow;
  readonly role: Role;
  readonly isOnline: boolean;
  readonly kind: IdKind;
  readonly ids: Record<IdKind, string>;
  /** The id of an estimate of the company. */
  readonly estimate: string;
}

const fill = (address: string, { kind, ids, estimate }: Pick<Cell, "kind" | "ids" | "estimate">): string =>
  address.replace("{id}", ids[kind]).replace("{estimate}", estimate);

/** The opened address. */
export const askedOf = (cell: Pick<Cell, "row" | "kind" | "ids" | "estimate">): string => fill(cell.row.address, cell);

/** The end of a visit. */
export interface Expected {
  readonly address: string;
  /** The message of a missing record is shown (ERR-06). */
  readonly isMissing: boolean;
  /** Undefined if the visit ends at another page. */
  readonly title?: string;
}

const withReferrer = (page: string, path: string): string =>
  `${page}?${new URLSearchParams({ referrer: path }).toString()}`;

/** The end of a visit by the table, after all redirects. */
export function expectedOf(cell: Cell): Expected {
  const { row, role, isOnline, kind } = cell;
  const asked = askedOf(cell);
  const follow = (path: string): Expected => {
    if (path === "/") return follow(HOME[role]);
    if (path === "/estimator") return follow("/estimator/leads");
    if (path === MASTER_AREA) return follow("/master/folder-log");
    // ROUTE-15
    if (path === ADMIN_AREA) return follow(isOnline ? "/admin/companies" : withReferrer("/offline", path));
    // GUARD-02
    const address = path.startsWith("/account/") && !isOnline ? withReferrer("/offline", path) : path;
    return { address, isMissing: false };
  };
  if (row.isBlockedOffline && !isOnline) return follow(withReferrer("/offline", asked));
  const outcome = OUTCOMES[row.access][role];
  if (outcome === "login") return follow(withReferrer("/account/login", asked));
  if (outcome !== "page") return follow(outcome);
  const found = row.id?.outcomes[kind] ?? "page";
  if (row.id && found === "missing") return { address: fill(row.id.goTo, cell), isMissing: true };
  const shownKind = found === "server" ? "right" : kind;
  const address = fill(row.leadsTo ?? row.address, { ...cell, kind: shownKind });
  return { address, isMissing: false, title: row.title };
}
