import { setTimeout as delay } from "node:timers/promises";
import { watchPage } from "../measuring/watch-page.mjs";
import { openBrowser } from "./browser.mjs";

const ARRIVED_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 200;
/** A page whose number of fields has not grown for this long has all of them, also on a busy machine. */
const SETTLED_MS = 1_500;
/** Background work of a page, such as a sync, is over then. */
const REST_MS = 500;
const TABLET = { width: 1280, height: 900 };

/**
 * A salesperson's browser: signed in, with the app's files and the company's data on the device, and watched.
 *
 * @param {object} options
 * @param {import("../measuring/held-resources.mjs").HeldResources} options.resources
 * @param {import("./server.mjs").ProductServer} options.server
 * @param {{ email: string, password: string }} options.user
 * @param {number} options.estimates how many have to arrive
 */
export async function openSalesDevice({ resources, server, user, estimates }) {
  // The watch over lead lists checks every frame, and would be measured with everything else.
  const context = await openBrowser({ resources, watch: watchPage });
  const page = await context.newPage();
  await page.setViewportSize(TABLET);
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator("tbody td a").first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated", undefined, {
    timeout: ARRIVED_WITHIN_MS,
  });
  const giveUpAt = performance.now() + ARRIVED_WITHIN_MS;
  while ((await countRecords(page, "estimates")) < estimates) {
    if (performance.now() > giveUpAt) throw new Error("The estimates did not arrive on the device.");
    await delay(ASK_EVERY_MS);
  }
  return { context, page };
}

/** The number of records in a store of the device, read without the app. */
export const countRecords = (
  /** @type {import("playwright-core").Page} */ page,
  /** @type {"estimates" | "leads" | "local-changes"} */ store,
) => countEntries(page, { store });

/** Whether the device has a complete version of the price book, by the app's own note. */
export const hasWholePriceBook = async (/** @type {import("playwright-core").Page} */ page) =>
  (await countEntries(page, { store: "estimate-fields" })) > 0 &&
  (await countEntries(page, { store: "info", key: "price-book-arriving" })) === 0;

/**
 * @param {import("playwright-core").Page} page
 * @param {{ store: string, key?: string }} entries all of a store, or the one with a key
 */
const countEntries = (page, entries) =>
  page.evaluate(
    ({ store, key }) =>
      /** @type {Promise<number>} */ (
        new Promise((resolve, reject) => {
          const opening = indexedDB.open("ridgebook");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const database = opening.result;
            const counting = database.transaction(store).objectStore(store).count(key);
            counting.onerror = () => reject(counting.error);
            counting.onsuccess = () => {
              database.close();
              resolve(counting.result);
            };
          };
        })
      ),
    entries,
  );

/**
 * Slows the page's own thread down, as a tablet's processor would.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} times 1 is the machine's own speed
 */
export async function slowDown(page, times) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
  // The session stays open: when it ends the page is as fast as before.
}

/**
 * The number of a page's fields once all are mounted: nothing is left that mounts later, and the number no longer grows.
 *
 * @param {import("playwright-core").Page} page
 */
export async function settledFieldCount(page) {
  let count = 0;
  let since = performance.now();
  const giveUpAt = since + ARRIVED_WITHIN_MS;
  while (count === 0 || performance.now() - since < SETTLED_MS) {
    if (performance.now() > giveUpAt) throw new Error(`${page.url()} does not come to rest.`);
    await delay(ASK_EVERY_MS / 4);
    const now = await page.evaluate(() => /** @type {any} */ (window).bench.countFields());
    const isMounting = (await page.locator("[data-mounted=false]").count()) > 0;
    if (now !== count || isMounting) since = performance.now();
    count = now;
  }
  return count;
}

/**
 * Follows a link and returns how long its page took, in milliseconds from the click by the page's own clock.
 *
 * @param {import("playwright-core").Page} page
 * @param {{ link: import("playwright-core").Locator, title: string, fieldCount: number }} target
 * @returns {Promise<{ firstMs: number, allMs: number }>} until its first fields were painted, and until all of them were
 */
export async function openByLink(page, { link, title, fieldCount }) {
  await link.scrollIntoViewIfNeeded();
  await page.evaluate((target) => /** @type {any} */ (window).bench.watchOpening(target), { title, fieldCount });
  await link.click();
  const opened = await page.evaluate(() => /** @type {any} */ (window).bench.opened());
  await delay(REST_MS);
  return opened;
}

/**
 * The sums of layout shifts since the last call. A shift within 500 ms of a click or a key is expected, by the browser's
 * own rule, but not on a page that was just opened and shows its first fields; what is not expected is printed on the terminal.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<{ unexpected: number, afterInput: number }>}
 */
export async function takeShifts(page) {
  /** @type {{ value: number, isExpected: boolean, what: string }[]} */
  const shifts = await page.evaluate(() => /** @type {any} */ (window).bench.takeShifts());
  const sums = { unexpected: 0, afterInput: 0 };
  for (const { value, isExpected, what } of shifts) {
    sums[isExpected ? "afterInput" : "unexpected"] += value;
    if (!isExpected) console.log(`  shift of ${value.toFixed(4)} at ${new URL(page.url()).pathname}: ${what}`);
  }
  return sums;
}

/**
 * The processor time of the page's own thread, which other work on the machine does not lengthen.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<() => Promise<number>>} answers the milliseconds so far
 */
export async function watchProcessor(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
}

/** Resets the sums: shifts during a page load do not count. */
export const forgetShifts = (/** @type {import("playwright-core").Page} */ page) =>
  page.evaluate(() => void (/** @type {any} */ (window).bench.takeShifts()));

/** @param {{ url: string }} server @param {number} id */
export const estimateUrl = ({ url }, id) => `${url}/estimator/estimate/${id}`;
