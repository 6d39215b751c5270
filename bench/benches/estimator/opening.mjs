import { setTimeout as delay } from "node:timers/promises";
import { median } from "../../measuring/median.mjs";
import {
  estimateUrl,
  forgetShifts,
  openByLink,
  settledFieldCount,
  slowDown,
  takeShifts,
} from "../../product/sales-device.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const STEP_GOAL_MS = 150;
const QUICK_GOAL_MS = 400;
/** Milliseconds depend on the machine: a bench fails only if they are far off. */
const FLOOR_OF_GOAL = 2;
/** Fields below the screen are not waited for; they are drawn when the browser is idle. */
const FLOOR_OF_ALL = 10;
const REST_MS = 500;
/** The workflows with the longest forms. */
const WORKFLOWS = ["Siding", "Roofing"];
/** The windows' step that shows one of them beside the list of all, from the first step. */
const WINDOW_DETAILS = 1;

/**
 * @typedef {{ title: string, fieldCount: number, workflow: string, workflowId: number }} Quick
 * @typedef {{ index: number, name: string, title: string, fieldCount: number }} Step
 * @typedef {{ workflow: string, path: string, step: Step, other: Step, quick: { title: string, fieldCount: number } }} Longest
 */

/**
 * From the click to a page's first fields and to all of them: the longest step from a short one beside it, one of many windows beside
 * their list, and the longest quick estimate from the estimate's page, the first time since the app's start and again.
 *
 * @param {any} device
 * @returns {Promise<{ figures: import("../../measuring/figures.mjs").Figure[], longest: Longest, shift: number }>}
 */
export async function measureOpening({ page, server, estimateId, speeds }) {
  const url = estimateUrl(server, estimateId);
  const longest = await findLongest({ page, url });
  const { step, quick, workflow } = longest;
  console.log(`  longest step: ${workflow}, ${step.title}, ${step.fieldCount} fields`);
  console.log(`  longest quick estimate: ${quick.title}, ${quick.fieldCount} fields`);

  const windows = await findWindows({ page, url });

  const figures = [];
  let shift = 0;
  for (const speed of speeds) {
    await slowDown(page, speed);
    const steps = await measureSteps({ page, ...longest });
    shift += (await takeShifts(page)).unexpected;
    const details = await measureSteps({ page, ...windows });
    shift += (await takeShifts(page)).unexpected;
    const quicks = await measureQuicks({ page, url, longest });
    shift += quicks.shift;
    await slowDown(page, 1);
    figures.push(
      ...figuresOf({ what: "step", times: steps, goalMs: STEP_GOAL_MS, speed, note: `${step.fieldCount} fields` }),
      ...figuresOf({
        what: "one of 40 windows",
        times: details,
        goalMs: STEP_GOAL_MS,
        speed,
        note: `${windows.step.fieldCount} fields beside 40 drawings`,
      }),
      ...figuresOf({
        what: "quick form, first time",
        times: quicks.first,
        goalMs: QUICK_GOAL_MS,
        speed,
        note: "app just started",
      }),
      ...figuresOf({
        what: "quick form",
        times: quicks.again,
        goalMs: QUICK_GOAL_MS,
        speed,
        note: `${quick.fieldCount} fields`,
      }),
    );
  }
  return { figures, longest, shift };
}

/** @typedef {{ firstMs: number, allMs: number }} Opened */

/** @param {{ what: string, times: Opened[], goalMs: number, speed: number, note: string }} measured */
function figuresOf({ what, times, goalMs, speed, note }) {
  const slowest = (/** @type {number[]} */ list) => `slowest ${Math.max(...list).toFixed(0)} ms`;
  const limitsOf = (/** @type {number} */ timesGoal) =>
    speed === 1 ? { goal: { atMost: goalMs }, floor: { atMost: goalMs * timesGoal } } : {};
  const name = speed === 1 ? what : `${what}, processor ${speed} times slower`;
  const first = times.map(({ firstMs }) => firstMs);
  const all = times.map(({ allMs }) => allMs);
  return /** @type {import("../../measuring/figures.mjs").Figure[]} */ ([
    {
      what: `${name}: first fields`,
      measured: median(first),
      unit: "ms",
      ...limitsOf(FLOOR_OF_GOAL),
      note: slowest(first),
    },
    {
      what: `${name}: all fields`,
      measured: median(all),
      unit: "ms",
      ...limitsOf(FLOOR_OF_ALL),
      note: `${note}, ${slowest(all)}`,
    },
  ]);
}

const stepLinks = (/** @type {import("playwright-core").Page} */ page) =>
  page.getByRole("navigation", { name: /^Steps of / }).locator("ol > li");

/** Visits every step and quick estimate of the long workflows once, which also warms up what they share. */
async function findLongest({ page, url }) {
  /** @type {Longest | undefined} */
  let longest;
  for (const workflow of WORKFLOWS) {
    await page.goto(url);
    await page
      .getByRole("link", { name: `Quick estimate of ${workflow}`, exact: true })
      .first()
      .click();
    await page.getByRole("navigation", { name: /^Sections of / }).waitFor();
    const quick = { title: workflow, fieldCount: await settledFieldCount(page) };
    const path = `${url}/${workflow.toLowerCase()}`;
    await page.goto(`${path}/1`);
    await stepLinks(page).first().waitFor();
    const steps = [];
    for (let index = 0; index < (await stepLinks(page).count()); index += 1) {
      const link = stepLinks(page).nth(index).getByRole("link");
      if ((await link.count()) > 0) await link.click();
      await delay(REST_MS);
      const title = (await page.locator("main h1").textContent()) ?? "";
      steps.push({ index, title, fieldCount: await settledFieldCount(page) });
    }
    console.log(
      `  ${workflow}: ${steps.map(({ title, fieldCount }) => `${title} ${fieldCount}`).join(", ")}; quick ${quick.fieldCount}`,
    );
    const byLength = steps.sort((one, other) => other.fieldCount - one.fieldCount);
    const step = byLength[0];
    const other = byLength.findLast(({ fieldCount }) => fieldCount > 0);
    if (!step || !other) throw new Error(`${workflow} has no steps.`);
    if (!longest || step.fieldCount > longest.step.fieldCount)
      longest = { ...longest, workflow, path, step, other, quick: longest?.quick ?? quick };
    if (quick.fieldCount > longest.quick.fieldCount) longest = { ...longest, quick };
  }
  if (!longest) throw new Error("There is no workflow.");
  return longest;
}

async function findWindows({ page, url }) {
  const path = `${url}/windows`;
  const steps = [];
  for (const index of [0, WINDOW_DETAILS]) {
    await page.goto(`${path}/${index + 1}`);
    const fieldCount = await settledFieldCount(page);
    steps.push({ index, title: (await page.locator("main h1").textContent()) ?? "", fieldCount });
  }
  const [other, step] = steps;
  return { path, step, other };
}

/** @returns {Promise<Opened[]>} */
async function measureSteps({ page, path, step, other }) {
  await page.goto(`${path}/${other.index + 1}`);
  await settledFieldCount(page);
  await forgetShifts(page);
  const open = (/** @type {Step} */ { index, title, fieldCount }) =>
    openByLink(page, { link: stepLinks(page).nth(index).getByRole("link"), title, fieldCount });
  const times = [];
  // The first two rounds warm up.
  for (let round = -2; round < ROUNDS; round += 1) {
    const opened = await open(step);
    if (round >= 0) times.push(opened);
    await open(other);
  }
  return times;
}

async function measureQuicks({ page, url, longest: { quick } }) {
  /** @type {{ first: Opened[], again: Opened[] }} */
  const times = { first: [], again: [] };
  let shift = 0;
  const link = () => page.getByRole("link", { name: `Quick estimate of ${quick.title}`, exact: true }).first();
  for (let round = -1; round < ROUNDS; round += 1) {
    await page.goto(url);
    await link().waitFor();
    await delay(REST_MS);
    await forgetShifts(page);
    const first = await openByLink(page, { link: link(), ...quick });
    await page.goBack();
    await link().waitFor();
    await delay(REST_MS);
    const again = await openByLink(page, { link: link(), ...quick });
    shift += (await takeShifts(page)).unexpected;
    if (round < 0) continue;
    times.first.push(first);
    times.again.push(again);
  }
  return { ...times, shift };
}
