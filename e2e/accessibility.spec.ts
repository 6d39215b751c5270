import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import { openAccountMenu, signIn } from "./support/account.ts";
import { setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, createLead, fillInLead, findLeadId, saveLead } from "./support/leads.ts";
import { openSyncPanel } from "./support/sync-panel.ts";

/* Every page, in both themes, on a phone and on a desktop: axe finds nothing, and nothing is wider than the screen. */

const journey = prepareJourney();

const openInspectedDevice = (): Promise<BrowserContext> => journey.openDevice(INSPECTED_DEVICE);

test("[ROUTE-06][ROUTE-08][ROUTE-09][ROUTE-10][ROUTE-13][ROUTE-14] the pages of visitors", async () => {
  const page = await (await openInspectedDevice()).newPage();
  const findings: string[] = [];
  const visit = async (address: string, heading: string): Promise<void> => {
    await page.goto(address);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await eventually(() => page.locator("#splash").count()).toBe(0);
    findings.push(...(await inspect(page, address)));
  };
  await page.goto("/account/login");
  await page.getByText("Demo company").waitFor();
  await visit("/account/login", "Log in");
  await visit("/account/forgot-password", "Forgot password");
  await visit("/account/reset-password?code=abc", "Reset password");
  await visit("/account/setup?code=abc&userId=1", "Set up your account");
  await visit("/about", "About Ridgebook");
  await visit("/policies", "Policies");
  await visit("/access-denied", "Access denied");
  await visit("/offline?referrer=/about", "You are online");
  await visit("/no/such/page", "Page not found");

  await page.goto("/account/login");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("E-mail is required.").waitFor();
  findings.push(...(await inspect(page, "the login with errors")));
  expect(findings).toEqual([]);
});

test("[TOUCH-04][ROUTE-11][ROUTE-12][ROUTE-25] the pages of people who are logged in", async () => {
  const page = await (await openInspectedDevice()).newPage();
  const findings: string[] = [];
  await signIn(page);
  await page.locator("tbody td a").first().waitFor();
  findings.push(...(await inspect(page, "the lead list")));

  await page.goto("/estimator/leads?sort=meeting-desc&searchQuery=ma");
  await page.locator("[data-row-link]").first().waitFor();
  findings.push(...(await inspect(page, "the lead list by day")));

  await page.goto(`/estimator/leads/${String(await findLeadId(journey.app, "Karen & Tom Whitfield"))}/details`);
  await page.getByRole("heading", { name: "Karen & Tom Whitfield" }).waitFor();
  findings.push(...(await inspect(page, "a lead")));

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { name: /^Edit / }).waitFor();
  await fillInLead(page, { "E-mail": "wrong" });
  await saveLead(page);
  await page.getByText("1 error in form").waitFor();
  findings.push(...(await inspect(page, "the lead form with an error")));
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").waitFor();
  findings.push(...(await inspect(page, "a question")));
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("heading", { name: "Karen & Tom Whitfield" }).waitFor();

  await openAccountMenu(page);
  findings.push(...(await inspect(page, "the account menu")));
  await page.goto("/account/manage");
  await page.getByText("This device", { exact: true }).waitFor();
  findings.push(...(await inspect(page, "manage account")));
  await page.goto("/account/companies?select=true");
  await page.getByRole("button", { name: "Continue in North Gable Exteriors" }).waitFor();
  findings.push(...(await inspect(page, "the companies")));
  expect(findings).toEqual([]);
});

test("[PWA-08][OFF-17] the pages without a network", async () => {
  const context = await journey.openDevice({ ...INSPECTED_DEVICE, serviceWorkers: "allow" });
  const page = await context.newPage();
  const findings: string[] = [];
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(context, true);
  await createLead(page, { "First name": "Axel", "Last name": "Access" });
  await page.getByRole("heading", { name: "Axel Access" }).waitFor();
  findings.push(...(await inspect(page, "a lead that waits")));
  await openSyncPanel(page);
  await page.getByText("1 change on this device").waitFor();
  findings.push(...(await inspect(page, "the sync panel")));
  await page.goto("/account/manage");
  await page.getByRole("heading", { name: "No signal here" }).waitFor();
  findings.push(...(await inspect(page, "the offline page")));
  expect(findings).toEqual([]);
});
