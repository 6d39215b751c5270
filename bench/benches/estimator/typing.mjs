import { setTimeout as delay } from "node:timers/promises";
import { median } from "../../measuring/median.mjs";
import { percentile } from "../../measuring/percentile.mjs";
import { servePlainForm } from "../../peers/plain-form/server.mjs";
import { importOfServer } from "../../product/built-product.mjs";
import { bundleEngine } from "../../product/engine.mjs";
import {
  estimateUrl,
  forgetShifts,
  settledFieldCount,
  slowDown,
  takeShifts,
  watchProcessor,
} from "../../product/sales-device.mjs";

/** A round is a digit and its removal, this often, in the product and right after in the peer. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6);
const PAIRS_IN_A_ROUND = 8;
/** Faster than people type on a tablet; the pause varies, so that keys are not in phase with the screen's frames. */
const PAUSE_MS = 90;
const PAUSE_STEPS_MS = 7;
const PAUSE_STEPS = 5;
const REST_MS = 700;
/** In the middle of the form. */
const POINTER = { x: 900, y: 500 };

/** For a screen of 60 frames a second. A key comes at any time between two of them. */
const FRAME_MS = 1_000 / 60;

const GOAL = 1.3;
const FLOOR = 1.6;
/** The sum of all entries is the least that a form can compute, without an estimate. */
const FLOOR_OF_SUMS = 2;

/** Opens the explanation of the workflow's total; the last of its kind, at the bottom of the page. */
const TOTAL_BUTTON = 'main button[aria-label*="$"][aria-label$=", why"]';

/** Workflows by their numbers. */
const SIDING = 2;
const WINDOWS = 3;

/**
 * From a key to the painted frame with the new total, in the longest form and in the one with most lines, against as many plain
 * entries on a plain page: that are summed, and that are the same form, with the same total.
 *
 * @param {any} device
 */
export async function measureTyping({ resources, context, page, server, estimate, windowId, speeds, longest }) {
  const url = estimateUrl(server, estimate.id);
  const { code: engine } = await bundleEngine({ resources });
  const { starterPriceBook: priceBook } = await importOfServer("packages/estimating/src/starter-price-book/index.js");
  const peerUrl = await servePlainForm({ resources, engine, priceBook });
  const peer = await context.newPage();
  await peer.setViewportSize(page.viewportSize());
  await peer.goto(peerUrl);
  const forms = [
    {
      name: "quick form",
      path: `${url}/quick_estimate_${longest.quick.title.toLowerCase()}`,
      // Drives recommendations and the package on it.
      label: "Total siding area",
      workflowId: SIDING,
      rowId: null,
    },
    {
      name: "one of 40 windows",
      path: `${url}/windows/2/${windowId}/0`,
      label: "Width",
      workflowId: WINDOWS,
      rowId: windowId,
    },
  ];
  const readers = { product: await watchProcessor(page), plain: await watchProcessor(peer) };
  const figures = [];
  const shifts = { unexpected: 0, afterInput: 0 };
  let strokeCount = 0;
  for (const form of forms) {
    await page.bringToFront();
    await page.goto(form.path);
    await settledFieldCount(page);
    const field = await findTypedField(page, form.label);
    await peer.evaluate((entries) => /** @type {any} */ (window).drawForm(entries), await readEntries(page));
    const fieldCount = await settledFieldCount(peer);
    const peerField = peer.getByLabel(form.label).first();
    await forgetShifts(page);
    const product = { page, field, total: TOTAL_BUTTON, readProcessor: readers.product };
    const plain = { page: peer, field: peerField, total: "output", readProcessor: readers.plain };
    for (const speed of speeds) {
      await peer.evaluate(() => /** @type {any} */ (window).sumForm());
      const summed = await measureRounds({ speed, product, plain });
      await peer.evaluate((of) => /** @type {any} */ (window).priceForm(of), { ...form, estimate });
      await compareTotals({ product, plain });
      const priced = await measureRounds({ speed, product, plain });
      strokeCount += [...summed, ...priced].reduce((sum, round) => sum + round.product.strokes.length, 0);
      const note = `${fieldCount} fields`;
      figures.push(...figuresOf({ form: form.name, speed, rounds: { summed, priced }, note }));
    }
    const { unexpected, afterInput } = await takeShifts(page);
    shifts.unexpected += unexpected;
    shifts.afterInput += afterInput;
  }
  await peer.close();
  return { figures, shift: shifts.unexpected, shiftOfKey: shifts.afterInput / strokeCount };
}

/** @param {import("playwright-core").Page} page @param {string} label */
async function findTypedField(page, label) {
  const field = page.locator("main input[inputmode=decimal]").and(page.getByLabel(label)).first();
  await field.waitFor();
  return field;
}

/** The peer is the same form only if the same key gives the same total. @param {{ product: Typist, plain: Typist }} typists */
async function compareTotals({ product, plain }) {
  const totals = [];
  for (const typist of [product, plain]) {
    await type(typist, 1);
    const total = await typist.page.locator(typist.total).last().textContent();
    totals.push(total?.replace(/[^\d.]/g, ""));
  }
  if (totals[0] !== totals[1]) throw new Error(`The plain form says ${totals[1]}, the product ${totals[0]}.`);
}

/** The page's entries, for the peer: `[kind, label, value, options]`. @param {import("playwright-core").Page} page */
const readEntries = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(input, select, textarea)")].map((/** @type {any} */ entry) => {
      const label = entry.getAttribute("aria-label") ?? entry.labels?.[0]?.textContent ?? "";
      const kind = entry.localName === "input" ? entry.type : entry.localName;
      const isMarked = kind === "checkbox" || kind === "radio";
      const options = kind === "select-one" || kind === "select" ? [...entry.options].map(({ text }) => text) : [];
      const value = isMarked
        ? entry.checked
          ? "on"
          : ""
        : options.length > 0
          ? entry.selectedOptions[0]?.text
          : entry.value;
      return [kind, label, value ?? "", options];
    }),
  );

/**
 * @typedef {{ page: import("playwright-core").Page, field: import("playwright-core").Locator, total: string, readProcessor: () => Promise<number> }} Typist
 * @typedef {{ strokes: number[], processorMs: number }} Typed milliseconds of each key until it was painted; `processorMs` is that of one key, with all that follows from it
 */

/** @param {{ speed: number, product: Typist, plain: Typist }} options */
async function measureRounds({ speed, product, plain }) {
  await slowDown(product.page, speed);
  await slowDown(plain.page, speed);
  /** @type {{ product: Typed, plain: Typed }[]} */
  const rounds = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { product: await type(product), plain: await type(plain) };
    if (round > 0) rounds.push(measured);
  }
  await slowDown(product.page, 1);
  await slowDown(plain.page, 1);
  return rounds;
}

/** Types digits and deletes them. @param {Typist} typist @returns {Promise<Typed>} */
async function type({ page, field, total, readProcessor }, pairs = PAIRS_IN_A_ROUND) {
  await page.bringToFront();
  // With each frame a browser does a hit test below the pointer: in both pages it is at the same place.
  await page.mouse.move(POINTER.x, POINTER.y);
  await field.focus();
  await page.keyboard.press("End");
  await delay(REST_MS);
  await page
    .locator(total)
    .last()
    .evaluate((figure) => /** @type {any} */ (window).bench.watchTyping(figure));
  const processorBefore = await readProcessor();
  for (let key = 0; key < 2 * pairs; key += 1) {
    await page.keyboard.press(key % 2 === 0 ? String(1 + (key % 9)) : "Backspace");
    // A user sees the answer to a key before the next one; that time is measured.
    await page.evaluate(() => /** @type {any} */ (window).bench.typed());
    await delay(PAUSE_MS + (key % PAUSE_STEPS) * PAUSE_STEPS_MS);
  }
  await delay(REST_MS);
  const processorMs = ((await readProcessor()) - processorBefore) / (2 * pairs);
  const strokes = await page.evaluate(() => /** @type {any} */ (window).bench.typed());
  if (strokes.length !== 2 * pairs) throw new Error(`${strokes.length} keys arrived at ${page.url()}.`);
  return { strokes, processorMs };
}

/** @typedef {{ product: Typed, plain: Typed }[]} Rounds */

/** Within a round: a slow machine slows both. @param {Rounds} rounds */
const ratioOf = (rounds) => median(rounds.map(({ product, plain }) => median(product.strokes) / median(plain.strokes)));

/** @param {Rounds} rounds */
function describePlain(rounds) {
  const times = rounds.flatMap(({ plain }) => plain.strokes);
  return `plain median ${median(times).toFixed(1)} ms, 95 of 100 ${percentile(times, 95).toFixed(1)} ms`;
}

/** @param {{ form: string, speed: number, rounds: { summed: Rounds, priced: Rounds }, note: string }} measured */
function figuresOf({ form, speed, rounds: { summed, priced }, note }) {
  const name = `key to new total, ${form}${speed === 1 ? "" : `, processor ${speed} times slower`}`;
  const rounds = [...summed, ...priced];
  const product = rounds.flatMap((round) => round.product.strokes);
  const within = (/** @type {number} */ frames) => {
    const share = product.filter((ms) => ms <= frames * FRAME_MS).length / product.length;
    return `${(100 * share).toFixed(0)} of 100 within ${frames === 1 ? "a frame" : `${frames} frames`}`;
  };
  const isFast = speed === 1;
  const paint = [
    {
      what: `${name}, of the same form in plain entries`,
      measured: ratioOf(priced),
      unit: "x",
      ...(isFast && { goal: { atMost: GOAL }, floor: { atMost: FLOOR } }),
      note: `${note}, ${describePlain(priced)}`,
    },
    {
      what: `${name}, of plain entries that are summed`,
      measured: ratioOf(summed),
      unit: "x",
      ...(isFast && { goal: { atMost: GOAL }, floor: { atMost: FLOOR_OF_SUMS } }),
      note: describePlain(summed),
    },
    {
      what: `${name}, 95 of 100`,
      measured: percentile(product, 95),
      unit: "ms",
      note: `median ${median(product).toFixed(1)} ms, ${within(1)}, ${within(2)}`,
    },
  ];
  const processor = {
    what: `${name}, processor time`,
    measured: median(rounds.map((round) => round.product.processorMs)),
    unit: "ms",
    note: `plain ${median(priced.map((round) => round.plain.processorMs)).toFixed(1)} ms; with all that follows, as drafts`,
  };
  return /** @type {import("../../measuring/figures.mjs").Figure[]} */ (isFast ? [...paint, processor] : paint);
}
