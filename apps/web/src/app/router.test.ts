import { Problem, routes, type SessionUser } from "@ridgebook/contract";
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { AppStateStore } from "#app/app-state.ts";
import { holdInLockedView } from "#app/guards/hold-in-locked-view.ts";
import { createAppRouter } from "#app/router.ts";
import type { AppSession } from "#app/session/session.ts";
import { pagePattern } from "#app/telemetry.ts";
import {
  askedOf,
  expectedOf,
  HOME,
  ID_KINDS,
  NOT_FOUND,
  ROLES,
  ROUTE_TABLE,
  type Cell,
  type IdKind,
  type Role,
  type RouteRow,
} from "#app/testing/route-table.ts";
import { buildUser, IN_COMPANY } from "#app/testing/session-users.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { lockedView, lockView, pinOwner, unlockView } from "#ui/pin-lock/view-lock.ts";

// Tests guards and loaders; the pages themselves are not rendered.
vi.mock("#app/load-part.ts", () => ({
  loadPart: (load: () => Promise<unknown>) => (String(load).includes("/guards/") ? load() : Promise.resolve({})),
}));
vi.mock("#app/shell/root-layout.tsx", () => ({ RootLayout: () => null }));
vi.mock("#app/shell/page-failure.tsx", () => ({ PageFailure: () => null }));
vi.mock("#features/account/login-page.tsx", () => ({ LoginPage: () => null }));

const USERS: Record<Role, SessionUser | undefined> = {
  visitor: undefined,
  account: buildUser(),
  companyUser: buildUser(IN_COMPANY),
  companyAdmin: buildUser({ ...IN_COMPANY, role: "Admin" }),
  superAdmin: buildUser({ isSuperAdmin: true }),
  superAdminInCompany: buildUser({ ...IN_COMPANY, role: null, isSuperAdmin: true }),
  masterAdmin: buildUser({ isMasterAdmin: true }),
};

const IDS: Record<IdKind, string> = {
  right: "12",
  missing: "404",
  foreign: "900",
  notANumber: ID_KINDS.notANumber,
  negative: "-7",
  mapped: "-2",
  zero: ID_KINDS.zero,
  huge: ID_KINDS.huge,
};
/** A page reads whether its record exists; the routes only refuse invalid ids. */
const refusesByItself = ({ row, kind }: Cell): boolean =>
  row.id?.of !== "document" && ["notANumber", "zero", "huge"].includes(kind);

const state = new AppStateStore();
const chosen: null[] = [];
const reportFailure = vi.fn((_problem: unknown) => Promise.resolve());
/** A server that does not answer the start page's request. */
const ask = vi.fn((_name: string) => Promise.reject(new Problem("unavailable")));
const history = createMemoryHistory({ initialEntries: ["/about"] });
const router = createAppRouter({
  state,
  session: {
    reportFailure,
    refreshIfStale: () => Promise.resolve(),
    chooseCompany: (companyId: null) => {
      chosen.push(companyId);
      return Promise.resolve();
    },
    openLocalData: () =>
      Promise.resolve({ resolveId: ({ id }: { id: number }) => Promise.resolve(id === -2 ? 12 : id) }),
  } as unknown as AppSession,
  client: { call: ask },
  showNotice: vi.fn(),
});
router.update({
  ...router.options,
  history,
  isServer: false,
  origin: "http://app.invalid",
  scrollRestoration: false,
});

async function visit({ role, isOnline, ...asked }: Cell) {
  state.change({ user: USERS[role], isOnline });
  reportFailure.mockClear();
  history.replace(askedOf(asked));
  await router.load();
  const told = reportFailure.mock.calls.map(([problem]) => (problem instanceof Problem ? problem.code : problem));
  const page = router.state.matches.at(-1);
  return {
    address: router.state.location.href,
    told,
    isNotFound: page?.staticData.title === NOT_FOUND,
    isPage: page?.status === "success",
  };
}

const kindsOf = (row: RouteRow): IdKind[] =>
  row.id && !row.isOfKnownRoute ? (Object.keys(IDS) as IdKind[]) : ["right"];

test.each(ROUTE_TABLE.map((row) => [row.rows, row.address, row] as const))(
  "[%s] %s redirects everyone as the specification says, with and without a network",
  async (_rows, _address, row) => {
    for (const role of ROLES)
      for (const isOnline of [true, false])
        for (const kind of kindsOf(row)) {
          const cell: Cell = { row, role, isOnline, kind, ids: IDS, estimate: IDS.right };
          const expected = expectedOf(cell);
          const isTold = expected.isMissing && refusesByItself(cell);
          // A page that reads its record opens first.
          const { id: _id, ...page } = row;
          const opened = expected.isMissing && !isTold ? expectedOf({ ...cell, row: page }) : expected;
          expect(await visit(cell), `${role} ${isOnline ? "online" : "offline"} at ${askedOf(cell)}`).toEqual({
            address: opened.address,
            told: isTold ? ["notFound"] : [],
            isNotFound: expected.title === NOT_FOUND,
            isPage: true,
          });
        }
  },
);

test("[OP-81] the server takes the pattern and title of every page as a page view", () => {
  const views = Object.values(router.routesByPath).map(({ fullPath, options }) => ({
    page: pagePattern(fullPath),
    title: options.staticData?.title ?? "",
    version: "1.7.76",
  }));
  expect(views.length).toBeGreaterThan(50);
  expect(views.filter((view) => !routes.sendPageView.body.safeParse(view).success)).toEqual([]);
});

const PLAIN_VISIT = {
  row: { rows: "ROUTE-01", address: "/", access: "everybody", title: "" },
  isOnline: true,
  kind: "right" as const,
  ids: IDS,
  estimate: IDS.right,
} as const;

test.each(ROLES)("[ROUTE-01][ROUTE-02][ROUTE-03][ROUTE-04][ROUTE-05] / leads a %s on", async (role) => {
  const { address } = await visit({ ...PLAIN_VISIT, role });
  const FIRST_PAGES: Record<string, string> = {
    "/estimator": "/estimator/leads",
    "/admin": "/admin/companies",
    "/master": "/master/folder-log",
  };
  expect(address).toBe(FIRST_PAGES[HOME[role]] ?? HOME[role]);
});

test.each([
  ["superAdminInCompany", [null]],
  ["superAdmin", []],
  ["companyAdmin", []],
] as const)("[GUARD-10] opening the admin area as a %s leaves the company: %j", async (role, left) => {
  await visit({ ...PLAIN_VISIT, row: { ...PLAIN_VISIT.row, address: "/about" }, role });
  chosen.length = 0;
  await visit({ ...PLAIN_VISIT, row: { ...PLAIN_VISIT.row, address: "/admin/users" }, role });
  expect(chosen).toEqual(left);
});

test.each([
  ["/estimator/leads", "/estimator/estimate/5/homeowner?show=1"],
  ["/account/manage", "/estimator/estimate/5/homeowner?show=1"],
  ["/", "/estimator/estimate/5/homeowner?show=1"],
  ["/estimator/estimate/6/homeowner", "/estimator/estimate/5/homeowner?show=1"],
  ["/estimator/estimate/5/homeowner?show=3", "/estimator/estimate/5/homeowner?show=3"],
])("[HOME-06] while a homeowner's view is locked, %s leads to %s", async (address, opened) => {
  lockView(keptTexts, { owner: pinOwner(buildUser(IN_COMPANY)), href: "/estimator/estimate/5/homeowner?show=1" });
  const asked = { ...PLAIN_VISIT, row: { ...PLAIN_VISIT.row, address } };
  expect((await visit({ ...asked, role: "companyUser" })).address).toBe(opened);
  // It holds only its user, until it is unlocked.
  expect((await visit({ ...asked, role: "visitor" })).address).toContain(
    address === "/" ? "/account/login" : "referrer",
  );
  unlockView(keptTexts);
  const after = await visit({ ...asked, role: "companyUser" });
  expect(after.address.startsWith(address === "/" ? "/estimator" : address)).toBe(true);
});

test("[HOME-06] a locked view follows the id that the server gave its estimate", async () => {
  lockView(keptTexts, { owner: pinOwner(buildUser(IN_COMPANY)), href: "/estimator/estimate/-2/homeowner" });
  for (const address of ["/estimator/leads", "/estimator/estimate/12/homeowner", "/estimator/estimate/-2/homeowner"]) {
    const asked = { ...PLAIN_VISIT, row: { ...PLAIN_VISIT.row, address } };
    expect((await visit({ ...asked, role: "companyUser" })).address, address).toBe("/estimator/estimate/12/homeowner");
  }
  unlockView(keptTexts);
});

const LEADS = { ...PLAIN_VISIT, row: { ...PLAIN_VISIT.row, address: "/estimator/leads" } };

test.each(["/estimator/estimate/abc/homeowner", "/estimator/estimate/0/homeowner", "/estimator/leads"])(
  "[HOME-06] no user is kept in %s, which no homeowner's view has",
  async (href) => {
    lockView(keptTexts, { owner: pinOwner(buildUser(IN_COMPANY)), href });
    const asked = { ...LEADS, row: { ...LEADS.row, address: "/account/manage" } };
    expect(await visit({ ...asked, role: "companyUser" })).toMatchObject({ address: "/account/manage", told: [] });
    expect(lockedView(keptTexts, pinOwner(buildUser(IN_COMPANY)))).toBeUndefined();
  },
);

test.each([
  // Each keeps the lock, then lets the tab receive the message.
  ["the same tab", (lock: () => void) => lock(), true],
  ["another tab", (lock: () => void, tab: Tab) => tab.hear("storage", lock), true],
  ["another tab, while this one slept", (lock: () => void, tab: Tab) => tab.hear("visibilitychange", lock), true],
  ["the tab of somebody else", (_lock: () => void, tab: Tab) => tab.hear("storage", lockForSomebodyElse), false],
] as const)("[HOME-06] a page that is open goes to the view that %s locks", async (_where, happen, isLed) => {
  const tab = createTab();
  try {
    await visit({ ...LEADS, role: "companyUser" });
    happen(() => {
      lockView(keptTexts, { owner: pinOwner(buildUser(IN_COMPANY)), href: "/estimator/estimate/5/homeowner?show=1" });
    }, tab);
    const address = () => router.state.location.href;
    if (isLed) await expect.poll(address).toBe("/estimator/estimate/5/homeowner?show=1");
    else expect([address(), router.state.status]).toEqual([expect.stringContaining("/estimator/leads"), "idle"]);
  } finally {
    tab.close();
    unlockView(keptTexts);
  }
});

type Tab = ReturnType<typeof createTab>;

const lockForSomebodyElse = (): void =>
  lockView(keptTexts, { owner: pinOwner({ id: 999, companyId: 1 }), href: "/estimator/estimate/5/homeowner" });

/** A window in which the router's page is held; `hear` delivers a change only by the named event. */
function createTab() {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  let stop = holdInLockedView(router, page);
  return {
    hear: (event: string, change: () => void): void => {
      stop();
      change();
      stop = holdInLockedView(router, page);
      page.dispatchEvent(new Event(event));
    },
    close: (): void => {
      stop();
      vi.unstubAllGlobals();
    },
  };
}
