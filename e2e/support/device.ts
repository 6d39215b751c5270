import type { BrowserContext, Page } from "playwright-core";
import { signIn } from "./account.ts";
import { eventually, type Device, type Journey } from "./journey.ts";
import { countLeads } from "./leads.ts";
import { syncChip } from "./sync-panel.ts";

/** The stores that tests look into, and the databases that they are in. */
const DATABASE_OF_STORE = {
  leads: "ridgebook",
  estimates: "ridgebook",
  "estimate-documents": "ridgebook",
  "estimate-fields": "ridgebook",
  "local-changes": "ridgebook",
  info: "ridgebook",
  settings: "ridgebook",
  drafts: "ridgebook-device",
  estimateDrafts: "ridgebook-device",
  leadImportDrafts: "ridgebook-device",
} as const;

type StoreName = keyof typeof DATABASE_OF_STORE;

/** Runs in the page: a request to one of its stores, past the app. */
const askInPage = ({
  database: databaseName,
  name,
  ask,
}: {
  database: string;
  name: string;
  ask: "getAll" | "count";
}) =>
  new Promise<unknown>((resolve, reject) => {
    const opening = indexedDB.open(databaseName);
    // Before the app has made it it does not exist, and to look must not make an empty one.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => {
      reject(new Error("The database does not open."));
    };
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction(name).objectStore(name)[ask]();
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result);
      };
    };
  });

const askStore = (page: Page, name: StoreName, ask: "getAll" | "count"): Promise<unknown> =>
  page.evaluate(askInPage, { database: DATABASE_OF_STORE[name], name, ask });

/** What the device holds. */
export const readStore = (page: Page, name: StoreName): Promise<Record<string, unknown>[]> =>
  askStore(page, name, "getAll") as Promise<Record<string, unknown>[]>;

/** How much the device holds: asked many times while a first download runs, it costs less than reading it. */
export const countStored = (page: Page, name: StoreName): Promise<number> =>
  askStore(page, name, "count") as Promise<number>;

/** Waits until the server has answered every change, and the top bar says no more of any. The chip alone may still be to come. */
export async function everythingSent(page: Page): Promise<void> {
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
  await eventually(() => syncChip(page).count()).toBe(0);
}

/** Waits until a first download is over. Until then it holds the lock that a save waits for, and a save waits 3 s at most. */
export const everythingDownloaded = (page: Page): Promise<void> =>
  eventually(async () => (await readStore(page, "info")).map(({ key }) => key)).toContain("last-refresh-time");

/** Waits until the device can do without the network: the app is kept, and the company's data is there. */
export async function waitUntilOfflineReady(page: Page, { leadCount }: { leadCount: number }): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await eventually(() => countStored(page, "leads")).toBeGreaterThanOrEqual(leadCount);
  // Estimates and papers come behind the last lead.
  await everythingDownloaded(page);
}

/** A salesperson's device that can do without the network, on the list of leads. */
export async function openReadyDevice(
  journey: Journey,
  {
    hasWorkerSync = true,
    ...options
  }: {
    device?: Device;
    /** false: the worker is never woken to send, since what a test does to the calls of pages does not reach its own. */
    hasWorkerSync?: boolean;
  } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await journey.openDevice({ ...options, serviceWorkers: "allow" });
  if (!hasWorkerSync)
    await context.addInitScript(() => {
      // An empty page is not secure, and has no workers.
      if (window.isSecureContext) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync");
    });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  return { context, page };
}

/** Takes the network away or gives it back; waits until the page has noticed. */
export async function setOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
  await context.setOffline(isOffline);
  for (const page of context.pages())
    await page.waitForFunction((expected) => navigator.onLine !== expected, isOffline);
}
