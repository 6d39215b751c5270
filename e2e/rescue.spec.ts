import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ADMIN, fillInLogin, openAccountMenu, OTHER_SALES, signIn } from "./support/account.ts";
import { DEMO_LEAD, findEstimateId, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { readStore, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { serverDocuments, signDocument, waitUntilFilesKept } from "./support/documents.ts";
import { enterPromotion, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, createLead, editLead, findLeadId, openLead, serverLeads } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* Unsent changes of one device go to another as a file, and are on the server once, no matter which device sent them. */

const journey = prepareJourney();

const THEO = "theo@demo.test";
const PASSPHRASE = "four ridges above Portage";

/** The panel when no chip is shown. */
async function openPanelFromMenu(page: Page): Promise<Locator> {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Data on this device" }).click();
  const panel = page.getByRole("dialog").filter({ hasText: "Everything is sent" });
  await panel.waitFor();
  return panel;
}

/** Every title that a dialog shows from now on, each once. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const titles = new Set<string>();
    const note = (): void => {
      for (const title of document.querySelectorAll("[role=dialog] h2")) titles.add(title.textContent);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
    return titles;
  });
  return () => seen.evaluate((titles) => [...titles]);
}

async function saveRescueFile(page: Page, panel: Locator): Promise<Buffer> {
  await panel.getByRole("button", { name: "Save a rescue file" }).click();
  return await saveInDialog(page, page.getByRole("dialog", { name: "Save a rescue file" }));
}

async function saveInDialog(page: Page, dialog: Locator): Promise<Buffer> {
  const save = dialog.getByRole("button", { name: "Save file" });
  await dialog.getByLabel(/^Passphrase[ *]*$/).fill("short");
  await save.click();
  await dialog.getByText("Use at least 12 characters.", { exact: false }).waitFor();
  await dialog.getByLabel(/^Passphrase[ *]*$/).fill(PASSPHRASE);
  await dialog.getByLabel(/^Passphrase again/).fill(`${PASSPHRASE}!`);
  await save.click();
  await dialog.getByText("This is not the same passphrase.").waitFor();
  await dialog.getByLabel(/^Passphrase again/).fill(PASSPHRASE);
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(download.suggestedFilename()).toMatch(/^ridgebook-rescue-\d{4}-\d\d-\d\d\.rescue$/);
  await dialog.waitFor({ state: "detached" });
  return await readFile(await download.path());
}

async function openRescueFile(page: Page, panel: Locator, { file, passphrase }: { file: Buffer; passphrase: string }) {
  await panel.getByRole("button", { name: "Open a rescue file" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a rescue file" });
  // The browser's own file dialog, left without a file: the dialog stays.
  await dialog.getByLabel("Rescue file").dispatchEvent("cancel");
  await dialog
    .getByLabel("Rescue file")
    .setInputFiles({ name: "tablet.rescue", mimeType: "application/octet-stream", buffer: file });
  await dialog.getByLabel(/^Passphrase[ *]*$/).fill(passphrase);
  await dialog.getByRole("button", { name: "Open file" }).click();
  return dialog;
}

test("[SYNC-20][SYNC-21][SYNC-26] a lead, an estimate's change and a signed contract go to another device as a file; sent from both, nothing is there twice", async () => {
  const estimateId = await findEstimateId(journey.app, WHOLE_HOUSE);
  const before = await serverDocuments(journey.app, estimateId);
  const leadCount = await countLeads(journey.app);
  const tablet = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await tablet.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount });
  await waitUntilFilesKept(page);
  await setOffline(tablet, true);

  await createLead(page, { "First name": "Rita", "Last name": "Rescued" });
  await openLead(page, await findLeadId(journey.app, DEMO_LEAD));
  await page.getByRole("link", { name: WHOLE_HOUSE, exact: true }).click();
  await page.getByText("Estimate total").waitFor();
  await enterPromotion(page, 321);
  await eventually(() => syncChip(page).textContent()).toBe("2 waiting");
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("dialog", { name: "New document" }).getByRole("link", { name: "Contract", exact: true }).click();
  await page.getByRole("heading", { name: "New contract" }).waitFor();
  await signDocument(page, "contract");
  // The contract, and its lead, which is sold.
  await eventually(() => syncChip(page).textContent()).toBe("4 waiting");

  const titlesSeen = await watchTitles(page);
  const panel = await openSyncPanel(page);
  await panel.getByRole("heading", { name: "New lead, Rita Rescued" }).waitFor();
  // Not even while the list is being read.
  await eventually(() => titlesSeen()).toEqual(["4 changes on this device"]);
  await panel.getByRole("heading", { name: `Estimate “${WHOLE_HOUSE}”` }).waitFor();
  await panel.getByText(`Promotion · ${DEMO_LEAD} · just now`).waitFor();
  await panel.getByRole("heading", { name: "Signed document, Contract" }).waitFor();
  const file = await saveRescueFile(page, panel);
  expect(file.subarray(0, 16).toString()).toBe("RIDGEBOOK RESCUE");
  expect(file.includes("Rescued")).toBe(false);

  const laptop = await journey.openDevice({ serviceWorkers: "allow" });
  const other = await laptop.newPage();
  await signIn(other);
  await waitUntilOfflineReady(other, { leadCount });
  await setOffline(laptop, true);
  const there = await openPanelFromMenu(other);
  const dialog = await openRescueFile(other, there, { file, passphrase: "four ridges above Lawton" });
  await dialog.getByText("The passphrase does not fit this file. Nothing was imported.").waitFor();
  await dialog.getByLabel(/^Passphrase[ *]*$/).fill(PASSPHRASE);
  await dialog.getByRole("button", { name: "Open file" }).click();
  await other.getByText("4 changes imported.").waitFor();
  const listed = other.getByRole("dialog");
  await listed.getByText("4 changes on this device").waitFor();
  await listed.getByRole("button", { name: "Actions for Signed document, Contract" }).click();
  await listed.getByRole("button", { name: "View paper" }).waitFor();

  const expectOnce = async (): Promise<void> => {
    await eventually(() => serverLeads(journey.app, "Rescued")).toHaveLength(1);
    await eventually(() => serverDocuments(journey.app, estimateId)).toHaveLength(before.length + 1);
    await eventually(async () => (await serverEstimate(journey.app, estimateId)).promotion).toBe(321);
  };
  await setOffline(laptop, false);
  await eventually(() => readStore(other, "local-changes")).toEqual([]);
  await expectOnce();
  await setOffline(tablet, false);
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
  await expectOnce();
  await eventually(() => countLeads(journey.app)).toBe(leadCount + 1);
  await eventually(async () =>
    (await readStore(page, "leads")).filter(({ lastName }) => lastName === "Rescued"),
  ).toHaveLength(1);
});

test("[SYNC-70] a field that the same person changed on two devices without a signal is chosen from both values", async () => {
  const id = await findLeadId(journey.app, "Harold Jensen");
  const leadCount = await countLeads(journey.app);
  const openOffline = async () => {
    const device = await journey.openDevice({ serviceWorkers: "allow" });
    const page = await device.newPage();
    await signIn(page);
    await waitUntilOfflineReady(page, { leadCount });
    await openLead(page, id);
    await page.getByRole("heading", { name: "Harold Jensen" }).waitFor();
    await setOffline(device, true);
    return { device, page };
  };
  const tablet = await openOffline();
  await editLead(tablet.page, { City: "Mattawan", Description: "Call first" });
  await eventually(() => syncChip(tablet.page).textContent()).toBe("1 waiting");
  const file = await saveRescueFile(tablet.page, await openSyncPanel(tablet.page));

  const laptop = await openOffline();
  const { page } = laptop;
  await editLead(page, { City: "Lawton" });
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
  await openRescueFile(page, await openSyncPanel(page), { file, passphrase: PASSPHRASE });
  await page.getByText("1 change imported.").waitFor();
  const panel = page.getByRole("dialog");
  await panel.getByText("The same fields were changed twice, apart from each other.").waitFor();
  await setOffline(laptop.device, false);
  await eventually(() => syncChip(page).textContent()).toBe("1 needs you");
  const stored = () => journey.app.query("select city, description from lead where id = $1", [id]).then(([row]) => row);
  await eventually(() => stored()).not.toMatchObject({ description: "Call first" });

  const city = panel.getByRole("radiogroup", { name: "City" });
  await city.getByRole("radio", { name: "This device: Lawton" }).waitFor();
  await city.getByRole("radio", { name: "Other version: Mattawan" }).check();
  await panel.getByRole("button", { name: "Keep this one" }).click();
  await eventually(stored).toEqual({ city: "Mattawan", description: "Call first" });
  await setOffline(tablet.device, false);
  await eventually(() => readStore(tablet.page, "local-changes")).toEqual([]);
  await eventually(() => stored()).toEqual({ city: "Mattawan", description: "Call first" });
});

test("[SYNC-24] a colleague's rescue file is refused with a message, and imports nothing", async () => {
  const device = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await device.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(device, true);
  await createLead(page, { "First name": "Nina", "Last name": "Notyours" });
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
  const file = await saveRescueFile(page, await openSyncPanel(page));

  const colleague = await journey.openPage();
  await signIn(colleague, { email: OTHER_SALES });
  const panel = await openPanelFromMenu(colleague);
  const dialog = await openRescueFile(colleague, panel, { file, passphrase: PASSPHRASE });
  await dialog.getByText("This file holds the work of another person.", { exact: false }).waitFor();
  // Escape goes back step by step: to the panel, and to the menu that opened it.
  await colleague.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await colleague.keyboard.press("Escape");
  await eventually(() => colleague.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(
    /account menu/,
  );
  await eventually(() => readStore(colleague, "local-changes")).toEqual([]);
  await eventually(() => serverLeads(journey.app, "Notyours")).toEqual([]);
});

test("[SYNC-24][SYNC-83][SYNC-84][SYNC-85] a deactivated user saves what waits, and an admin sends it, once and as theirs", async () => {
  const activate = (active: boolean) =>
    journey.app.query(
      "update membership set active = $1 where account_id = (select id from account where email = $2)",
      [active, THEO],
    );
  const stored = () =>
    journey.app.query(
      `select salesperson.email as salesperson, sender.email as sender from lead
        join membership s on s.company_id = lead.company_id and s.id = lead.user_id join account salesperson on salesperson.id = s.account_id
        join membership m on m.company_id = lead.company_id and m.id = lead.modified_by join account sender on sender.id = m.account_id
        where lead.last_name = 'Leftbehind'`,
    );
  const device = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await device.newPage();
  await signIn(page, { email: THEO });
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(device, true);
  await createLead(page, { "First name": "Liv", "Last name": "Leftbehind" });
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
  await activate(false);
  await setOffline(device, false);
  await eventually(() => syncChip(page).textContent()).toBe("Sign in to send");
  await page.reload();
  await page.waitForURL(/\/account\/login/);

  await fillInLogin(page, { email: THEO });
  await page.getByText("Your access was deactivated. Ask your administrator.").waitFor();
  const offer = page.getByRole("dialog", { name: "Save a rescue file" });
  await offer.getByText("1 change of yours waits on this device", { exact: false }).waitFor();
  const file = await saveInDialog(page, offer);
  // That opened nothing, and the work is still here.
  expect(new URL(page.url()).pathname).toBe("/account/login");
  expect(await readStore(page, "local-changes")).toHaveLength(1);

  const administrator = await journey.openPage();
  await signIn(administrator, { email: ADMIN });
  const panel = await openPanelFromMenu(administrator);
  const dialog = await openRescueFile(administrator, panel, { file, passphrase: PASSPHRASE });
  const question = administrator.getByRole("alertdialog");
  await question.getByText("1 change of Theo Lindqvist. It is sent in your name.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await readStore(administrator, "local-changes")).toEqual([]);
  await dialog.getByRole("button", { name: "Open file" }).click();
  await question.getByRole("button", { name: "Take in" }).click();
  await administrator.getByText("1 change imported.").waitFor();
  await eventually(stored).toEqual([{ salesperson: THEO, sender: ADMIN }]);
  await eventually(() => readStore(administrator, "local-changes")).toEqual([]);

  // Back in the company, their device sends the same attempt again.
  await activate(true);
  await fillInLogin(page, { email: THEO });
  // The page that they had left, under the lead's new id.
  await page.waitForURL(/\/estimator\/leads\/\d+\/details/);
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
  await eventually(stored).toEqual([{ salesperson: THEO, sender: ADMIN }]);
});
