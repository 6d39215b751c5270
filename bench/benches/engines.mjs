import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  makeLeads,
  takeSearchKey,
  takeTimed,
  waitForRecords,
  watchPress,
  watchSearch,
} from "../measuring/engine-page.mjs";
import { median } from "../measuring/median.mjs";
import { watchPage } from "../measuring/watch-page.mjs";
import { importOfTests } from "../product/engine-driver.mjs";
import { LEADS, prepareTabletCompany, signInOnTablet, TABLET } from "../product/tablet-company.mjs";

/** @typedef {"chromium" | "webkit"} Engine */

/** The peer comes first in each round. */
const ENGINES = /** @type {const} */ (["chromium", "webkit"]);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CHANGES = 200;
const CHANGES_IN_A_CALL = 20;
const KEYS = 16;
/** Faster than people type on a tablet. */
const PAUSE_MS = 90;
const REST_MS = 700;
const SEARCH_KEY_MS = 100;
const TOTAL_BUTTON = 'main button[aria-label*="$"][aria-label$=", why"]';
const SEARCHES = ["whit", "kowal", "smith", "lindst"];

/**
 * WebKit, the engine of Safari, beside Chromium: the same work in both, by real presses, one after the other in each round.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureEngines({ resources }) {
  const { openBrowser } = await importOfTests("e2e/engines/open-browser.ts");
  const { personAt } = await importOfTests("e2e/engines/person.ts");
  const { makeHouses } = await importOfTests("e2e/support/demo-estimates.ts");
  const bench = await prepareTabletCompany({ resources });
  const app = { url: bench.url, query: bench.query };

  /** @type {{ chromium: Measured, webkit: Measured }[]} */
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const measured = /** @type {{ chromium: Measured, webkit: Measured }} */ ({});
    for (const engine of ENGINES) {
      const name = `House of ${engine}, round ${round}`;
      const houseId = await makeHouses(app, { name, files: ["roofing-colonial"], isDone: true });
      const profileFolder = await mkdtemp(join(tmpdir(), "ridgebook-bench-profile-"));
      const browser = await openBrowser(engine, { size: TABLET, profileFolder });
      try {
        const person = personAt(browser.tab);
        measured[engine] = await measureOne({ bench, person, houseId, round });
        console.log(`  ${engine}, round ${round}: ${describe(measured[engine])}`);
      } finally {
        await browser.close();
        await rm(profileFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      }
    }
    rounds.push(measured);
  }
  return figuresOf(rounds);
}

/**
 * @typedef {object} Measured Milliseconds, of which more than one key or change are the median.
 * @property {number} download
 * @property {number} search
 * @property {number} total
 * @property {number} homeowner
 * @property {number} finish
 * @property {number} kept
 * @property {number} drained
 */

/** @param {Measured} measured */
const describe = (measured) =>
  Object.entries(measured)
    .map(([what, value]) => `${what} ${value.toFixed(0)}`)
    .join(", ");

/** @returns {Promise<Measured>} */
async function measureOne({ bench, person, houseId, round }) {
  const { tab } = person;
  const { url, largeId, demoId } = bench;
  const open = async (/** @type {string} */ address, /** @type {any} */ target) => {
    await tab.open(url + address);
    await person.see(target);
    await tab.evaluate(watchPage);
    await delay(REST_MS);
  };
  /** Presses, and returns the milliseconds until something is painted. */
  const timePress = async (/** @type {any} */ target, /** @type {any} */ until) => {
    const at = await person.reach(target);
    await tab.evaluate(watchPress, until);
    await tab.press(at);
    return tab.evaluate(takeTimed);
  };

  const download = await signInOnTablet({ person, url });

  await open("/estimator/leads", { role: "field", name: "Search leads" });
  await person.press({ role: "field", name: "Search leads" });
  await tab.evaluate(watchSearch);
  const searchKeys = [];
  for (const text of SEARCHES) {
    for (const key of text) {
      await tab.type(key);
      const painted = await tab.evaluate(takeSearchKey);
      if (painted !== null) searchKeys.push(painted);
      await delay(PAUSE_MS);
    }
    await tab.evaluate(() => /** @type {any} */ (document.querySelector("input[type=search]"))?.select());
    await delay(REST_MS);
  }

  const field = { role: "field", name: "Total siding area" };
  await open(`/estimator/estimate/${largeId}/quick_estimate_siding`, field);
  await person.press(field);
  await tab.pressKey("ArrowDown").catch(() => undefined);
  const watchTotal = (/** @type {string} */ selector) =>
    /** @type {any} */ (window).bench.watchTyping([...document.querySelectorAll(selector)].at(-1));
  await delay(2 * REST_MS);
  await tab.evaluate(watchTotal, TOTAL_BUTTON);
  await tab.type("1");
  for (let key = 1; key < KEYS; key += 1) {
    await tab.evaluate(() => /** @type {any} */ (window).bench.typed());
    await delay(PAUSE_MS);
    if (key % 2 === 0) await tab.type(String(1 + (key % 9)));
    else await tab.pressKey("Backspace");
  }
  const strokes = await tab.evaluate(() => /** @type {any} */ (window).bench.typed());

  await open(`/estimator/estimate/${demoId}`, { role: "link", name: "Show homeowner" });
  const homeowner = await timePress({ role: "link", name: "Show homeowner" }, { heading: "Your estimate" });

  const finish = await measureFinish({ person, open, timePress, houseId });

  await open("/estimator/leads", { role: "link", name: "New lead" });
  await bench.stop();
  const kept = [];
  // Calls of a driver have a short timeout.
  for (let made = 0; made < CHANGES; made += CHANGES_IN_A_CALL)
    kept.push(...(await tab.evaluate(makeLeads, { count: CHANGES_IN_A_CALL, lastName: `Round ${round} of ${made}` })));
  await bench.start();
  // As a page that gets its network back: sending does not wait for its next attempt.
  const backAt = await tab.evaluate(() => {
    window.dispatchEvent(new Event("online"));
    return performance.now();
  });
  const drainedAt = await tab.evaluate(waitForRecords, { store: "local-changes", isEnough: "none" });
  const drained = drainedAt - backAt;
  return {
    download,
    search: median(searchKeys),
    total: median(strokes),
    homeowner,
    finish,
    kept: median(kept),
    drained,
  };
}

/** From the press on "Finish contract" to the page that says that the office has it. */
async function measureFinish({ person, open, timePress, houseId }) {
  const { tab } = person;
  await open(`/estimator/estimate/${houseId}`, { role: "button", name: "New document" });
  await person.press({ role: "button", name: "New document" });
  await person.press({ role: "link", name: "Contract", within: { role: "dialog", name: "New document" } });
  await person.see({ role: "heading", name: "New contract" });
  await person.enter("Working days", "5");
  await person.press({ role: "button", name: "Review & sign" });
  await person.see({ role: "heading", name: "Review & sign contract" });
  const count = await person.waitFor("the number of signatures", () =>
    tab.evaluate(() => Number(/0 of (\d+) signed/.exec(document.body.innerText)?.[1] ?? 0)),
  );
  for (let signed = 1; signed <= count; signed += 1) {
    const agree = { role: "button", matches: "^I agree, sign as " };
    // Again if the pad moved during the drawing, or the press hit the former one.
    await person.waitFor(`${signed} of ${count} signed`, async () => {
      const readSigned = () => Number(/(\d+) of \d+ signed/.exec(document.body.innerText)?.[1] ?? 0);
      if ((await tab.evaluate(readSigned)) >= signed) return true;
      if ((await person.see(agree)).problem === "disabled") {
        const { x, y } = await person.reach({ role: "pad" });
        await tab.drag(
          Array.from({ length: 30 }, (_, step) => ({ x: x - 90 + step * 6, y: y + Math.sin(step / 2) * 25 })),
        );
      }
      await person.press(agree);
      return false;
    });
  }
  await delay(REST_MS);
  return timePress({ role: "button", name: "Finish contract" }, { path: "[?&]made=-?\\d+" });
}

/**
 * @param {{ chromium: Measured, webkit: Measured }[]} rounds
 * @returns {import("../measuring/figures.mjs").Figure[]}
 */
function figuresOf(rounds) {
  const middle = (/** @type {Engine} */ engine, /** @type {keyof Measured} */ what) =>
    median(rounds.map((round) => round[engine][what]));
  /** Within a round: a slow machine slows both. */
  const ratio = (/** @type {keyof Measured} */ what) =>
    median(rounds.map(({ chromium, webkit }) => webkit[what] / chromium[what]));
  const both = (/** @type {keyof Measured} */ what) =>
    `WebKit ${middle("webkit", what).toFixed(0)} ms, Chromium ${middle("chromium", what).toFixed(0)} ms`;
  const ratios = /** @type {const} */ ([
    ["key to new total", "total", 1.4],
    [`first download from a company of ${LEADS.toLocaleString("en-US")} leads`, "download", 1.2],
    [`one of ${CHANGES} offline changes kept`, "kept", 2.5],
    [`${CHANGES} offline changes drained`, "drained", 1.5],
    ["homeowner's view", "homeowner", 1.4],
    ["Finish", "finish", 2],
    ["search key to painted rows", "search", undefined],
  ]);
  return [
    ...ratios.map(([what, name, atMost]) => ({
      what: `${what}, of Chromium`,
      measured: ratio(name),
      unit: /** @type {const} */ ("x"),
      ...(atMost !== undefined && { goal: { atMost }, floor: { atMost: 2 * atMost } }),
      note: both(name),
    })),
    limited("search key to painted rows, WebKit", "search", SEARCH_KEY_MS),
  ];

  function limited(/** @type {string} */ what, /** @type {keyof Measured} */ name, /** @type {number} */ atMost) {
    return {
      what,
      measured: middle("webkit", name),
      unit: /** @type {const} */ ("ms"),
      goal: { atMost },
      floor: { atMost: 4 * atMost },
      note: `Chromium ${middle("chromium", name).toFixed(0)} ms`,
    };
  }
}
