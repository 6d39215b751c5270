import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startProgram } from "../../measuring/child-process.mjs";
import { median } from "../../measuring/median.mjs";
import { saveEstimate } from "../../product/large-estimate.mjs";
import { recordStatements } from "../../product/record-statements.mjs";
import { countRecords, settledFieldCount, slowDown } from "../../product/sales-device.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
const SYNCED_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 10;
/** The typed value of the first entry of the longest step, and one more in every round. */
const EDITED_FROM = 120;

/**
 * The whole estimate to the server and back in one request each, against a server that only keeps the same JSON; and its copy
 * in the browser until it is drawn, and until it is synced.
 *
 * @param {any} device
 * @returns {Promise<import("../../measuring/figures.mjs").Figure[]>}
 */
export async function measureSaving({
  resources,
  page,
  database,
  server,
  headers,
  user,
  leadId,
  body,
  itemCount,
  estimateId,
  speeds,
  longest,
}) {
  const inBrowser = [];
  for (const speed of speeds) {
    await slowDown(page, speed);
    const name = speed === 1 ? "in the browser" : `in the browser, processor ${speed} times slower`;
    const copies = await measureCopies({ page, server, leadId });
    const edits = await measureEdits({ page, longest });
    await slowDown(page, 1);
    inBrowser.push(...figuresOf({ name, copies, edits, itemCount }));
  }
  const peerUrl = await startPeer({ resources, databaseUrl: database.superuserUrl });
  /** @type {{ save: number, load: number, peerSave: number, peerLoad: number }[]} milliseconds */
  const rounds = [];
  // The first two rounds warm up.
  for (let round = -2; round < ROUNDS; round += 1) {
    const save = await timed(() => saveEstimate({ server, headers, body: { ...body, name: `Copy ${round}` } }));
    const peerSave = await timed(() => answerOf(`${peerUrl}/documents`, postOf(body)));
    const load = await timed(() => answerOf(`${server.url}/api/estimates/${save.answer.id}`, { headers }));
    const peerLoad = await timed(() => answerOf(`${peerUrl}/documents/${peerSave.answer.id}`));
    if (load.answer.items.length !== itemCount) throw new Error(`${load.answer.items.length} lines came back.`);
    if (round >= 0) rounds.push({ save: save.ms, load: load.ms, peerSave: peerSave.ms, peerLoad: peerLoad.ms });
  }
  const statements = await countStatements({ database, user, estimateId, body });
  const middle = (/** @type {"save" | "load" | "peerSave" | "peerLoad"} */ what) =>
    median(rounds.map((round) => round[what]));
  return [
    ...inBrowser,
    {
      what: "save on the server, of keeping the JSON",
      measured: median(rounds.map(({ save, peerSave }) => save / peerSave)),
      unit: "x",
      note: `one request, ${statements.save} statements`,
    },
    {
      what: "save on the server",
      measured: middle("save"),
      unit: "ms",
      note: `JSON kept in ${middle("peerSave").toFixed(0)} ms`,
    },
    {
      what: "load from the server, of reading the JSON",
      measured: median(rounds.map(({ load, peerLoad }) => load / peerLoad)),
      unit: "x",
      note: `one request, ${statements.load} statements`,
    },
    {
      what: "load from the server",
      measured: middle("load"),
      unit: "ms",
      note: `JSON read in ${middle("peerLoad").toFixed(0)} ms`,
    },
  ];
}

/** @param {{ name: string, copies: { drawn: number[], synced: number[] }, edits: { synced: number[], sent: number[] }, itemCount: number }} measured */
function figuresOf({ name, copies, edits, itemCount }) {
  const lines = `${itemCount} lines`;
  const sent = `${(median(edits.sent) / 1024).toFixed(1)} KB sent`;
  return /** @type {import("../../measuring/figures.mjs").Figure[]} */ ([
    { what: `copy ${name}, until drawn`, measured: median(copies.drawn), unit: "ms", note: lines },
    { what: `copy ${name}, until synced`, measured: median(copies.synced), unit: "ms", note: lines },
    {
      what: `edited step saved ${name}, until synced`,
      measured: median(edits.synced),
      unit: "ms",
      note: `of an estimate of ${lines}, ${sent}`,
    },
  ]);
}

/**
 * A digit in the longest step, saved: from the click until nothing is unsent, and the size of the request.
 *
 * @param {{ page: import("playwright-core").Page, longest: import("./opening.mjs").Longest }} options
 */
async function measureEdits({ page, longest: { path, step } }) {
  await page.goto(`${path}/${step.index + 1}`);
  await settledFieldCount(page);
  const field = page.locator("main input[inputmode=decimal]").first();
  // The last click is the one that saves: if the digit differs from the recommendation, saving asks.
  await page.evaluate(() => {
    const { bench } = /** @type {any} */ (window);
    window.addEventListener("click", ({ timeStamp }) => (bench.savedAt = timeStamp), { capture: true });
  });
  /** @type {{ synced: number[], sent: number[] }} */
  const times = { synced: [], sent: [] };
  for (let round = -1; round < Math.min(ROUNDS, 5); round += 1) {
    await field.fill(String(EDITED_FROM + round));
    const request = page.waitForRequest((each) => each.method() !== "GET" && each.url().includes("/api/estimates"));
    const answer = page.getByRole("alertdialog").getByRole("button", { name: "Continue" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await Promise.race([request, answer.waitFor().catch(() => undefined)]);
    if (await answer.isVisible()) await answer.click();
    const sent = (await request).postDataBuffer()?.length ?? 0;
    const beganAt = await page.evaluate(() => /** @type {any} */ (window).bench.savedAt);
    const synced = await waitUntilSynced(page, beganAt);
    if (round < 0) continue;
    times.synced.push(synced);
    times.sent.push(sent);
  }
  return times;
}

/** @param {{ page: import("playwright-core").Page, server: any, leadId: number }} options */
async function measureCopies({ page, server, leadId }) {
  await page.bringToFront();
  await page.goto(`${server.url}/estimator/leads/${leadId}/details`);
  const copy = page.getByRole("button", { name: /^Copy / }).last();
  await copy.waitFor();
  /** @type {{ drawn: number[], synced: number[] }} */
  const times = { drawn: [], synced: [] };
  const ownRounds = Math.min(ROUNDS, 5);
  for (let round = -1; round < ownRounds; round += 1) {
    const known = await page.getByRole("button", { name: /^Copy / }).count();
    await page.evaluate((count) => {
      const { bench } = /** @type {any} */ (window);
      const countCopies = () =>
        [...document.querySelectorAll("main button")].filter(({ textContent }) => textContent?.startsWith("Copy "))
          .length;
      const handleClick = async (/** @type {MouseEvent} */ { timeStamp }) => {
        const time = await bench.paintOf(() => countCopies() > count);
        bench.copied = { drawnMs: time - timeStamp, beganAt: timeStamp };
      };
      bench.copied = undefined;
      window.addEventListener("click", handleClick, { capture: true, once: true });
    }, known);
    await copy.click();
    const copied = await page.waitForFunction(() => /** @type {any} */ (window).bench.copied);
    const { drawnMs, beganAt } = await copied.jsonValue();
    const syncedMs = await waitUntilSynced(page, beganAt);
    if (round < 0) continue;
    times.drawn.push(drawnMs);
    times.synced.push(syncedMs);
  }
  return times;
}

/** @param {import("playwright-core").Page} page @param {number} beganAt by the page's clock */
async function waitUntilSynced(page, beganAt) {
  const giveUpAt = performance.now() + SYNCED_WITHIN_MS;
  while ((await countRecords(page, "local-changes")) > 0) {
    if (performance.now() > giveUpAt) throw new Error("The copy was not synced.");
    await delay(ASK_EVERY_MS);
  }
  return page.evaluate((began) => performance.now() - began, beganAt);
}

/** @param {{ resources: any, databaseUrl: string }} options */
async function startPeer({ resources, databaseUrl }) {
  const { child } = startProgram({
    resources,
    file: fileURLToPath(new URL("../../peers/bare-documents.mjs", import.meta.url)),
    env: { NODE_ENV: "production" },
  });
  child.send({ databaseUrl });
  const { url } = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The peer ended before it listened.")));
  });
  return url;
}

/** @param {() => Promise<any>} work */
async function timed(work) {
  const beganAt = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - beganAt };
}

const postOf = (/** @type {unknown} */ body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** @param {string} url @param {RequestInit} [request] */
async function answerOf(url, request) {
  const reply = await fetch(url, request);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}

/** How many statements the server sends to its database for saving and for loading the estimate, counted in a real one. */
async function countStatements({ database, user, estimateId, body }) {
  const [save, load] = await recordStatements({
    database,
    user,
    requests: [{ path: "/api/estimates/", body }, { path: `/api/estimates/${estimateId}` }],
  });
  return { save: save.statements.length, load: load.statements.length };
}
