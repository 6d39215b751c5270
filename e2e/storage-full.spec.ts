import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { everythingDownloaded, readStore, waitUntilOfflineReady } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { syncChip } from "./support/sync-panel.ts";
import { countLeads, fillInLead, findLeadId, openLead, saveLead, serverLeads } from "./support/leads.ts";

/* A device with a full disk says so, keeps the form, and stores nothing partially. */

const journey = prepareJourney();

/** From now on the device has no space left. */
const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const refuse = (): never => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
    IDBObjectStore.prototype.put = refuse;
    IDBObjectStore.prototype.add = refuse;
  });

test("[LEAD-14][OFF-06] a full disk is named, nothing is half-saved, and the form keeps what was typed", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.getByRole("link", { name: "New lead" }).click();
  await page.getByRole("heading", { name: "New lead" }).waitFor();
  await everythingDownloaded(page);
  const before = await readStore(page, "leads");
  await fillDisk(page);
  await fillInLead(page, { "First name": "Quentin", "Last name": "Quota" });
  await saveLead(page);
  await page.getByRole("alert").getByText("This device has no space left.", { exact: false }).first().waitFor();
  await eventually(() => page.getByLabel("Last name").inputValue()).toBe("Quota");
  await eventually(() => serverLeads(journey.app, "Quota")).toEqual([]);
  expect(await readStore(page, "local-changes")).toEqual([]);
  expect(await readStore(page, "leads")).toHaveLength(before.length);
});

test("[LEAD-14][OFF-06] a change on a full disk leaves the lead as it was", async () => {
  const page = await journey.openPage();
  await signIn(page);
  const id = await findLeadId(journey.app, "Sam Okafor");
  await openLead(page, id);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { name: /^Edit / }).waitFor();
  await everythingDownloaded(page);
  await fillDisk(page);
  await fillInLead(page, { Street: "1 Full Disk Rd" });
  await saveLead(page);
  await page.getByRole("alert").getByText("This device has no space left.", { exact: false }).first().waitFor();
  await eventually(() => page.getByLabel("Street").inputValue()).toBe("1 Full Disk Rd");
  expect(await readStore(page, "local-changes")).toEqual([]);
  expect((await readStore(page, "leads")).find((lead) => lead["id"] === id)).toMatchObject({
    street: "5 Harbor Pointe",
  });
});

test("[SYNC-41] a download without space says so, with a link to the unsent changes; the list is shown", async () => {
  const page = await journey.openPage({ serviceWorkers: "allow" });
  await signIn(page);
  const firstLead = page.locator("tbody td a").first();
  await firstLead.waitFor();
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  const before = await readStore(page, "leads");
  await fillDisk(page);
  const id = await findLeadId(journey.app, "Sam Okafor");
  await journey.app.query("update lead set city = 'Mattawan' where id = $1", [id]);
  // As a tab that gets its network back.
  await page.evaluate(() => globalThis.dispatchEvent(new Event("online")));
  const chip = syncChip(page);
  await chip.getByText("No space left").waitFor();
  await chip.click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("alert").getByText("This device has no space left.", { exact: false }).waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await firstLead.waitFor();
  await eventually(() => readStore(page, "leads")).toEqual(before);
});
