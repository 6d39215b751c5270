import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { takeGaps, waitForElements, waitForRecords, watchGaps } from "../measuring/engine-page.mjs";
import { median } from "../measuring/median.mjs";
import { findPageProcess, watchMemory } from "../measuring/page-memory.mjs";
import { watchThreadWaits } from "../measuring/thread-waits.mjs";
import { importOfTests } from "../product/engine-driver.mjs";
import { DEMO_LEAD, prepareTabletCompany, signInOnTablet, TABLET } from "../product/tablet-company.mjs";

/** @typedef {"chromium" | "webkit"} Engine */

/** The peer comes first in each round. */
const ENGINES = /** @type {const} */ (["chromium", "webkit"]);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PHOTOS = 10;
/** 12 megapixels, as phones and tablets take them. */
const PHOTO_SIZE = { width: 4032, height: 3024 };
const PHOTO = "ul[aria-label=Photos] li button";
/** The page of a lead caches its code for later. */
const REST_MS = 2_000;
const GAP_MS = 100;
const MEMORY_MB = 500;

/**
 * Ten photos added to a lead, in WebKit beside Chromium: the time, whether the page responds meanwhile, and its memory.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measurePhotos({ resources }) {
  const { openBrowser } = await importOfTests("e2e/engines/open-browser.ts");
  const { personAt } = await importOfTests("e2e/engines/person.ts");
  const bench = await prepareTabletCompany({ resources });
  const photos = await takePhotos({ resources });

  /** @type {{ chromium: Measured, webkit: Measured }[]} */
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const measured = /** @type {{ chromium: Measured, webkit: Measured }} */ ({});
    for (const engine of ENGINES) {
      const profileFolder = await mkdtemp(join(tmpdir(), "ridgebook-bench-profile-"));
      const browser = await openBrowser(engine, { size: TABLET, profileFolder });
      try {
        measured[engine] = await measureOne({ engine, bench, person: personAt(browser.tab), photos });
        const words = Object.entries(measured[engine]).map(([what, value]) => `${what} ${value.toFixed(0)}`);
        console.log(`  ${engine}, round ${round}: ${words.join(", ")}`);
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
 * @typedef {object} Measured
 * @property {number} time milliseconds
 * @property {number} gap milliseconds, without those in which the machine did something else
 * @property {number} gapByClock milliseconds
 * @property {number} ownBefore megabytes
 * @property {number} own megabytes
 * @property {number} resident megabytes
 */

/** Pictures with grain, as cameras make them; returns their paths. */
async function takePhotos({ resources }) {
  const sharp = createRequire(import.meta.url)("sharp");
  const folder = await mkdtemp(join(tmpdir(), "ridgebook-bench-photos-"));
  resources.hold(() => rm(folder, { recursive: true, force: true }));
  return Promise.all(
    Array.from({ length: PHOTOS }, async (_, index) => {
      const noise = { type: "gaussian", mean: 100 + index, sigma: 12 };
      const file = join(folder, `IMG_${index}.jpg`);
      const picture = sharp({ create: { ...PHOTO_SIZE, channels: 3, background: "#fff", noise } });
      await writeFile(file, await picture.jpeg({ quality: 80 }).toBuffer());
      return file;
    }),
  );
}

/** @returns {Promise<Measured>} */
async function measureOne({ engine, bench, person, photos }) {
  const { tab } = person;
  const { url, leadId } = bench;
  await signInOnTablet({ person, url });
  await tab.open(`${url}/estimator/leads/${leadId}/details`);
  await person.see({ role: "heading", name: DEMO_LEAD });
  await delay(REST_MS);
  const before = await tab.evaluate(
    (/** @type {string} */ selector) => document.querySelectorAll(selector).length,
    PHOTO,
  );
  const page = findPageProcess(engine);
  await tab.evaluate(watchGaps);
  const waits = watchThreadWaits(page);
  const { result: time, ...memory } = await watchMemory(page, async () => {
    const beganAt = performance.now();
    await tab.chooseFiles("Choose photos", photos);
    await tab.evaluate(waitForElements, { selector: PHOTO, count: before + PHOTOS });
    return performance.now() - beganAt;
  });
  const gaps = await tab.evaluate(takeGaps);
  const waitedIn = waits.stop();
  await tab.evaluate(waitForRecords, { store: "local-changes", isEnough: "none" });
  await bench.query("delete from lead_photo where lead_id = $1", [leadId]);
  const longest = (/** @type {(gap: { from: number, to: number }) => number} */ lengthOf) =>
    Math.max(0, ...gaps.map(lengthOf));
  return {
    time,
    gap: longest((gap) => gap.to - gap.from - waitedIn(gap)),
    gapByClock: longest(({ from, to }) => to - from),
    ...memory,
  };
}

/**
 * @param {{ chromium: Measured, webkit: Measured }[]} rounds
 * @returns {import("../measuring/figures.mjs").Figure[]}
 */
function figuresOf(rounds) {
  const middle = (/** @type {Engine} */ engine, /** @type {keyof Measured} */ what) =>
    median(rounds.map((round) => round[engine][what]));
  const text = (/** @type {Engine} */ engine, /** @type {keyof Measured} */ what) => middle(engine, what).toFixed(0);
  return [
    {
      what: `${PHOTOS} photos of 12 MP, of Chromium`,
      measured: median(rounds.map(({ chromium, webkit }) => webkit.time / chromium.time)),
      unit: "x",
      goal: { atMost: 1.9 },
      floor: { atMost: 2 * 1.9 },
      note: `WebKit ${text("webkit", "time")} ms, Chromium ${text("chromium", "time")} ms`,
    },
    {
      what: "longest gap meanwhile, WebKit",
      measured: middle("webkit", "gap"),
      unit: "ms",
      goal: { atMost: GAP_MS },
      floor: { atMost: 4 * GAP_MS },
      note: `${text("webkit", "gapByClock")} ms by the clock; Chromium ${text("chromium", "gap")} and ${text("chromium", "gapByClock")} ms`,
    },
    {
      what: "memory of the page at most meanwhile, WebKit",
      measured: middle("webkit", "own"),
      unit: "MB",
      goal: { atMost: MEMORY_MB },
      floor: { atMost: 2 * MEMORY_MB },
      note: `${text("webkit", "ownBefore")} MB before, ${text("webkit", "resident")} MB with libraries; Chromium ${text("chromium", "own")}, ${text("chromium", "ownBefore")} and ${text("chromium", "resident")} MB`,
    },
  ];
}
