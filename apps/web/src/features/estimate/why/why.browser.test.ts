import { readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as WhyPage from "./testing/why-page.tsx";

/* The tape, the drawings and the scope check in a real browser: where they stand, what has the focus, what is read aloud. */

/** Runs in the page: what the bundle puts there. */
declare const why: typeof WhyPage;

const HOUSES = path.join(import.meta.dirname, "../../../../../../packages/estimating/houses");
const house = (name: string): unknown => JSON.parse(readFileSync(path.join(HOUSES, `${name}.json`), "utf8"));

const WIDTHS = { phone: 390, tablet: 820, desktop: 1440 } as const;

describe("explanations in the browser", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/why-page.tsx"), name: "why" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(
    name: string,
    { width = WIDTHS.desktop, colorScheme = "light" }: { width?: number; colorScheme?: "light" | "dark" } = {},
  ): Promise<Page> {
    const opened = await openStage(browser, html, {
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: "reduce",
    });
    await opened.evaluate((mounted) => why.page.mount(mounted), house(name));
    await opened.waitForSelector("h1");
    return opened;
  }

  const panel = (opened: Page) => opened.getByRole("dialog", { name: "Why this number" });
  const ask = (opened: Page, place: string) => opened.getByRole("button", { name: place, exact: true }).click();
  const focused = (opened: Page): Promise<string> => opened.evaluate(() => document.activeElement?.textContent ?? "");
  const isModal = (opened: Page): Promise<boolean> =>
    opened.evaluate(() => document.querySelector("dialog")?.matches(":modal") ?? false);

  test.each([
    { width: WIDTHS.desktop, modal: false },
    { width: WIDTHS.tablet, modal: true },
    { width: WIDTHS.phone, modal: true },
  ])("[EXPL-05] open at $width px, take the focus and return it on Escape", async ({ width, modal }) => {
    const opened = await open("roofing-colonial", { width });
    await ask(opened, "dripEdge[0]");
    await panel(opened).waitFor();
    await expect.poll(() => isModal(opened)).toBe(modal);
    await expect.poll(() => focused(opened)).toBe("Why this number");
    const box = await panel(opened).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(width);
    await expect.poll(() => opened.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await opened.keyboard.press("Escape");
    await panel(opened).waitFor({ state: "detached" });
    await expect.poll(() => focused(opened)).toBe("dripEdge[0]");
  });

  test("[EXPL-05] have a reader switch that is large enough for a finger", async () => {
    const opened = await open("roofing-colonial", { width: WIDTHS.phone });
    await ask(opened, "dripEdge[0]");
    const reader = panel(opened).getByText("Homeowner", { exact: true });
    const box = await reader.boundingBox();
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    // 44 px around its middle, the line's own two pixels included.
    await opened.mouse.click((box?.x ?? 0) + 8, middle - 21.5);
    await expect.poll(() => panel(opened).getByRole("radio", { name: "Homeowner" }).isChecked()).toBe(true);
  });

  test("[EXPL-05] are replaced by the next question beside the page", async () => {
    const opened = await open("roofing-colonial");
    await ask(opened, "dripEdge[0]");
    await ask(opened, "starters");
    await expect.poll(() => panel(opened).count()).toBe(1);
    await expect.poll(() => panel(opened).innerText()).toContain("146");
    await opened.keyboard.press("Escape");
    await expect.poll(() => focused(opened)).toBe("starters");
  });

  test("[EXPL-05] enter the number with Use, and say if it is in use", async () => {
    const opened = await open("roofing-colonial", { width: WIDTHS.tablet });
    await ask(opened, "dripEdge[0]");
    await panel(opened).getByRole("button", { name: "Use" }).click();
    await expect.poll(() => opened.evaluate(() => why.page.used)).toEqual(["dripEdge[0]"]);
    await expect.poll(() => panel(opened).count()).toBe(0);
    await ask(opened, "starters");
    await expect.poll(() => panel(opened).innerText()).toContain("In use");
  });

  test("[EXPL-05] show words and no margin in the homeowner's view", async () => {
    const opened = await open("roofing-colonial");
    await ask(opened, "margin");
    await panel(opened).getByText("Homeowner", { exact: true }).click();
    await expect.poll(() => panel(opened).innerText()).toContain("There is nothing to show the homeowner here.");
    await expect.poll(() => panel(opened).innerText()).not.toContain("$");
    await ask(opened, "dripEdge[0]");
    const words =
      "Eave length is 80 feet and rake edge length is 66 feet. That makes 14.6, rounded up to 15 pieces of drip edge.";
    // Beside the tape the salesperson reads what the homeowner would.
    await expect.poll(() => panel(opened).innerText()).toContain(words);
    await expect.poll(() => panel(opened).getByRole("table").count()).toBe(1);
    await panel(opened).getByText("Homeowner", { exact: true }).click();
    await expect.poll(() => panel(opened).getByText(words).count()).toBe(1);
    await expect.poll(() => panel(opened).getByRole("table").count()).toBe(0);
    await expect.poll(() => panel(opened).getByText("15 PC", { exact: true }).count()).toBe(0);
    await expect.poll(() => panel(opened).getByRole("button", { name: "Use" }).count()).toBe(0);
    await expect.poll(() => panel(opened).innerText()).not.toMatch(/cost|margin|price book/i);
  });

  test("[EXPL-05] open and close the figures of a long sum", async () => {
    const opened = await open("roofing-colonial");
    await ask(opened, "total");
    const items = panel(opened).getByRole("button", { name: "Items with discount" });
    await expect.poll(() => items.getAttribute("aria-expanded")).toBe("false");
    await items.click();
    await panel(opened).getByRole("button", { name: "and 17 more" }).click();
    await expect.poll(() => panel(opened).innerText()).toContain("Roofing cement");
    await items.click();
    await expect.poll(() => panel(opened).innerText()).not.toContain("Roofing cement");
  });

  test("[DRAW-01] highlight the edges of the focused length on the roof", async () => {
    const opened = await open("roofing-colonial");
    const roof = opened.locator("figure[data-size=large]");
    await expect.poll(() => roof.locator("[data-highlighted]").count()).toBe(0);
    await opened.getByLabel("valleyLength").focus();
    await expect.poll(() => roof.innerText()).toContain("30 FT");
    await expect.poll(() => roof.locator("[data-highlighted]").count()).toBeGreaterThan(0);
  });

  /** How wide and high a part of a drawing is, in its own pixels. */
  const sizeOf = (drawing: Locator, part: string): Promise<{ width: number; height: number }> =>
    drawing.locator(`[class*="${part}"]`).evaluate((path: SVGPathElement) => {
      const { width, height } = path.getBBox();
      return { width, height };
    });

  test("[DRAW-02] draw a pitch as a triangle of its rise over 12, a range with its flattest, an open one with a steeper line", async () => {
    const opened = await open("roofing-colonial");
    const pitch = (text: string): Locator => opened.getByRole("img", { name: `Pitch ${text}`, exact: true }).first();
    for (const { text, rise, flattest } of [
      { text: "Up to 6/12", rise: 6, flattest: null },
      { text: "7/12 to 9/12", rise: 9, flattest: 7 },
      { text: "10/12 to 12/12", rise: 12, flattest: 10 },
      { text: "Over 12/12", rise: 12, flattest: null },
    ]) {
      const drawing = pitch(text);
      const face = await sizeOf(drawing, "pitchFace");
      expect({ text, slope: face.height / face.width }).toEqual({ text, slope: rise / 12 });
      await expect.poll(() => drawing.locator('[class*="thin"]').count()).toBe(flattest === null ? 0 : 1);
      if (flattest !== null) {
        const thin = await sizeOf(drawing, "thin");
        expect(thin.height / thin.width).toBeCloseTo(flattest / 12, 5);
      }
    }
    for (const closed of ["Up to 6/12", "10/12 to 12/12"])
      await expect.poll(() => pitch(closed).locator('[class*="dashed"]').count()).toBe(0);
    const steeper = await sizeOf(pitch("Over 12/12"), "dashed");
    expect(steeper.height).toBeGreaterThan(steeper.width);
    // All of a list stand on one line, whatever their rise.
    const feet = await Promise.all(
      ["Up to 6/12", "7/12 to 9/12", "10/12 to 12/12"].map((text) =>
        pitch(text)
          .locator('[class*="pitchFace"]')
          .evaluate((path: SVGPathElement) => {
            const { y, height } = path.getBBox();
            return y + height;
          }),
      ),
    );
    expect(new Set(feet).size).toBe(1);
    // The large one says its figures.
    const large = opened.locator('svg[aria-label="Pitch 7/12 to 9/12"]').last();
    await expect.poll(() => large.locator("text").allTextContents()).toEqual(["12", "7–9"]);
  });

  test("[DRAW-03] fill a dumpster's bar by its load, and describe an overload", async () => {
    const opened = await open("roofing-colonial");
    const load = (text: string): Locator => opened.locator('span[class*="load"]', { hasText: text }).first();
    const widths = (text: string): Promise<number[]> =>
      load(text)
        .locator('[class*="loadBar"] > span')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    const [carried = 0, left = 0] = await widths("3 of 4 tons");
    expect(carried / (carried + left)).toBeCloseTo(3 / 4, 2);
    await expect.poll(() => load("3 of 4 tons").innerText()).toBe("3 of 4 tons");

    await expect.poll(async () => (await load("7.35 of 6 tons").innerText()).trim()).toBe("7.35 of 6 tons: too heavy");
    const [full = 0, over = 0] = await widths("7.35 of 6 tons");
    expect(full / (full + over)).toBeCloseTo(6 / 7.35, 2);
    const colors = await load("7.35 of 6 tons")
      .locator('[class*="loadBar"] > span')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
    expect(new Set(colors).size).toBe(2);

    // Without a known load there is nothing to fill.
    const alone = opened.getByText("2 tons", { exact: true });
    await expect.poll(() => alone.locator("span").count()).toBe(0);
  });

  test("[SCOPE-09] link findings to their fields, or say that nothing was found", async () => {
    const lacking = await open("siding-ranch");
    const link = lacking.getByRole("link", { name: /no downspouts/ });
    await expect.poll(() => link.getAttribute("href")).toBe("/estimator/estimate/7/siding/15?focus=downspout");
    const complete = await open("roofing-colonial");
    await expect.poll(() => complete.getByText("Nothing missing").count()).toBe(1);
  });

  test.each([
    { width: WIDTHS.phone, colorScheme: "light" },
    { width: WIDTHS.desktop, colorScheme: "dark" },
  ] as const)("is accessible at $width px, $colorScheme", async ({ width, colorScheme }) => {
    const opened = await open("siding-ranch", { width, colorScheme });
    expect(await accessibilityProblems(opened)).toEqual([]);
    await ask(opened, "total");
    await panel(opened).waitFor();
    expect(await accessibilityProblems(opened)).toEqual([]);
  });
});
