import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startProgram } from "../measuring/child-process.mjs";
import { median } from "../measuring/median.mjs";
import { openBrowser } from "../product/browser.mjs";
import { startDatabase } from "../product/database.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { queueLeads, readOneLead } from "../product/queued-leads.mjs";
import { countRecords, openSalesDevice } from "../product/sales-device.mjs";
import { startProductServer } from "../product/server.mjs";
import { prepareBareStatements, writeBareRows } from "./sync/bare-sending.mjs";

/** For a quick trial run. */
const SHARE = Number(process.env.BENCH_SYNC_SHARE ?? 1);
const PUSHED = 5_000 * SHARE;
const PULLED = 10_000 * SHARE;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** The newest leads of a first download that the device keeps. */
const FIRST_DOWNLOAD = 5_000;
const GIVE_UP_MS = 900_000;
const ASK_EVERY_MS = 200;
/** The product's largest batch. */
const BATCH_SIZE = 100;
const GOAL = { atLeast: 4 };
/** Slower than the peer is a failure, in either direction. */
const FLOOR = { atLeast: 1 };

/**
 * Sending 5,000 leads that were created offline, and receiving 10,000 that others have changed: the product's app and server
 * against PouchDB and its express server, each from IndexedDB in the same browser to its own process.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureSync({ resources }) {
  // Measured writes are durable: a commit is on disk before it is acknowledged, as delivered.
  const database = await startDatabase({ resources, settings: {} });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: PULLED });
  const server = await startProductServer({ resources, database });
  const product = await openSalesDevice({ resources, server, user: company.user, estimates: 0 });
  await waitUntil(async () => (await countRecords(product.page, "leads")) >= Math.min(PULLED, FIRST_DOWNLOAD));
  const lead = await readOneLead(product.page);
  const peer = await openPeer({ resources, context: product.context });
  const sentBatch = takeFirstBatch(product.page);

  /** @type {Record<"pull" | "push", { product: number[], peer: number[] }>} milliseconds */
  const times = { pull: { product: [], peer: [] }, push: { product: [], peer: [] } };
  /** @type {Record<"statements" | "rows", number[]>} the least that sending takes, milliseconds */
  const bare = { statements: [], rows: [] };
  let runBareStatements = /** @type {Awaited<ReturnType<typeof prepareBareStatements>> | undefined} */ (undefined);
  // The first round warms up both, and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pulled = {
      product: await pullProduct({ ...product, superuser: database.superuser, companyId: company.companyId }),
      peer: await peer.evaluate(runPeer, { kind: "pull", name: `pull-${round}`, count: PULLED, lead }),
    };
    const pushed = {
      product: await pushProduct({ ...product, lead, round }),
      peer: await peer.evaluate(runPeer, { kind: "push", name: `push-${round}`, count: PUSHED, lead }),
    };
    runBareStatements ??= await prepareBareStatements({ database, user: company.user, batch: await sentBatch });
    const alone = {
      statements: await runBareStatements(PUSHED / BATCH_SIZE),
      rows: await peer.evaluate(writeBareRows, { lead, count: PUSHED, batchSize: BATCH_SIZE }),
    };
    console.log(`  ${JSON.stringify({ pulled, pushed, alone })}`);
    await forgetPushed({ ...product, superuser: database.superuser });
    if (round === 0) continue;
    for (const who of /** @type {const} */ (["product", "peer"])) {
      times.pull[who].push(pulled[who]);
      times.push[who].push(pushed[who]);
    }
    bare.statements.push(alone.statements);
    bare.rows.push(alone.rows);
  }
  const sent = `${PUSHED} queued leads sent`;
  return [
    ...figuresOf({ what: sent, ...times.push }),
    figureOfBare({ what: `${sent}, of their statements alone`, product: times.push.product, bare: bare.statements }),
    figureOfBare({ what: `${sent}, of their rows on the device alone`, product: times.push.product, bare: bare.rows }),
    ...figuresOf({ what: `${PULLED} changed leads received`, ...times.pull }),
  ];
}

/** @param {{ what: string, product: number[], peer: number[] }} measured */
function figuresOf({ what, product, peer }) {
  const ratios = product.map((ms, round) => (peer[round] ?? 0) / ms);
  return /** @type {import("../measuring/figures.mjs").Figure[]} */ ([
    {
      what: `${what}, times faster than PouchDB`,
      measured: median(ratios),
      unit: "x",
      goal: GOAL,
      floor: FLOOR,
      note: `PouchDB ${median(peer).toFixed(0)} ms, ${product.length} rounds`,
    },
    { what, measured: median(product), unit: "ms", note: `slowest ${Math.max(...product).toFixed(0)} ms` },
  ]);
}

/**
 * How many times as long sending takes as a part that it cannot do without.
 *
 * @param {{ what: string, product: number[], bare: number[] }} measured
 * @returns {import("../measuring/figures.mjs").Figure}
 */
function figureOfBare({ what, product, bare }) {
  const ratios = product.map((ms, round) => ms / (bare[round] ?? 0));
  return { what, measured: median(ratios), unit: "x", note: `alone ${median(bare).toFixed(0)} ms` };
}

/* The product: the app as it is delivered, on its page with the leads */

/**
 * Every lead has changed on the server while the device, which is still empty, was away.
 *
 * @param {{ page: import("playwright-core").Page, context: import("playwright-core").BrowserContext, superuser: import("pg").Client, companyId: number }} options
 */
async function pullProduct({ page, context, superuser, companyId }) {
  await context.setOffline(true);
  await superuser.query("update lead set description = description where company_id = $1", [companyId]);
  await page.evaluate(emptyLeads);
  return timeUntil({ page, context, what: "received" });
}

/**
 * Puts leads into the device's stores as the app does without a network, and brings it online again.
 *
 * @param {{ page: import("playwright-core").Page, context: import("playwright-core").BrowserContext, lead: Record<string, unknown>, round: number }} options
 */
async function pushProduct({ page, context, lead, round }) {
  await context.setOffline(true);
  await queueLeads(page, { lead, count: PUSHED, firstId: -2 - round * PUSHED * 2 });
  return timeUntil({ page, context, what: "sent" });
}

/**
 * From the network's return until everything is sent, or the last of everything that changed is on the device; by the page's own
 * clock. A device evicts what is outside its working set only after that.
 *
 * @param {{ page: import("playwright-core").Page, context: import("playwright-core").BrowserContext, what: "sent" | "received" }} options
 */
async function timeUntil({ page, context, what }) {
  const timing = page.evaluate(watchSync, { what, giveUpMs: GIVE_UP_MS });
  await context.setOffline(false);
  const ms = await timing;
  // Background work, such as receiving the sent records, must be over before the next measurement.
  await waitUntil(async () => (await page.evaluate(isAtRest)) && (await countRecords(page, "local-changes")) === 0);
  return ms;
}

/**
 * The first full batch that the app sends from now on, as sent.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<import("./sync/bare-sending.mjs").Batch>}
 */
async function takeFirstBatch(page) {
  const isBatch = (/** @type {import("playwright-core").Request} */ request) =>
    new URL(request.url()).pathname === "/api/batch";
  const request = await page.waitForRequest(isBatch, { timeout: 0 });
  return request.postDataJSON();
}

/** Leads of one round do not affect the next: they are deleted on the server, and the device receives that. */
async function forgetPushed({ page, context, superuser }) {
  await superuser.query("delete from lead where customer_number = 'PUSHED'");
  await context.setOffline(true);
  await timeUntil({ page, context, what: "received" });
}

/* Run in the page of the product */

/** The page is idle: no call has ended for a second. */
function isAtRest() {
  const last = performance.getEntriesByType("resource").at(-1);
  const isQuiet = last === undefined || performance.now() - /** @type {any} */ (last).responseEnd > 1_000;
  if (isQuiet) performance.clearResourceTimings();
  return isQuiet;
}

/** @param {{ what: "sent" | "received", giveUpMs: number }} options */
async function watchSync({ what, giveUpMs }) {
  // Before waiting for anything: the network may already be back at the end of that.
  const isOnline = new Promise((resolve) => window.addEventListener("online", resolve, { once: true, capture: true }));
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("ridgebook");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const ask = (/** @type {string} */ store, /** @type {(records: IDBObjectStore) => IDBRequest} */ question) =>
    new Promise((resolve, reject) => {
      const asking = question(database.transaction(store).objectStore(store));
      asking.onerror = () => reject(asking.error);
      asking.onsuccess = () => resolve(asking.result);
    });
  // Counting them all, twenty times a second, would distort the measurement.
  const isAnyWaiting = async () => (await ask("local-changes", (records) => records.getAllKeys(null, 1))).length > 0;
  const readRefreshTime = async () => (await ask("info", (records) => records.get("last-refresh-time")))?.value;
  const refreshedBefore = await readRefreshTime();
  await isOnline;
  const beganAt = performance.now();
  const isOver = async () =>
    what === "sent" ? !(await isAnyWaiting()) : (await readRefreshTime()) !== refreshedBefore;
  while (!(await isOver())) {
    if (performance.now() - beganAt > giveUpMs) throw new Error(`It is never ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const ms = performance.now() - beganAt;
  database.close();
  return ms;
}

function emptyLeads() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("ridgebook");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("leads", "readwrite");
      transaction.objectStore("leads").clear();
      transaction.oncomplete = () => {
        database.close();
        resolve(undefined);
      };
    };
  });
}

/* The peer */

/**
 * A page with PouchDB, in the same browser, and its server in a separate process.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources, context: import("playwright-core").BrowserContext }} options
 */
async function openPeer({ resources, context }) {
  const folder = await mkdtemp(join(tmpdir(), "ridgebook-bench-pouch-"));
  resources.hold(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const { child } = startProgram({
    resources,
    file: fileURLToPath(new URL("../peers/pouch-server.mjs", import.meta.url)),
    env: { NODE_ENV: "production" },
  });
  child.send({ folder: `${folder}/` });
  const { url } = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The peer ended before it listened.")));
  });
  const page = await context.newPage();
  await page.goto(url);
  for (const script of ["pouchdb.js", "indexeddb.js"]) await page.addScriptTag({ url: `${url}/${script}` });
  return page;
}

/**
 * Runs in the peer's page: fills one side with documents of a lead's size, replicates to the other, and returns the time.
 *
 * @param {{ kind: "pull" | "push", name: string, count: number, lead: Record<string, unknown> }} options
 */
async function runPeer({ kind, name, count, lead }) {
  const { PouchDB } = /** @type {any} */ (window);
  const local = new PouchDB(name, { adapter: "indexeddb" });
  const remote = new PouchDB(`${location.origin}/db/${name}`);
  const documents = Array.from({ length: count }, (_, index) => ({
    ...lead,
    _id: String(1_000_000 + index),
    lastName: `${lead.lastName} ${index}`,
  }));
  const [from, to] = kind === "push" ? [local, remote] : [remote, local];
  await to.info();
  for (let begin = 0; begin < count; begin += 1_000) await from.bulkDocs(documents.slice(begin, begin + 1_000));
  const beganAt = performance.now();
  const { docs_written: written } = await from.replicate.to(to, { batch_size: 1_000, batches_limit: 10 });
  const ms = performance.now() - beganAt;
  if (written !== count) throw new Error(`PouchDB replicated ${written} documents instead of ${count}.`);
  await local.destroy();
  await remote.destroy();
  return ms;
}

/** @param {() => Promise<boolean>} isTrue */
async function waitUntil(isTrue) {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error("What was waited for never happened.");
    await delay(ASK_EVERY_MS);
  }
}
