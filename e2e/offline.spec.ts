import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAccountMenu } from "./support/account.ts";
import { findEstimateId, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { everythingSent, readStore, setOffline, shareReadyDevice } from "./support/device.ts";
import { openPaper, signDocument, waitUntilFilesKept } from "./support/documents.ts";
import { openEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import {
  createLead,
  editLead,
  fillInLead,
  findLeadId,
  openLead,
  saveLead,
  serverLeads,
  shownLeadId,
} from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* Behind the house there is no signal: work goes on, and everything is on the server once when the network is back. */

const journey = prepareJourney();
const readyDevice = shareReadyDevice(journey);

describe.each([
  {
    situation: "without a network",
    lose: (context: BrowserContext) => setOffline(context, true),
    sendButton: "Sends when online",
    regain: ({ context }: { context: BrowserContext }) => setOffline(context, false),
  },
  {
    situation: "with the server unreachable",
    lose: () => journey.app.stop(),
    sendButton: "Send now",
    // The device gets no notice that the server is back: it tries after a while, or when the user presses.
    regain: async ({ page }: { page: Page }) => {
      // While it is down the chip is sure to be there: an automatic try could succeed before a press.
      const panel = await openSyncPanel(page);
      await journey.app.start();
      const sent = panel.getByText("Everything is sent");
      // As a person does who sees that it was not sent: a server that has just started may answer "not now".
      for (let presses = 0; presses < 3 && !(await sent.isVisible()); presses += 1) {
        if (presses > 0) console.log(`Pressed again, because of: ${await panel.innerText()}`);
        await panel.getByRole("button", { name: "Send now" }).or(sent).first().click();
        await sent.waitFor({ timeout: 10_000 }).catch(() => undefined);
      }
      await sent.waitFor();
      await panel.getByRole("button", { name: "Close" }).click();
    },
  },
])("$situation", ({ situation, lose, regain, sendButton }) => {
  const family = situation.includes("network") ? "Nosignal" : "Noserver";

  test("[OFF-17][OFF-18][PWA-02][LEAD-14][GUARD-11][SHELL-22] leads are made and changed, survive a reload, and each is on the server exactly once", async () => {
    const { context, page } = await readyDevice();
    const knownId = await findLeadId(journey.app, "Amy Kowalski");
    await lose(context);

    // Created and changed here: one new lead.
    await createLead(page, { "First name": "Nora", "Last name": family, Street: "12 Elm St" });
    expect(shownLeadId(page)).toBeLessThan(0);
    await page.getByText("This lead is on this device only so far.").waitFor();
    await editLead(page, { City: "Portage" });
    const localId = shownLeadId(page);

    // A second one, and a change of one that the server knows.
    await page.getByRole("link", { name: "Leads", exact: true }).click();
    await createLead(page, { "First name": "Otto", "Last name": family });
    await openLead(page, knownId);
    await editLead(page, { Street: `915 ${family} St` });
    await eventually(() => syncChip(page).textContent()).toBe("3 waiting");

    // The app starts from the device, on any page.
    await openLead(page, localId);
    await page.getByRole("heading", { name: `Nora ${family}` }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: `Nora ${family}` }).waitFor();
    await page.getByText("12 Elm St, Portage").waitFor();
    await eventually(() => syncChip(page).textContent()).toBe("3 waiting");

    const panel = await openSyncPanel(page);
    await panel.getByText("3 changes on this device").waitFor();
    await panel.getByText(/No signal since .*3 are sent automatically\./).waitFor();
    // In the order of sending: changes before new ones.
    await eventually(() => panel.getByRole("listitem").getByRole("heading").allTextContents()).toEqual([
      "Lead, Amy Kowalski",
      `New lead, Nora ${family}`,
      `New lead, Otto ${family}`,
    ]);
    await panel.getByText("Waiting, 1st").waitFor();
    await panel.getByRole("button", { name: sendButton }).waitFor();
    await panel.getByRole("button", { name: "Close" }).click();

    await eventually(() => serverLeads(journey.app, family)).toEqual([]);
    await regain({ context, page });

    await everythingSent(page);
    const sent = await serverLeads(journey.app, family);
    expect(sent.map(({ first_name, city }) => ({ first_name, city }))).toEqual([
      { first_name: "Nora", city: "Portage" },
      { first_name: "Otto", city: "" },
    ]);
    const [known] = await journey.app.query("select street from lead where id = $1", [knownId]);
    expect(known).toEqual({ street: `915 ${family} St` });
    // The address that started with an id of this device now has the server's.
    await page.waitForURL(`**/estimator/leads/${String(sent[0]?.id)}/details`);
    await eventually(() => readStore(page, "local-changes")).toEqual([]);
    await openLead(page, localId);
    await page.waitForURL(`**/estimator/leads/${String(sent[0]?.id)}/details`);
  });
});

test("[OFF-08][OFF-09] a lead that was made and deleted here is never sent; a known one is deleted when the signal is back", async () => {
  const { context, page } = await readyDevice();
  await createLead(page, { "First name": "Greta", "Last name": "Gone" });
  await page.waitForURL(/\/leads\/\d+\/details/);
  await everythingSent(page);
  await setOffline(context, true);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete lead" }).click();
  await page
    .getByText("Greta Gone is deleted on this device. It is sent as soon as the server can be reached.")
    .waitFor();
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");

  await createLead(page, { "First name": "Gerd", "Last name": "Gone" });
  await eventually(() => syncChip(page).textContent()).toBe("2 waiting");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete lead" }).click();
  await eventually(() => syncChip(page).textContent()).toBe("1 waiting");

  await setOffline(context, false);
  await eventually(() => serverLeads(journey.app, "Gone")).toEqual([]);
  await everythingSent(page);
});

test("[ROUTE-15][GUARD-02][ROUTE-07][PWA-08] the account area is unavailable offline; the offline page continues automatically", async () => {
  const { context, page } = await readyDevice();
  await setOffline(context, true);
  await openAccountMenu(page);
  await page.getByRole("link", { name: "Manage account" }).click();
  await page.waitForURL("**/offline?referrer=%2Faccount%2Fmanage");
  await page.getByRole("heading", { name: "No signal here" }).waitFor();

  for (const path of ["/account/companies?select=true", "/account/forgot-password", "/account/reset-password?code=1"]) {
    await page.goto(path);
    await page.waitForURL(`**/offline?${new URLSearchParams({ referrer: path }).toString()}`);
  }
  await page.getByRole("link", { name: "Go to the leads" }).click();
  await page.getByRole("heading", { name: "Leads" }).waitFor();

  await page.goto("/account/manage");
  await page.getByRole("heading", { name: "No signal here" }).waitFor();
  await setOffline(context, false);
  await page.waitForURL("**/account/manage");
  await page.getByRole("heading", { name: "Manage account" }).waitFor();
});

test("[PWA-02] a person who never logged in on the device reads that it has to reach the server once", async () => {
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto("/account/login");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await setOffline(context, true);
  await page.goto("/estimator/leads");
  await page.waitForURL(/\/offline\?/);
  await page.getByText("To log in, the device has to reach the server once.").waitFor();
});

test("[AUTH-18] without a network a logout fails, and the user sees why", async () => {
  const { context, page } = await readyDevice();
  await setOffline(context, true);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alert").getByText("You are still logged in").waitFor();
  await page.getByRole("heading", { name: "Leads" }).waitFor();
  await setOffline(context, false);
});

test("[OFF-16][LEAD-17] a lead with an external id is not deleted: the device says so offline, the server online", async () => {
  const { context, page } = await readyDevice();
  const [lead] = await journey.app.query<{ id: number }>(
    "select id::int as id from lead where external_id is not null and company_id = (select min(id) from company) order by id limit 1",
  );
  await openLead(page, Number(lead?.id));
  const refusals = page.getByText(/is kept\.$/);
  const tryToDelete = async (): Promise<void> => {
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete lead" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await eventually(() => refusals.count()).toBe(1);
    await page.getByRole("button", { name: "Close message" }).click();
    await eventually(() => refusals.count()).toBe(0);
    await eventually(() => readStore(page, "local-changes")).toEqual([]);
  };
  await page.getByRole("button", { name: "Delete" }).waitFor();
  await setOffline(context, true);
  await tryToDelete();

  const lastRefresh = async () => (await readStore(page, "info")).find(({ key }) => key === "last-refresh-time");
  const before = await lastRefresh();
  await setOffline(context, false);
  await everythingSent(page);
  // The device's requests on coming online have been answered: the next call need not wait for them.
  await eventually(lastRefresh).not.toEqual(before);
  await tryToDelete();
  await eventually(() => journey.app.query("select id from lead where id = $1", [lead?.id])).toHaveLength(1);
});

test("[LEAD-14] the form can be saved with nothing but a name, and says where the lead is", async () => {
  const { context, page } = await readyDevice();
  await setOffline(context, true);
  await page.getByRole("link", { name: "New lead" }).click();
  await fillInLead(page, { Company: "Only Company LLC" });
  await saveLead(page);
  await page.getByText("Saved on this device. It is sent as soon as the server can be reached.").waitFor();
  await page.getByRole("heading", { name: "Only Company LLC" }).waitFor();
  await setOffline(context, false);
  await everythingSent(page);
});

test("[OFF-15][SYNC-81] a dialog with what was typed into it, and a paper that is read, stay open while their lead and document get the server's ids", async () => {
  const { context, page } = await readyDevice();
  await setOffline(context, true);
  await createLead(page, { "Last name": "Renumbered" });
  await page.getByRole("button", { name: "New estimate" }).click();
  const name = page.getByRole("dialog", { name: "New estimate" }).getByLabel("Name");
  await name.fill("Typed meanwhile");
  await setOffline(context, false);
  await page.waitForURL(/\/leads\/\d+\/details$/);
  await everythingSent(page);
  await eventually(() => name.inputValue()).toBe("Typed meanwhile");
  await page.getByRole("button", { name: "Create estimate" }).click();
  await page.waitForURL(/\/estimate\/\d+$/);

  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  await openEstimate(page, id, "/contract/create");
  await page.getByRole("heading", { name: "New contract" }).waitFor();
  await waitUntilFilesKept(page);
  await setOffline(context, true);
  await signDocument(page, "contract");
  await page.getByText("Signed and saved on this device, will be sent").waitFor();
  await openEstimate(page, id);
  const row = page.getByRole("region", { name: "Documents" }).getByRole("listitem").filter({ hasText: "Signed" });
  const { view } = await openPaper(page, row);
  await setOffline(context, false);
  await everythingSent(page);
  // The row's text for a document that the server has.
  await page.locator("li", { hasText: "Signed PDF" }).waitFor({ state: "attached" });
  await view.getByRole("button", { name: "Close" }).click();
  await view.waitFor({ state: "detached" });
});
