import { setTimeout as delay } from "node:timers/promises";
import { median } from "../measuring/median.mjs";
import { servePlainPage } from "../peers/plain-page/server.mjs";
import { openBrowser, waitUntilUsable } from "../product/browser.mjs";
import { startDatabase } from "../product/database.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { slowDown } from "../product/sales-device.mjs";
import { signIn, startProductServer } from "../product/server.mjs";

const LEADS = 1_000;
const ROWS = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12);
/** The slowdown that simulates a field tablet's processor. */
const SLOW = 4;

const DOWNLOADED_WITHIN_MS = 60_000;
/** Background work after a page is usable, such as a sync, is over then. */
const REST_MS = 500;

/**
 * From the start of a navigation to a usable lead list, on a device that has the app: with the server,
 * without it, and without it on a slow processor, against a plain page that shows the same rows.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureStart({ resources }) {
  const database = await startDatabase({ resources });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: LEADS });
  const server = await startProductServer({ resources, database });
  const context = await openBrowser({ resources });

  const peerUrl = await servePlainPage({ resources });
  await preparePlainPage({ context, url: peerUrl, leads: await readLeads({ server, user: company.user }) });
  await prepareProduct({ context, url: server.url, user: company.user });

  const online = await measureRounds({ context, productUrl: server.url, peerUrl });
  await server.stop();
  const offline = await measureRounds({ context, productUrl: server.url, peerUrl });
  const slow = await measureRounds({ context, productUrl: server.url, peerUrl, slowedDown: SLOW });
  return [
    ...figuresOf({ kind: "warm start", times: online }),
    ...figuresOf({ kind: "start without the server", times: offline }),
    ...figuresOf({ kind: `start without the server, processor slowed down ${SLOW} times`, times: slow }),
  ];
}

/** @param {{ kind: string, times: { product: number[], peer: number[] } }} measured */
function figuresOf({ kind, times }) {
  const product = median(times.product);
  const peer = median(times.peer);
  return /** @type {import("../measuring/figures.mjs").Figure[]} */ ([
    { what: `${kind}, of a plain page`, measured: product / peer, unit: "x", note: `plain page ${peer.toFixed(0)} ms` },
    { what: kind, measured: product, unit: "ms", note: `slowest ${Math.max(...times.product).toFixed(0)} ms` },
  ]);
}

/** @param {{ context: import("playwright-core").BrowserContext, productUrl: string, peerUrl: string, slowedDown?: number }} options */
async function measureRounds({ context, productUrl, peerUrl, slowedDown = 1 }) {
  /** @type {{ product: number[], peer: number[] }} milliseconds */
  const times = { product: [], peer: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const product = await measureOneStart({ context, url: productUrl, slowedDown });
    const peer = await measureOneStart({ context, url: peerUrl, slowedDown });
    // The first round warms up what both share: the browser's own processes.
    if (round === 0) continue;
    times.product.push(product);
    times.peer.push(peer);
  }
  return times;
}

/** @param {{ context: import("playwright-core").BrowserContext, url: string, slowedDown: number }} options */
async function measureOneStart({ context, url, slowedDown }) {
  const page = await context.newPage();
  try {
    await slowDown(page, slowedDown);
    await stopServiceWorkers({ context, page });
    await page.goto(`${url}/`, { waitUntil: "commit" });
    const usableAt = await waitUntilUsable(page);
    const rowCount = await page.locator("tbody td a").count();
    if (rowCount !== ROWS) throw new Error(`${url} shows ${rowCount} leads instead of ${ROWS}.`);
    await delay(REST_MS);
    return usableAt;
  } finally {
    await page.close();
  }
}

/**
 * The worker of a closed app has ended: restarting it is part of the app's start.
 *
 * @param {{ context: import("playwright-core").BrowserContext, page: import("playwright-core").Page }} options
 */
async function stopServiceWorkers({ context, page }) {
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

/** @param {{ server: import("../product/server.mjs").ProductServer, user: { email: string, password: string } }} options */
async function readLeads({ server, user }) {
  const { headers } = await signIn({ server, ...user });
  const leads = [];
  for (let offset = 0; offset < LEADS; offset += ROWS) {
    const reply = await fetch(`${server.url}/api/leads?limit=${ROWS}&offset=${offset}`, { headers });
    leads.push(...(await reply.json()).data);
  }
  return leads;
}

/** @param {{ context: import("playwright-core").BrowserContext, url: string, leads: unknown[] }} options */
async function preparePlainPage({ context, url, leads }) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "keepLeads" in window);
  await page.evaluate((given) => /** @type {any} */ (window).keepLeads(given), leads);
  await page.close();
}

/**
 * Signs in, and waits for the first download: all leads, and the service worker with the app's files.
 *
 * @param {{ context: import("playwright-core").BrowserContext, url: string, user: { email: string, password: string } }} options
 */
async function prepareProduct({ context, url, user }) {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await waitUntilUsable(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated", undefined, {
    timeout: DOWNLOADED_WITHIN_MS,
  });
  const giveUpAt = performance.now() + DOWNLOADED_WITHIN_MS;
  while ((await countLocalLeads(page)) < LEADS) {
    if (performance.now() > giveUpAt) throw new Error("The leads did not arrive on the device.");
    await delay(REST_MS);
  }
  await page.close();
}

/** @param {import("playwright-core").Page} page */
function countLocalLeads(page) {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("ridgebook");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("leads").objectStore("leads").count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}
