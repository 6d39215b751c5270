import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { readStore, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, createLead, fillInLead, saveLead, serverLeads } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* The server can refuse what a device was allowed to enter. Nothing of it is lost, and it blocks no other change. */

const journey = prepareJourney();

const salespersonField = (page: Page): Locator => page.getByRole("combobox", { name: "Salesperson", exact: true });

const setTheoActive = (isActive: boolean) =>
  journey.app.query(
    "update membership set active = $1 where account_id = (select id from account where email = 'theo@demo.test')",
    [isActive],
  );

/** A lead for a salesperson who leaves the company before it is sent, and a valid one behind it. */
async function openPageWithRefusedLead(lastName: string): Promise<Page> {
  await setTheoActive(true);
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(context, true);
  await page.getByRole("link", { name: "New lead" }).click();
  await fillInLead(page, { "First name": "Frida", "Last name": lastName });
  await salespersonField(page).selectOption({ label: "Theo Lindqvist" });
  await saveLead(page);
  await page.getByRole("heading", { name: `Frida ${lastName}` }).waitFor();
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  await createLead(page, { "First name": "Fine", "Last name": lastName });
  await setTheoActive(false);
  await setOffline(context, false);
  await eventually(() => syncChip(page).textContent()).toBe("1 needs you");
  return page;
}

test("[OFF-13][OFF-04] a refused lead is kept with its reason, does not hold up the next, and is sent once it is fixed", async () => {
  const page = await openPageWithRefusedLead("Refused");
  await eventually(() => serverLeads(journey.app, "Refused")).toMatchObject([{ first_name: "Fine" }]);

  const panel = await openSyncPanel(page);
  await panel.getByText("Salesperson must be an active user of the company.").waitFor();
  await panel.getByText("Everything you entered is kept.").waitFor();
  // A retry without a change is refused again, and still kept.
  await panel.getByRole("button", { name: "Try again" }).click();
  await panel.getByText("Salesperson must be an active user of the company.").waitFor();

  await panel.getByRole("link", { name: "Fix salesperson" }).click();
  await page.getByRole("heading", { name: "Edit Frida Refused" }).waitFor();
  await page.getByText("Salesperson must be an active user of the company.").first().waitFor();
  await salespersonField(page).selectOption({ label: "Dana Mercer" });
  await saveLead(page);
  await eventually(() => serverLeads(journey.app, "Refused")).toMatchObject([
    { first_name: "Fine" },
    { first_name: "Frida" },
  ]);
  await eventually(() => syncChip(page).count()).toBe(0);
});

test("[OFF-13][SHELL-07][SHELL-14] a refused lead can be exported, and is discarded only after a question", async () => {
  const page = await openPageWithRefusedLead("Discarded");
  const panel = await openSyncPanel(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^unsent-leads--\d+\.json$/);
  const file: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(file).toMatchObject({ format: "ridgebook-changes", version: 1 });
  expect(JSON.stringify(file)).toContain("Discarded");

  await panel.getByRole("button", { name: "Discard" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Discard this change?").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await panel.getByText("Everything you entered is kept.").waitFor();
  await panel.getByRole("button", { name: "Discard" }).click();
  // Destructive buttons are red (look.md "Buttons").
  const color = await question
    .getByRole("button", { name: "Discard" })
    .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(color).toBe("rgb(168, 35, 27)");
  await question.getByRole("button", { name: "Discard" }).click();
  await panel.getByText("Everything is sent").waitFor();
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
  await eventually(() => serverLeads(journey.app, "Discarded")).toMatchObject([{ first_name: "Fine" }]);
});

test("[LEAD-14][SYNC-81] the form of a refused new lead stays unchanged when the lead is sent after all", async () => {
  const context = await journey.openDevice();
  const page = await context.newPage();
  await setTheoActive(true);
  await signIn(page);
  await page.getByRole("link", { name: "New lead" }).click();
  await fillInLead(page, { "First name": "Frida", "Last name": "Late" });
  await salespersonField(page).selectOption({ label: "Theo Lindqvist" });
  await setTheoActive(false);
  await saveLead(page);
  await page.waitForURL(/\/leads\/-\d+\/edit/);
  await page.getByText("Salesperson must be an active user of the company.").first().waitFor();
  await fillInLead(page, { Company: "Late & Sons" });

  await setTheoActive(true);
  const panel = await openSyncPanel(page);
  await panel.getByRole("button", { name: "Try again" }).click();
  await page.waitForURL(/\/leads\/\d+\/edit/);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await eventually(() => page.getByLabel("Company", { exact: true }).inputValue()).toBe("Late & Sons");
  await saveLead(page);
  await page.waitForURL(/\/leads\/\d+\/details/);
  await eventually(() => journey.app.query("select company from lead where last_name = 'Late'")).toEqual([
    { company: "Late & Sons" },
  ]);
});
