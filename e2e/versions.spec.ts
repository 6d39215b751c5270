import { CONTRACT_VERSION } from "@ridgebook/contract";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAccountMenu } from "./support/account.ts";
import { everythingSent, openReadyDevice, readStore, setOffline } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { createLead, fillInLead, openLead, saveLead, serverLeads } from "./support/leads.ts";
import { deployNextVersion } from "./support/next-version.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* Apps and servers of different ages, and sending with no page open. */

const journey = prepareJourney({ ownProduct: true });

const VERSION_HEADER = "ridgebook-contract";

/** Makes every call of the app look like one of an app with another contract, to the real server. */
const speakContract = (context: BrowserContext, version: number): Promise<unknown> =>
  context.route(/\/api\//, (route) =>
    route.continue({ headers: { ...route.request().headers(), [VERSION_HEADER]: String(version) } }),
  );

/**
 * Makes the app look like the next version to the server: its calls say so, its new leads have a field that the server does not know, and the server's
 * answers come from an older version.
 */
const speakNextContract = (context: BrowserContext): Promise<unknown> =>
  context.route(/\/api\//, async (route) => {
    const request = route.request();
    const { "content-length": _length, ...headers } = request.headers();
    const isNewLead = request.method() === "POST" && /\/api\/leads\/?$/.test(new URL(request.url()).pathname);
    const response = await route.fetch({
      headers: { ...headers, [VERSION_HEADER]: String(CONTRACT_VERSION + 1) },
      ...(isNewLead && { postData: { ...(request.postDataJSON() as object), roofAge: 12 } }),
    });
    await route.fulfill({
      response,
      headers: { ...response.headers(), [VERSION_HEADER]: String(CONTRACT_VERSION - 1) },
    });
  });

describe("a server that is newer or older than the app", () => {
  test("[SYNC-30] an app that is too old keeps its changes waiting, says what is needed, and sends after the update", async () => {
    const { context, page } = await openReadyDevice(journey, { hasWorkerSync: false });
    await speakContract(context, 0);
    await createLead(page, { "First name": "Olaf", "Last name": "Oldapp" });
    await page.getByText("A new version is needed to send. Your work is kept.").waitFor();
    await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
    const panel = await openSyncPanel(page);
    await panel.getByText("New lead, Olaf Oldapp").waitFor();
    await panel.getByText("1 waits for a new version of the app.").waitFor();
    await panel.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("It has not arrived yet: please try again in a few minutes.", { exact: false }).waitFor();
    await eventually(() => serverLeads(journey.app, "Oldapp")).toEqual([]);

    await context.unrouteAll({ behavior: "wait" });
    await page.reload();
    await eventually(async () => (await serverLeads(journey.app, "Oldapp")).length).toBe(1);
    await eventually(() => syncChip(page).count()).toBe(0);
    await eventually(() => page.getByText("A new version is needed").count()).toBe(0);
  });

  test("[SYNC-31] changes that a server does not know yet wait, are shown, and are sent automatically once the server is updated", async () => {
    const { context, page } = await openReadyDevice(journey, { hasWorkerSync: false });
    await speakNextContract(context);
    await createLead(page, { "First name": "Nora", "Last name": "Newapp" });
    await page
      .getByText("The server is being updated. What it cannot take yet waits on this device and is sent automatically.")
      .waitFor();
    await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
    await eventually(() => serverLeads(journey.app, "Newapp")).toEqual([]);

    await context.unrouteAll({ behavior: "wait" });
    await eventually(async () => (await serverLeads(journey.app, "Newapp")).length).toBe(1);
    await eventually(() => syncChip(page).count()).toBe(0);
    await eventually(() => page.getByText("The server is being updated").count()).toBe(0);
  });
});

test("[SYNC-35][PWA-06] one tab updates; the other keeps its input and its version's files, and those go with its last page", async () => {
  const { context, page: former } = await openReadyDevice(journey);
  const updated = await context.newPage();
  await updated.goto("/estimator/leads");
  await updated.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
  await former.getByRole("link", { name: "New lead" }).click();
  await fillInLead(former, { "Last name": "Twoversions" });
  const formerFiles = await storedFiles(former);

  await journey.app.stop();
  await deployNextVersion(journey.app.webFolder, { from: "1.7.76", to: "1.7.77" });
  await journey.app.start();
  await updated.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await former.getByText("A new version is ready.").waitFor();
  const reloaded = updated.waitForEvent("load");
  await updated.getByRole("button", { name: "Update" }).click();
  await former.getByText("The new version has taken over. Reload when you are ready.").waitFor();
  await reloaded;
  await expectVersion(updated, "1.7.77");
  await eventually(() => former.getByLabel("Last name").inputValue()).toBe("Twoversions");

  // The former version's chunks are only in the worker's cache, and its page can still load one that it had not loaded before.
  const notShownYet = formerFiles.find((name) => name.startsWith("about-page-"));
  expect((await fetch(`${journey.app.url}/assets/${String(notShownYet)}`)).status).toBe(404);
  await (await context.newCDPSession(former)).send("Network.clearBrowserCache");
  await saveLead(former);
  await former.getByRole("heading", { name: "Twoversions" }).waitFor();
  await former.getByRole("button", { name: "New estimate" }).click();
  await former.getByRole("dialog", { name: "New estimate" }).getByRole("button", { name: "Create estimate" }).click();
  await former.waitForURL(/\/estimator\/estimate\/-?\d+$/);
  await former.getByText("Estimate total").waitFor();
  // The server's name for the estimate would close the menu.
  await everythingSent(former);
  await expectVersion(former, "1.7.76");
  await eventually(() => storedFiles(updated)).toEqual(expect.arrayContaining(formerFiles));

  await former.reload();
  await former.getByText("Estimate total").waitFor();
  await expectVersion(former, "1.7.77");
  await eventually(async () => (await storedFiles(former)).filter((name) => formerFiles.includes(name))).toEqual([]);
  await eventually(() => serverLeads(journey.app, "Twoversions")).toHaveLength(1);
});

/** Names of the hashed files in the worker's cache. */
const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes("precache"));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().flatMap(({ url }) => /\/assets\/(.+)$/.exec(url)?.[1] ?? []);
  });

async function expectVersion(page: Page, version: string): Promise<void> {
  await openAccountMenu(page);
  await page.getByText(`Version ${version}`).waitFor();
  await page.keyboard.press("Escape");
}

describe("with no page open", () => {
  /** Sends the worker a background event as the browser would, and waits until it has been handled. */
  async function dispatch(context: BrowserContext, type: "sync" | "periodicsync"): Promise<void> {
    const page = await context.newPage();
    const session: CDPSession = await context.newCDPSession(page);
    const registrationId = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [registration] = registrations;
        if (registration) resolve(registration.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    const target = { origin: journey.app.url, registrationId: await registrationId };
    if (type === "sync")
      await session.send("ServiceWorker.dispatchSyncEvent", { ...target, tag: "send-outbox", lastChance: false });
    else await session.send("ServiceWorker.dispatchPeriodicSyncEvent", { ...target, tag: "sync-download" });
    await session.detach();
    await page.close();
  }

  test("[SYNC-36][PWA-07] a change made offline is sent once, by the worker alone", async () => {
    const { context, page } = await openReadyDevice(journey);
    let open = page;
    for (const type of ["sync", "periodicsync"] as const) {
      const lastName = `Nopage${type}`;
      await open.goto(`${journey.app.url}/estimator/leads`);
      await open.locator("tbody td a").first().waitFor();
      await setOffline(context, true);
      await createLead(open, { "First name": "Nils", "Last name": lastName });
      await eventually(() => syncChip(open).textContent()).toBe("1 waiting");
      await open.close();
      await context.setOffline(false);

      await dispatch(context, type);
      await eventually(async () => (await serverLeads(journey.app, lastName)).length).toBe(1);
      await dispatch(context, type);

      open = await context.newPage();
      await openLead(open, Number((await serverLeads(journey.app, lastName))[0]?.id));
      await open.getByRole("heading", { name: `Nils ${lastName}` }).waitFor();
      await eventually(() => readStore(open, "local-changes")).toEqual([]);
      await eventually(() => serverLeads(journey.app, lastName)).toHaveLength(1);
    }
  });
});
