import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  expectedOf,
  ID_KINDS,
  ROUTE_TABLE,
  askedOf,
  type Cell,
  type IdKind,
  type IdRule,
  type Role,
  type RouteRow,
} from "../apps/web/src/app/testing/route-table.ts";
import { ADMIN, fillInLogin, MASTER_ADMIN, OTHER_COMPANY_SALES, SALES, SUPER_ADMIN } from "./support/account.ts";
import { DEMO_LEAD, findEstimateId, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { everythingDownloaded, openReadyDevice, setOffline } from "./support/device.ts";
import { makeDocument } from "./support/documents.ts";
import { prepareJourney } from "./support/journey.ts";
import { watchShifts } from "./support/layout-shifts.ts";
import { findLeadId } from "./support/leads.ts";
import { openNotice } from "./support/notices.ts";
import { tokenOf } from "./support/past-the-page.ts";

/* The table of routes in a browser: each page renders, and no address breaks one. Every other cell is in `router.test.ts`. */

const journey = prepareJourney();

const NOTHING_FOUND = "The information you requested was not found.";
const REFUSED_IDS = { notANumber: ID_KINDS.notANumber, zero: ID_KINDS.zero, huge: ID_KINDS.huge };
/** Local ids that the server has replaced are in `router.test.ts` and in the journeys of saving offline. */
const LOCAL_IDS = { negative: "-7", mapped: "" };

let estimate: string;
let ids: Record<IdRule["of"], Record<IdKind, string>>;

beforeAll(async () => {
  const { app } = journey;
  const estimateId = await findEstimateId(app, WHOLE_HOUSE);
  const [foreignLead] = await app.query<{ id: string }>(
    "select max(id) as id from lead where company_id <> (select min(id) from company)",
  );
  const made = await fetch(`${app.url}/api/estimates/`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await tokenOf(app, OTHER_COMPANY_SALES)}`,
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ leadId: Number(foreignLead?.id), name: "Theirs", workflowIds: [1], parts: [] }),
  });
  expect(made.status).toBe(200);
  const { id: foreignEstimateId } = (await made.json()) as { id: number };
  const contract = { kind: "contract", name: "Contract" } as const;
  const own = await makeDocument(app, { estimateId, ...contract });
  const foreign = await makeDocument(app, {
    estimateId: foreignEstimateId,
    ...contract,
    email: OTHER_COMPANY_SALES,
  });
  const idsOf = (right: number, foreignId: number): Record<IdKind, string> => ({
    right: String(right),
    foreign: String(foreignId),
    missing: "987654321",
    ...LOCAL_IDS,
    ...REFUSED_IDS,
  });
  estimate = String(estimateId);
  ids = {
    lead: idsOf(await findLeadId(app, DEMO_LEAD), Number(foreignLead?.id)),
    estimate: idsOf(estimateId, foreignEstimateId),
    document: idsOf(own.id, foreign.id),
  };
});

interface Visit {
  readonly row: RouteRow;
  readonly role: Role;
  readonly isOnline?: boolean;
  readonly kind?: IdKind;
}

const cellOf = ({ row, role, isOnline = true, kind = "right" }: Visit): Cell => ({
  row,
  role,
  isOnline,
  kind,
  ids: ids[row.id?.of ?? "lead"],
  estimate,
});

/** Opens an address as a link of the app does, and waits for the page that the table names. */
async function visit(page: Page, given: Visit): Promise<void> {
  const cell = cellOf(given);
  const { role } = cell;
  const { address, isMissing, title = "" } = expectedOf(cell);
  const asked = askedOf(cell);
  await page.evaluate((path) => {
    history.pushState({}, "", path);
  }, asked);
  try {
    if (isMissing) {
      const notice = openNotice(page, NOTHING_FOUND);
      await notice.getByRole("button", { name: "Close message" }).click();
      await notice.waitFor({ state: "detached" });
    }
    await page.waitForFunction(
      ({ path, start }) => {
        const isThere = location.pathname + location.search === path && document.title.startsWith(start);
        const isLoading = /(Loading|Opening) the/.test(document.querySelector("main")?.textContent ?? "");
        return isThere && !isLoading && document.querySelector("h1") !== null;
      },
      { path: address, start: title === "Estimate step" ? "" : title },
    );
  } catch (cause) {
    const state = await page.evaluate(
      () => `${location.href} "${document.title}" ${document.body.innerText.slice(0, 300)}`,
    );
    throw new Error(`${asked} of ${role} does not end at ${address} "${title}" but at ${state}`, { cause });
  }
  await expect.poll(() => page.getByText("This page could not be shown").count(), { message: asked }).toBe(0);
}

const rowsOf = (...addresses: string[]): RouteRow[] =>
  addresses.map((address) => {
    const row = ROUTE_TABLE.find((each) => each.address === address);
    if (!row) throw new Error(`The table has no ${address}.`);
    return row;
  });

/** The page itself redirects a user who has a company (OP-61). */
const LEADS_ON = ["/account/companies", "/account/companies?select=false"];
const ROUTES = ROUTE_TABLE.filter(({ isOfKnownRoute, address }) => !isOfKnownRoute && !LEADS_ON.includes(address));
const KINDS: readonly IdKind[] = ["missing", "foreign", "notANumber", "negative"];
const GUARDED = rowsOf(
  "/about",
  "/no-such-page",
  "/account/manage",
  "/account/no-such-page",
  "/admin",
  "/config",
  "/config/no-such-page",
  "/config/contract-settings",
  "/master",
  "/estimator",
  "/estimator/leads/{id}/details",
  "/account/login",
);

/** The area that only this role has. */
const OWN_PAGES = { companyAdmin: "/config/", superAdmin: "/admin/", masterAdmin: "/master/" };

async function openAs(page: Page, email: string, path: RegExp): Promise<void> {
  await page.goto("/account/login");
  await fillInLogin(page, { email });
  await page.waitForURL(path);
}

/** The product of two tenths: a tenth of the page that moves by a tenth of its height. A user does not notice less. */
const MOST_MOVED = 0.01;
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** The first of the visits to each page: several addresses may lead to one. */
const toEachPageOnce = (visits: readonly Visit[]): Visit[] => [
  ...new Map(visits.toReversed().map((each) => [expectedOf(cellOf(each)).address, each])).values(),
];

/**
 * Visits each address as wide as a phone, and each page also as wide as a tablet and a desktop. Names the parts that moved by
 * themselves.
 */
async function visitAtEachSize(page: Page, visits: readonly Visit[]): Promise<string[]> {
  const shifts = await watchShifts(page);
  // Its observer starts with the next page.
  await page.reload();
  const moved: string[] = [];
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    for (const each of index === 0 ? visits : toEachPageOnce(visits)) {
      await shifts.forget();
      await visit(page, each);
      const what = await shifts.movedBy(MOST_MOVED);
      moved.push(...what.map((shift) => `${each.row.address} at ${String(size.width)}: ${shift}`));
    }
  }
  return moved;
}

const salesperson = journey.shareDevice(async () => {
  const page = await journey.openPage();
  await openAs(page, SALES, /\/estimator\/leads/);
  await everythingDownloaded(page);
  return page;
});

test.each(KINDS)("[ERR-06][ERR-11] addresses with an id of the kind %s lead back with a message", async (kind) => {
  const page = await salesperson();
  for (const row of ROUTES.filter(({ id }) => id)) await visit(page, { row, role: "companyUser", kind });
});

test("[ROUTE-08][ROUTE-25][ROUTE-26][ROUTE-33][ROUTE-39][TOUCH-07] a salesperson's addresses lead to their pages, which do not move by themselves", async () => {
  const page = await salesperson();
  const visits = ROUTES.map((row) => ({ row, role: "companyUser" as const }));
  expect(await visitAtEachSize(page, visits)).toEqual([]);
});

test("[GUARD-02][GUARD-03][ERR-03] without a network a salesperson is led as the guards say", async () => {
  const { context, page } = await openReadyDevice(journey);
  await setOffline(context, true);
  for (const row of [...GUARDED, ...rowsOf("/estimator/estimate/{id}", "/estimator/leads/{id}/edit")])
    for (const kind of row.id ? (["right", "missing", "notANumber"] as const) : (["right"] as const))
      await visit(page, { row, role: "companyUser", kind, isOnline: false });
});

test.each([
  ["companyAdmin", ADMIN, /\/estimator\/leads/],
  ["superAdmin", SUPER_ADMIN, /\/admin\/companies/],
  ["masterAdmin", MASTER_ADMIN, /\/master\/folder-log/],
] as const)(
  "[GUARD-05][GUARD-06][GUARD-07][GUARD-08][GUARD-09][ROUTE-21][ROUTE-22][ROUTE-23][TOUCH-07] a %s is led as the guards say, to pages that do not move by themselves",
  async (role, email, path) => {
    const page = await journey.openPage();
    await openAs(page, email, path);
    for (const row of GUARDED) await visit(page, { row, role });
    const own = ROUTE_TABLE.filter(({ address }) => address.startsWith(OWN_PAGES[role]));
    expect(
      await visitAtEachSize(
        page,
        own.map((row) => ({ row, role })),
      ),
    ).toEqual([]);
  },
);

test("[GUARD-02][GUARD-03] a visitor is redirected to the login, or to the offline page", async () => {
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto("/about");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const row of GUARDED) await visit(page, { row, role: "visitor" });
  await setOffline(context, true);
  for (const row of GUARDED) await visit(page, { row, role: "visitor", isOnline: false });
});
