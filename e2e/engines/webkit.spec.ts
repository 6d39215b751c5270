import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN, PASSWORD } from "../support/account.ts";
import { DEMO_LEAD, findEstimateId, WHOLE_HOUSE } from "../support/demo-estimates.ts";
import { makeDocument } from "../support/documents.ts";
import { findLeadId } from "../support/leads.ts";
import { startAppServer, type AppServer } from "../support/start-app.ts";
import type { Browser } from "./browser.ts";
import { lookInPage, type Target } from "./in-page.ts";
import { openBrowser } from "./open-browser.ts";
import { personAt, type Person } from "./person.ts";
import { FIRST_HALF, takeSteps } from "./walk.ts";

/* The engine of Safari, on a tablet: the first half of the walk, every list, and on every page nothing that lies over a control. */

/** A walk has many steps, each with a patience of its own that says what it waited for; all together they take a minute under load. */
const WALK_WITHIN_MS = 180_000;

let app: AppServer;
let browser: Browser;
let person: Person;
const profileFolders: string[] = [];
const newProfile = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-webkit-"));
  profileFolders.push(folder);
  return folder;
};

beforeAll(async () => {
  app = await startAppServer();
  browser = await openBrowser("webkit", { size: { width: 820, height: 1180 }, profileFolder: await newProfile() });
  person = personAt(browser.tab);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await app.close();
  for (const folder of profileFolders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

const go = (address: string): Promise<void> => browser.tab.open(app.url + address);
const open = async (address: string, heading: string): Promise<void> => {
  await go(address);
  await person.see({ role: "heading", name: heading });
};
/** Waits for the page behind an address: its heading is there, and nothing that says that it is being loaded. */
const arrive = (address: string): Promise<true> =>
  person.waitFor(address, () =>
    browser.tab.evaluate(
      (path) =>
        location.pathname === path &&
        document.querySelector("h1") !== null &&
        !document.querySelector("[aria-busy=true]"),
      address.split("?")[0],
    ),
  );
const coveredAt = async (page: string): Promise<readonly string[]> => {
  const { covered } = await browser.tab.evaluate(lookInPage, { find: "covered" });
  return covered.map((each) => `${page}: ${each}`);
};

test(
  "from the login to the homeowner's view everything is reached and pressed",
  async () => {
    await takeSteps({ person, app }, FIRST_HALF);
    expect(browser.errors).toEqual([]);
  },
  WALK_WITHIN_MS,
);

/** The first, the middle and the last row of the list that is shown: what its link says, and where it leads. Names that stand in several rows are left out. */
const someRows = async (): Promise<readonly { readonly name: string; readonly leadsTo: string }[]> =>
  person.waitFor("rows with links", async () => {
    const sole = await browser.tab.evaluate(() => {
      const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
      const texts = [...document.querySelectorAll("tr")].map((row) => clean(row.textContent));
      return [...document.querySelectorAll<HTMLAnchorElement>("tbody tr a[href]:not(:has(*))")]
        .map((link) => ({
          name: clean(link.textContent),
          leadsTo: new URL(link.href).pathname + new URL(link.href).search,
        }))
        .filter(({ name }) => texts.filter((text) => text.includes(name)).length === 1);
    });
    return sole.length >= 3 && [0, Math.floor(sole.length / 2), sole.length - 1].flatMap((index) => sole[index] ?? []);
  });
const pressRowsOf = async (list: string, heading: string): Promise<void> => {
  await open(list, heading);
  for (const { name, leadsTo } of await someRows()) {
    for (const target of [
      { role: "link", name },
      { role: "row", contains: name },
    ] as const satisfies readonly Target[]) {
      await open(list, heading);
      await person.press(target);
      await person.waitFor(`${name} opened by its ${target.role}, at ${leadsTo}`, () =>
        browser.tab.evaluate((address) => location.pathname + location.search === address, leadsTo),
      );
    }
  }
};

test(
  "pressing a row of the lead list opens that row's lead, and New lead is not covered by any",
  async () => {
    await pressRowsOf("/estimator/leads", "Leads");
    await open("/estimator/leads", "Leads");
    await person.press({ role: "link", name: "New lead" });
    await person.see({ role: "heading", name: "New lead" });
  },
  WALK_WITHIN_MS,
);

test(
  "a lead's estimates open by their rows, and each document in the list can be reached",
  async () => {
    const estimateId = await findEstimateId(app, WHOLE_HOUSE);
    const { name } = await makeDocument(app, { estimateId, kind: "contract", name: "Contract of the list" });
    const lead = `/estimator/leads/${await findLeadId(app, DEMO_LEAD)}/details`;
    for (const [estimate, id] of [[WHOLE_HOUSE, estimateId]] as const) {
      await open(lead, DEMO_LEAD);
      await person.press({ role: "link", name: estimate });
      await person.arriveAt(new RegExp(`/estimator/estimate/${id}$`));
    }
    await person.reach({ role: "button", contains: name, within: { role: "region", name: "Documents" } });
  },
  WALK_WITHIN_MS,
);

test(
  "on no page anything lies over the middle of a control",
  async () => {
    const estimateId = await findEstimateId(app, WHOLE_HOUSE);
    const estimate = `/estimator/estimate/${estimateId}`;
    const covered: string[] = [];
    for (const address of [
      "/estimator/leads",
      "/estimator/leads?sort=meeting-desc",
      `/estimator/leads/${await findLeadId(app, DEMO_LEAD)}/details`,
      "/estimator/leads/new/edit",
      estimate,
      `${estimate}/roofing/1`,
      `${estimate}/roofing/14`,
      `${estimate}/windows/2/0/0`,
      `${estimate}/summary/1`,
      `${estimate}/contract/create`,
      "/account/manage",
      "/account/companies?select=true",
      "/about",
      // The way out of this one asks.
      `${estimate}/homeowner`,
    ]) {
      await go(address);
      await arrive(address);
      covered.push(...(await coveredAt(address)));
    }
    expect(covered).toEqual([]);
  },
  WALK_WITHIN_MS,
);

test(
  "pressing a row of the settings opens that row, and nothing lies over a control of theirs",
  async () => {
    await browser.close();
    browser = await openBrowser("webkit", { size: { width: 820, height: 1180 }, profileFolder: await newProfile() });
    person = personAt(browser.tab);
    await go("/account/login?referrer=/config/estimate-fields");
    await person.enter("E-mail", ADMIN);
    await person.enter("Password", PASSWORD);
    await person.press({ role: "button", name: "Log in" });
    await person.see({ role: "heading", name: "Estimate fields" });
    await pressRowsOf("/config/estimate-fields", "Estimate fields");
    const covered: string[] = [];
    for (const page of [
      "estimate-fields",
      "estimate-field-options",
      "estimate-sections",
      "contract-settings",
      "users",
      "activity",
      "api-integration",
    ]) {
      await go(`/config/${page}`);
      await arrive(`/config/${page}`);
      covered.push(...(await coveredAt(page)));
    }
    expect(covered).toEqual([]);
  },
  WALK_WITHIN_MS,
);
