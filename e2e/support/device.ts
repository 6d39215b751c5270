import type { BrowserContext, Page } from "playwright-core";
import { signIn } from "./account.ts";
import { eventually, type Device, type Journey } from "./journey.ts";
import { countLeads } from "./leads.ts";
import { syncChip } from "./sync-panel.ts";

/** The stores that tests read, and their databases. */
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

/** Runs in the page: a request to one of its stores, without the app. */
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
    // Before the app has created it it does not exist, and reading must not create an empty one.
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

/** The device's records. */
export const readStore = (page: Page, name: StoreName): Promise<Record<string, unknown>[]> =>
  askStore(page, name, "getAll") as Promise<Record<string, unknown>[]>;

/** The number of the device's records: counted often during a first download, which costs less than reading them. */
export const countStored = (page: Page, name: StoreName): Promise<number> =>
  askStore(page, name, "count") as Promise<number>;

/** Waits until the server has answered every change, and the top bar shows none. The chip alone may appear later. */
export async function everythingSent(page: Page): Promise<void> {
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
  await eventually(() => syncChip(page).count()).toBe(0);
}

/** Waits until a first download is over. Until then it holds the lock that a save waits for, and a save waits 3 s at most. */
export const everythingDownloaded = (page: Page): Promise<void> =>
  eventually(async () => (await readStore(page, "info")).map(({ key }) => key)).toContain("last-refresh-time");

/** Waits until the device can work offline: the app is cached, and the company's data is stored. */
export async function waitUntilOfflineReady(page: Page, { leadCount }: { leadCount: number }): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await eventually(() => countStored(page, "leads")).toBeGreaterThanOrEqual(leadCount);
  // Estimates and papers are downloaded after the last lead.
  await everythingDownloaded(page);
}

interface ReadyDevice {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A salesperson's device that can work offline, on the list of leads. */
export async function openReadyDevice(
  journey: Journey,
  {
    hasWorkerSync = true,
    ...options
  }: {
    device?: Device;
    /** false: the worker is never woken to send, since a test's routes for pages do not apply to it. */
    hasWorkerSync?: boolean;
  } = {},
): Promise<ReadyDevice> {
  const context = await journey.openDevice({ ...options, serviceWorkers: "allow" });
  if (!hasWorkerSync)
    await context.addInitScript(() => {
      // A blank page is not secure, and has no workers.
      if (window.isSecureContext) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync");
    });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  return { context, page };
}

/**
 * As `openReadyDevice`, for tests that can go on with the device of the one before: it costs 2 processor seconds to make one. Each of them
 * gets it with a page that has just loaded.
 */
export function shareReadyDevice(
  journey: Journey,
  options: Parameters<typeof openReadyDevice>[1] = {},
): () => Promise<ReadyDevice> {
  const findDevice = journey.shareDevice(() => openReadyDevice(journey, options));
  let last: ReadyDevice | undefined;
  return async () => {
    const device = await findDevice();
    if (device === last) {
      await device.page.goto("/estimator/leads");
      await device.page.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
    }
    last = device;
    return device;
  };
}

/** Takes the network away or gives it back; waits until the page has noticed. */
export async function setOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
  await context.setOffline(isOffline);
  for (const page of context.pages())
    await page.waitForFunction((expected) => navigator.onLine !== expected, isOffline);
}
