import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  findEstimateId,
  GUTTERS_ONLY,
  makeEstimate,
  visitEstimate,
  WHOLE_HOUSE,
  WINDOWS_ONLY,
} from "./support/demo-estimates.ts";
import { openEstimate, readBarTotal, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/* Entering an estimate by hand: with keys alone, with fingers, and with what the form offers: recommendations, why, undo, rows. */

const journey = prepareJourney();

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? "");

/** More stops than any step has. */
const MAX_STOPS = 150;

/** Runs in the page: the entries of the form that can be used, as they stand, by their ids. */
const entriesOnPage = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(input, select, textarea)[id^=field-]:enabled")].map(
      ({ id }) => id,
    ),
  );

test(
  "[EST-31] roofing Details with the keyboard only: every field from the first to the last, in order, entered and saved",
  { timeout: 120_000 },
  async () => {
    const id = await makeEstimate(journey.app, { name: "By keys", work: { 1: 1 } });
    const page = await visitEstimate(journey, { id, below: "/roofing/2" });
    await field(page, "Total roof area").waitFor();
    const typed: Readonly<Record<string, string>> = {
      "field-totalRoofArea": "2000",
      "field-wasteFactorForMaterial": "10",
    };
    // From the head of the page, which is where a person stands who came by keyboard.
    await page.getByRole("heading", { level: 1 }).focus();
    const seen: string[] = [];
    let isSaving = false;
    for (let stop = 0; stop < MAX_STOPS && !isSaving; stop += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        const box = element?.getBoundingClientRect();
        return {
          id: element?.id ?? "",
          text: element?.textContent ?? "",
          isSeen: box !== undefined && box.bottom > 0 && box.top < innerHeight,
        };
      });
      // What has the focus is on the screen.
      expect(at).toMatchObject({ isSeen: true });
      if (at.id.startsWith("field-")) seen.push(at.id);
      if (at.id === "field-materialType") await page.keyboard.type("Asphalt");
      if (
        at.id.startsWith("field-installPitch-") &&
        at.id.endsWith("-quantity") &&
        !seen.some((each) => each !== at.id && each.startsWith("field-installPitch-") && each.endsWith("-quantity"))
      )
        await page.keyboard.type("22");
      const text = typed[at.id];
      if (text !== undefined) await page.keyboard.type(text);
      isSaving = at.text === "Save";
    }
    expect(isSaving).toBe(true);
    const expected = await entriesOnPage(page);
    expect(expected.length).toBeGreaterThan(12);
    expect(seen.filter((each) => expected.includes(each))).toEqual(expected);
    expect(await field(page, "Total roof area").inputValue()).toBe("2000");

    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    const saved = page.getByText("Saved", { exact: true });
    await saved.or(question).first().waitFor();
    if (await question.count()) {
      // The dialog begins at its safe answer; the other one is a Tab away.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await saved.waitFor();
    }
    await eventually(async () => (await serverEstimate(journey.app, id)).items.length).toBeGreaterThan(3);
  },
);

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
    expect(await focusedName(page)).toBe("Use 4 for Corners");
    await page.keyboard.press("Enter");
    expect(await corners.inputValue()).toBe("4");
    await button(page, "4 recommended for Corners, in use. Why?").waitFor();
    // A price, a total and a calculated quantity tell theirs as well.
    for (const name of [
      /^Total cost of Gutter: .* Why\?$/,
      /^Material total: .* calculated\. Why\?$/,
      /^Gutters \$[\d,.]+, why$/,
    ]) {
      await page.getByRole("button", { name }).click();
      expect(await panel.getByRole("row").count()).toBeGreaterThan(2);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
    }
  });

  test("[VAL-18] Use all takes over what a group recommends", async () => {
    const id = await findEstimateId(journey.app, GUTTERS_ONLY);
    const page = await visitEstimate(journey, { id, below: "/gutters/2" });
    await field(page, "Number of downspouts").fill("6");
    await field(page, "Elbows").fill("1");
    // The usual length of a downspout is a proposal that nobody has to answer, and no part of it.
    const open = page.getByRole("button", { name: /^Use \d+ for (?!Length of one downspout)/ });
    await eventually(() => open.count()).toBeGreaterThan(2);
    for (let rounds = 0; rounds < 4 && (await page.getByRole("button", { name: /^Use all/ }).count()) > 0; rounds += 1)
      await page
        .getByRole("button", { name: /^Use all/ })
        .first()
        .click();
    await eventually(() => open.count()).toBe(0);
    expect(await field(page, "Number of downspouts").inputValue()).toBe("5");
    expect(await field(page, "Elbows").inputValue()).toBe("15");
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
  while (await button(page, "Undo").isEnabled()) await page.keyboard.press("Control+z");
  expect(await corners.inputValue()).toBe("4");
  expect(await readBarTotal(page)).toBe(total);
  while (await button(page, "Redo").isEnabled()) await page.keyboard.press("Control+Shift+z");
  expect(await corners.inputValue()).toBe("12");
  expect(await readBarTotal(page)).toBe(after);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  expect(await readBarTotal(page)).toBe(after);
});

test("undo goes back behind a save of its page, and on the next page takes back nothing of the one before", async () => {
  const id = await findEstimateId(journey.app, WINDOWS_ONLY);
  const page = await visitEstimate(journey, { id, below: "/windows/2" });
  await page
    .getByRole("region", { name: "Windows" })
    .getByRole("link", { name: /^1 Main bedroom/ })
    .click();
  await heading(page, "1 Main bedroom");
  expect(await button(page, "Undo").isEnabled()).toBe(false);
  const width = field(page, "Width");
  await width.fill("40");
  await button(page, "Save window").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await button(page, "Undo").click();
  expect(await width.inputValue()).toBe("36");
  await button(page, "Redo").click();
  expect(await width.inputValue()).toBe("40");
  const saved = await readBarTotal(page);

  await button(page, "Next: Trim").click();
  await heading(page, "Trim");
  await eventually(() => button(page, "Undo").isEnabled()).toBe(false);
  expect(await button(page, "Redo").isEnabled()).toBe(false);
  await page.keyboard.press("Control+z");
  expect(await readBarTotal(page)).toBe(saved);
  // Nothing is unsaved: nobody is asked.
  await page.getByRole("banner").getByRole("link", { name: WINDOWS_ONLY }).click();
  await page.getByText("Estimate total").waitFor();
});

test("[EST-28][EST-29][EST-30] rows: the first where there is none, one behind another, removed while there are two", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const page = await visitEstimate(journey, { id, below: "/gutters/4" });
  const first = button(page, "Add wood replacement");
  await first.click();
  await first.waitFor({ state: "detached" });
  const remove = page.getByRole("button", { name: /^Remove Wood replacement/ });
  expect(await remove.count()).toBe(0);
  // It is begun at once.
  expect(await focusedName(page)).toMatch(/^Wood replacement/);

  const types = page.getByRole("combobox", { name: /^Accessories( \d)?$/ });
  const shown = (): Promise<string[]> =>
    types.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).selectedOptions[0]?.label ?? ""));
  expect(await shown()).toEqual(["Splash block"]);
  await button(page, "Add accessories after Accessories").click();
  await types.nth(1).selectOption({ label: "Gutter wedge" });
  await button(page, "Add after Accessories 1").click();
  await types.nth(1).selectOption({ label: "Rain diverter" });
  expect(await shown()).toEqual(["Splash block", "Rain diverter", "Gutter wedge"]);
  for (const name of ["Remove Accessories 1", "Remove Accessories 2", "Remove Accessories 3"])
    expect(await button(page, name).count()).toBe(1);
  await button(page, "Remove Accessories 2").click();
  expect(await shown()).toEqual(["Splash block", "Gutter wedge"]);
  await button(page, "Remove Accessories 1").click();
  expect(await shown()).toEqual(["Gutter wedge"]);
  expect(await page.getByRole("button", { name: /^Remove Accessories/ }).count()).toBe(0);
});

test("[VAL-17] up to 20 quantities are a list, more are typed", async () => {
  const whole = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id: whole, below: "/roofing/2" });
  await page.getByRole("textbox", { name: "Tear-off quantity", exact: true }).waitFor();
  const id = await makeEstimate(journey.app, { name: "Listed", work: { 6: 1 } });
  await openEstimate(page, id, "/insulation/2");
  const tests = page.getByRole("combobox", { name: "Blower door test", exact: true });
  await tests.selectOption("3");
  expect(await tests.getByRole("option").count()).toBeLessThanOrEqual(20);
  expect(await readBarTotal(page)).toBeGreaterThan(0);
});

describe("touch targets at 820 x 1180", () => {
  const LEAST_PX = 44;

  /**
   * Runs in the page: what can be pressed and is smaller than a finger. A label is pressed for its field, and what lies around a
   * control counts as far as a press there reaches it. Links inside a sentence are excepted (WCAG 2.5.8).
   */
  const tooSmall = (page: Page): Promise<string[]> =>
    page.evaluate((least) => {
      const isShown = (element: Element): boolean =>
        element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && !element.closest("[inert]");
      const reaches = (element: Element, x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        if (!hit) return false;
        const label = hit.closest("label");
        return element.contains(hit) || (label !== null && (label.contains(element) || label.control === element));
      };
      const sizeOf = (element: Element, x: number, y: number, dx: number, dy: number): number => {
        let size = 0;
        for (const sign of [-1, 1])
          for (let away = 0.5; away < least; away += 1) {
            if (!reaches(element, x + sign * away * dx, y + sign * away * dy)) break;
            size += 1;
          }
        return size;
      };
      const found: string[] = [];
      const controls = document.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [role=switch], [role=radio]",
      );
      for (const element of controls) {
        if (!isShown(element) || element.closest("p a, .rb-visually-hidden a") === element) continue;
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        const target = labels.find((label) => label.contains(element)) ?? element;
        target.scrollIntoView({ block: "center", inline: "center" });
        const box = target.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || (getComputedStyle(target).position === "absolute" && box.width <= 1))
          continue;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const width = Math.max(box.width, sizeOf(element, x, y, 1, 0));
        const height = Math.max(box.height, sizeOf(element, x, y, 0, 1));
        if (Math.round(width) < least || Math.round(height) < least)
          found.push(
            `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.slice(0, 40)} ${element.id}: ${width.toFixed(1)} x ${height.toFixed(1)}`,
          );
      }
      return found;
    }, LEAST_PX);

  test(
    "[EST-31] a step, an estimate, and a window: everything is as large as a finger",
    { timeout: 120_000 },
    async () => {
      const id = await findEstimateId(journey.app, WHOLE_HOUSE);
      const page = await visitEstimate(journey, { id, device: "tablet" });
      expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
      await page.getByText("Estimate total").waitFor();
      const findings: Record<string, string[]> = {};
      findings.summary = await tooSmall(page);
      await openEstimate(page, id, "/roofing/2");
      await field(page, "Install pitch 1 quantity").waitFor();
      findings.step = await tooSmall(page);
      await openEstimate(page, id, "/windows/2");
      await heading(page, "4 New window");
      findings.window = await tooSmall(page);
      expect(findings).toEqual({ summary: [], step: [], window: [] });
    },
  );
});
