import { setTimeout as delay } from "node:timers/promises";
import { settledFieldCount } from "../../product/sales-device.mjs";

const WARM_CHANGES = 20;
const CHANGES = 200;
/** Caches fill up in the first 200; after that a page without leaks does not grow. */
const MAX_LATER_GROWTH = 1.02;
const REST_MS = 40;
const MAX_GROWTH = 1.1;
const BYTES_PER_MB = 1024 * 1024;

/**
 * The growth of the page after 200 more changes of step: its JavaScript heap after garbage collection.
 *
 * @param {any} device
 * @returns {Promise<import("../../measuring/figures.mjs").Figure[]>}
 */
export async function measureMemory({ page, context, longest }) {
  await page.bringToFront();
  await page.goto(`${longest.path}/1`);
  await settledFieldCount(page);
  const session = await context.newCDPSession(page);
  await session.send("HeapProfiler.enable");
  const steps = page.getByRole("navigation", { name: /^Steps of / }).locator("ol > li");
  const stepCount = await steps.count();
  let shown = 0;
  const open = async (/** @type {number} */ index) => {
    shown = index;
    await steps.nth(index).getByRole("link").click();
    await steps.nth(index).locator("[aria-current=step]").waitFor();
    await delay(REST_MS);
  };
  /** Ends at the first step, so that the same fields are there at each measurement. */
  const change = async (/** @type {number} */ times) => {
    for (let done = 1; done < times; done += 1) await open((shown + 1) % stepCount || 1);
    await open(0);
  };
  await change(WARM_CHANGES);
  const before = await readHeap(session);
  await change(CHANGES);
  const after = await readHeap(session);
  await change(CHANGES);
  const later = await readHeap(session);
  await session.detach();
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
  return [
    {
      what: `memory after ${CHANGES} changes of step, of that before`,
      measured: after.bytes / before.bytes,
      unit: "x",
      goal: { atMost: MAX_GROWTH },
      note: `${megabytes(before.bytes)} to ${megabytes(after.bytes)}, ${before.nodes} to ${after.nodes} nodes`,
    },
    {
      what: `memory after ${CHANGES} more, of that before`,
      measured: later.bytes / after.bytes,
      unit: "x",
      goal: { atMost: MAX_LATER_GROWTH },
      floor: { atMost: MAX_GROWTH },
      note: `${megabytes(after.bytes)} to ${megabytes(later.bytes)}, ${after.nodes} to ${later.nodes} nodes`,
    },
  ];
}

/** @param {import("playwright-core").CDPSession} session */
async function readHeap(session) {
  // Twice: objects finalized in the first round are collected in the second.
  for (let round = 0; round < 2; round += 1) {
    await delay(10 * REST_MS);
    await session.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  return { bytes: usedSize, nodes };
}
