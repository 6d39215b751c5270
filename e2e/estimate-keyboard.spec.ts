import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  findEstimateId,
  GUTTERS_ONLY,
  makeEstimate,
  makeOpenEstimate,
  visitEstimate,
  WHOLE_HOUSE,
  WINDOWS_ONLY,
} from "./support/demo-estimates.ts";
import { openEstimate, openListedWindow, readBarTotal, serverEstimate } from "./support/estimates.ts";
import { INSPECTED_WORKFLOWS } from "./support/inspect-steps.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { openNotice } from "./support/notices.ts";

/* Entering an estimate by hand: keyboard only, and with the form's help: recommendations, why, undo, rows. */

const journey = prepareJourney();

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "");

/** More stops than any page has. */
const MAX_STOPS = 250;

interface Stop {
  readonly id: string;
  readonly text: string;
  /** False behind the last stop of the page's content. */
  readonly isInContent: boolean;
  /** Nothing has the focus. */
  readonly isNowhere: boolean;
  /** Nothing covers it: neither the bar at the bottom nor the heads at the top. */
  readonly isSeen: boolean;
}

/** Runs in the page: notes what has the focus, for `missedEntries`. */
const readStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const noted = window as unknown as { visited?: Element[] };
    const element = document.activeElement ?? document.body;
    (noted.visited ??= []).push(element);
    // The press target of a box that is drawn by its label is the label.
    const isDrawnByLabel = element instanceof HTMLInputElement && ["radio", "checkbox"].includes(element.type);
    const target = (isDrawnByLabel && element.labels?.[0]) || element;
    const { left, top, width, height } = target.getBoundingClientRect();
    // The target of a button in a line of text overlaps the lines above and below it, and so do its neighbors': there only its text counts.
    const edge = element.matches("input, select, textarea") ? 3 : height * 0.3;
    const isInFront = (y: number): boolean => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return target.contains(hit) || (hit?.closest("label")?.contains(target) ?? false);
    };
    return {
      id: element.id,
      text: element.ariaLabel ?? element.textContent,
      isInContent: element.closest("main") !== null,
      isNowhere: element === document.body,
      isSeen: [top + edge, top + height / 2, top + height - edge].every(isInFront),
    };
  });

/** Runs in the page: the enabled inputs of the content that were not visited in their order. Of several radios only one is a stop. */
const missedEntries = (page: Page): Promise<{ entries: number; missed: string[] }> =>
  page.evaluate(() => {
    const { visited = [] } = window as unknown as { visited?: Element[] };
    const entries = [
      ...document.querySelectorAll<HTMLElement>("main :is(input:not([type=radio]), select, textarea):enabled"),
    ].filter((entry) => entry.checkVisibility());
    const inOrder = visited.filter((each, index) => visited.indexOf(each) === index);
    const places = entries.map((entry) => inOrder.indexOf(entry));
    const missed = entries.filter((_, index) => {
      const place = places[index] ?? -1;
      return place < 0 || places.slice(0, index).some((before) => before > place);
    });
    return { entries: entries.length, missed: missed.map(({ id, outerHTML }) => id || outerHTML.slice(0, 120)) };
  });

/**
 * From the head of the page, where a keyboard user is, Tab by Tab to the end of its content.
 *
 * @param onStop called at each stop; true ends the walk
 */
async function tabThrough(page: Page, onStop: (stop: Stop) => Promise<boolean> = () => Promise.resolve(false)) {
  await page.getByRole("heading", { level: 1 }).focus();
  const hidden: string[] = [];
  /** The last stops, to report where a walk ended. */
  const trail: string[] = [];
  let hasBegun = false;
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press("Tab");
    const stop = await readStop(page);
    trail.push(`${stop.id || "no id"}: ${stop.text.slice(0, 40)}`);
    // If no head takes the focus, the shell's own stops come first. The focused element may also have been removed when numbers arrived: the next Tab
    // continues from its place.
    if (!stop.isInContent && (!hasBegun || stop.isNowhere)) continue;
    if (!stop.isInContent) break;
    hasBegun = true;
    if (!stop.isSeen) hidden.push(`${stop.id} ${stop.text.slice(0, 40)}`);
    if (await onStop(stop)) break;
  }
  return { hidden, trail: trail.slice(-5), ...(await missedEntries(page)) };
}

test("[EST-31] roofing Details with the keyboard only: every field from the first to the last, in order, entered and saved", async () => {
  const id = await makeEstimate(journey.app, { name: "By keys", work: { 1: 1 } });
  const page = await visitEstimate(journey, { id, below: "/roofing/2", device: "tablet" });
  await field(page, "Total roof area").waitFor();
  const typed: Readonly<Record<string, string>> = {
    "field-materialType": "Asphalt",
    "field-totalRoofArea": "2000",
    "field-wasteFactorForMaterial": "10",
  };
  let isPitchEntered = false;
  let isSaving = false;
  const walked = await tabThrough(page, async (stop) => {
    const isPitch = stop.id.startsWith("field-installPitch-") && stop.id.endsWith("-quantity");
    const text = isPitch && !isPitchEntered ? "20" : typed[stop.id];
    isPitchEntered ||= isPitch;
    if (text !== undefined) await page.keyboard.type(text);
    isSaving = stop.text === "Save";
    return isSaving;
  });
  expect(walked, walked.trail.join(" > ")).toMatchObject({ hidden: [], missed: [] });
  expect(walked.entries).toBeGreaterThan(12);
  expect(isSaving).toBe(true);
  await eventually(() => field(page, "Total roof area").inputValue()).toBe("2000");

  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  const saved = openNotice(page, /^Saved/);
  await saved.or(question).first().waitFor();
  if (await question.count()) {
    // The dialog focuses its safe answer; the other one is a Tab away.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await saved.waitFor();
  }
  await eventually(async () => (await serverEstimate(journey.app, id)).items.length).toBeGreaterThan(3);
});

test("[EST-31] with the keyboard only: on the first step of every workflow, with a window, packages and a summary, each stop is in sight and no field is left out", async () => {
  const workflows = Object.values(INSPECTED_WORKFLOWS);
  const empty = await makeOpenEstimate(journey.app, {
    name: "All by keys",
    workflowIds: workflows.map(({ workflowId }) => workflowId),
  });
  const whole = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id: empty, device: "tablet" });
  const places = [
    ...workflows.map(({ slug }) => ({ id: empty, below: `/${slug}/1` })),
    { id: empty, below: "/gutters/2" },
    { id: whole, below: "/windows/2" },
    { id: whole, below: "/roofing/14" },
    { id: whole, below: "/summary/1" },
  ];
  const findings: string[] = [];
  for (const { id, below } of places) {
    await openEstimate(page, id, below);
    await page
      .getByRole("button", { name: /^Save( window)?$/ })
      .first()
      .waitFor();
    await page.getByText(/^Opening /).waitFor({ state: "detached" });
    const { hidden, missed } = await tabThrough(page);
    findings.push(
      ...hidden.map((stop) => `${below}: covered ${stop}`),
      ...missed.map((entry) => `${below}: missed ${entry}`),
    );
  }
  expect(findings).toEqual([]);
});

describe("recommendations", () => {
  test("[VAL-18][EST-27] Use takes one over, why opens the arithmetic, Escape closes it and gives the focus back", async () => {
    const id = await findEstimateId(journey.app, GUTTERS_ONLY);
    const page = await visitEstimate(journey, { id, below: "/gutters/2" });
    const corners = field(page, "Corners");
    await corners.fill("9");
    await page.getByText("4 recommended", { exact: true }).waitFor();
    await page.getByText("1 recommendation open", { exact: true }).waitFor();
    const why = button(page, "4 recommended for Corners. Why?");
    await why.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Why this number" });
    await panel.waitFor();
    await panel
      .getByRole("table")
      .getByText(/total gutter corners/i)
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await eventually(() => focusedName(page)).toBe("4 recommended for Corners. Why?");

    // The field, then Use: one Tab.
    await corners.focus();
    await page.keyboard.press("Tab");
    await eventually(() => focusedName(page)).toBe("Use 4 for Corners");
    await page.keyboard.press("Enter");
    await eventually(() => corners.inputValue()).toBe("4");
    await button(page, "4 recommended for Corners, in use. Why?").waitFor();
    // A price, a total and a calculated quantity explain themselves as well.
    for (const name of [
      /^Total cost of Gutter: .* Why\?$/,
      /^Material total: .* calculated\. Why\?$/,
      /^Gutters \$[\d,.]+, why$/,
    ]) {
      await page.getByRole("button", { name }).click();
      await eventually(() => panel.getByRole("row").count()).toBeGreaterThan(2);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
    }
  });

  test("[VAL-18] Use all takes over what a group recommends", async () => {
    const id = await findEstimateId(journey.app, GUTTERS_ONLY);
    const page = await visitEstimate(journey, { id, below: "/gutters/2" });
    await field(page, "Number of downspouts").fill("6");
    await field(page, "Elbows").fill("1");
    // The usual length of a downspout is a suggestion that needs no answer, and no part of it.
    const open = page.getByRole("button", { name: /^Use \d+ for (?!Length of one downspout)/ });
    await eventually(() => open.count()).toBeGreaterThan(2);
    const useAll = page.getByRole("button", { name: /^Use all/ });
    // Using one recommendation changes what the next group recommends, a frame later: a button may be gone before it is pressed.
    await eventually(async () => {
      if ((await useAll.count()) > 0)
        await useAll
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined);
      return open.count();
    }).toBe(0);
    await eventually(() => field(page, "Number of downspouts").inputValue()).toBe("5");
    await eventually(() => field(page, "Elbows").inputValue()).toBe("15");
  });
});

test("undo and redo by keyboard take back and bring again", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const page = await visitEstimate(journey, { id, below: "/gutters/2" });
  const corners = field(page, "Corners");
  const total = await readBarTotal(page);
  await corners.focus();
  await page.keyboard.type("12");
  await page.keyboard.press("Tab");
  await eventually(() => readBarTotal(page)).toBeGreaterThan(total);
  const after = await readBarTotal(page);
  // Everything but the answer to the key is drawn after it.
  await eventually(() => button(page, "Undo").isEnabled()).toBe(true);
  while (await button(page, "Undo").isEnabled()) await page.keyboard.press("Control+z");
  await eventually(() => corners.inputValue()).toBe("4");
  await eventually(() => readBarTotal(page)).toBe(total);
  await eventually(() => button(page, "Redo").isEnabled()).toBe(true);
  while (await button(page, "Redo").isEnabled()) await page.keyboard.press("Control+Shift+z");
  await eventually(() => corners.inputValue()).toBe("12");
  await eventually(() => readBarTotal(page)).toBe(after);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  await eventually(() => readBarTotal(page)).toBe(after);
});

test("undo goes back behind a save of its page, and on the next page takes back nothing of the one before", async () => {
  const id = await findEstimateId(journey.app, WINDOWS_ONLY);
  const page = await visitEstimate(journey, { id, below: "/windows/2" });
  await openListedWindow(page, "1 Main bedroom");
  // The one of the page: the notice of ordered trim has its own Undo.
  const undo = page.getByTitle("Undo", { exact: true });
  await eventually(() => undo.isEnabled()).toBe(false);
  const width = field(page, "Width");
  await width.fill("40");
  await button(page, "Save window").click();
  await openNotice(page, /^Saved/).waitFor();
  await undo.click();
  await eventually(() => width.inputValue()).toBe("36");
  await button(page, "Redo").click();
  await eventually(() => width.inputValue()).toBe("40");
  const saved = await readBarTotal(page);

  await button(page, "Next: Trim").click();
  await heading(page, "Trim");
  await eventually(() => undo.isEnabled()).toBe(false);
  await eventually(() => button(page, "Redo").isEnabled()).toBe(false);
  await page.keyboard.press("Control+z");
  await eventually(() => readBarTotal(page)).toBe(saved);
  // Nothing is unsaved, so no question is asked.
  await page.getByRole("banner").getByRole("link", { name: WINDOWS_ONLY }).click();
  await page.getByText("Estimate total").waitFor();
});

test("[EST-28][EST-29][EST-30] rows: a first one is added, one behind another, and removed while two are left", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const page = await visitEstimate(journey, { id, below: "/gutters/4" });
  const first = button(page, "Add wood replacement");
  await first.click();
  await first.waitFor({ state: "detached" });
  const remove = page.getByRole("button", { name: /^Remove Wood replacement/ });
  await eventually(() => remove.count()).toBe(0);
  // It is started at once.
  await eventually(() => focusedName(page)).toMatch(/^Wood replacement/);

  const types = page.getByRole("combobox", { name: /^Accessories( \d)?$/ });
  const shown = (): Promise<string[]> =>
    types.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).selectedOptions[0]?.label ?? ""));
  await eventually(() => shown()).toEqual(["Splash block"]);
  await button(page, "Add accessories after Accessories").click();
  await types.nth(1).selectOption({ label: "Gutter wedge" });
  await button(page, "Add after Accessories 1").click();
  await eventually(() => types.count()).toBe(3);
  await types.nth(1).selectOption({ label: "Rain diverter" });
  await eventually(() => shown()).toEqual(["Splash block", "Rain diverter", "Gutter wedge"]);
  for (const name of ["Remove Accessories 1", "Remove Accessories 2", "Remove Accessories 3"])
    await eventually(() => button(page, name).count()).toBe(1);
  await button(page, "Remove Accessories 2").click();
  await eventually(() => shown()).toEqual(["Splash block", "Gutter wedge"]);
  await button(page, "Remove Accessories 1").click();
  await eventually(() => shown()).toEqual(["Gutter wedge"]);
  await eventually(() => page.getByRole("button", { name: /^Remove Accessories/ }).count()).toBe(0);
});

test("[VAL-17] up to 20 quantities are a list, more are typed", async () => {
  const whole = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id: whole, below: "/roofing/2" });
  await page.getByRole("textbox", { name: "Tear-off quantity", exact: true }).waitFor();
  const id = await makeEstimate(journey.app, { name: "Listed", work: { 6: 1 } });
  await openEstimate(page, id, "/insulation/2");
  const tests = page.getByRole("combobox", { name: "Blower door test", exact: true });
  await tests.selectOption("3");
  await eventually(() => tests.getByRole("option").count()).toBeLessThanOrEqual(20);
  await eventually(() => readBarTotal(page)).toBeGreaterThan(0);
});
