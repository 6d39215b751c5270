import { readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as WhyPage from "./testing/why-page.tsx";

/* The tape, the drawings and the scope check in a real browser: where they stand, what has the focus, what is read aloud. */

/** Runs in the page: what the bundle puts there. */
declare const why: typeof WhyPage;

const HOUSES = path.join(import.meta.dirname, "../../../../../../packages/estimating/houses");
const house = (name: string): unknown => JSON.parse(readFileSync(path.join(HOUSES, `${name}.json`), "utf8"));

const WIDTHS = { phone: 390, tablet: 820, desktop: 1440 } as const;

describe("in the browser", () => {
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
  ])("[EXPL-05] at $width px it opens, takes the focus and gives it back on Escape", async ({ width, modal }) => {
    const opened = await open("roofing-colonial", { width });
    await ask(opened, "dripEdge[0]");
    await panel(opened).waitFor();
    expect(await isModal(opened)).toBe(modal);
    expect(await focused(opened)).toBe("Why this number");
    const box = await panel(opened).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(width);
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await opened.keyboard.press("Escape");
    await panel(opened).waitFor({ state: "detached" });
    await expect.poll(() => focused(opened)).toBe("dripEdge[0]");
    await opened.close();
  });

  test("[EXPL-05] beside the page the next question takes its place", async () => {
    const opened = await open("roofing-colonial");
    await ask(opened, "dripEdge[0]");
    await ask(opened, "starters");
    expect(await panel(opened).count()).toBe(1);
    expect(await panel(opened).innerText()).toContain("146");
    await opened.keyboard.press("Escape");
    await expect.poll(() => focused(opened)).toBe("starters");
    await opened.close();
  });

  test("[EXPL-05] Use takes the number over; one in use says so", async () => {
    const opened = await open("roofing-colonial", { width: WIDTHS.tablet });
    await ask(opened, "dripEdge[0]");
    await panel(opened).getByRole("button", { name: "Use" }).click();
    expect(await opened.evaluate(() => why.page.used)).toEqual(["dripEdge[0]"]);
    expect(await panel(opened).count()).toBe(0);
    await ask(opened, "starters");
    expect(await panel(opened).innerText()).toContain("In use");
    await opened.close();
  });

  test("[EXPL-05] the homeowner's view shows words and no margin", async () => {
    const opened = await open("roofing-colonial");
    await ask(opened, "margin");
    await panel(opened).getByText("Homeowner", { exact: true }).click();
    expect(await panel(opened).innerText()).toContain("There is nothing to show the homeowner here.");
    expect(await panel(opened).innerText()).not.toContain("$");
    await ask(opened, "dripEdge[0]");
    expect(await panel(opened).innerText()).toContain(
      "Eave length is 80 feet and rake edge length is 66 feet. That makes 14.6, rounded up to 15 pieces of drip edge.",
    );
    await opened.close();
  });

  test("[EXPL-05] the figures of a long sum open and close", async () => {
    const opened = await open("roofing-colonial");
    await ask(opened, "total");
    const items = panel(opened).getByRole("button", { name: "Items with discount" });
    expect(await items.getAttribute("aria-expanded")).toBe("false");
    await items.click();
    await panel(opened).getByRole("button", { name: "and 17 more" }).click();
    expect(await panel(opened).innerText()).toContain("Roofing cement");
    await items.click();
    expect(await panel(opened).innerText()).not.toContain("Roofing cement");
    await opened.close();
  });

  test("[DRAW-01] the roof shows the edges of the length that has the focus", async () => {
    const opened = await open("roofing-colonial");
    const roof = opened.locator("figure[data-size=large]");
    expect(await roof.locator("[data-highlighted]").count()).toBe(0);
    await opened.getByLabel("valleyLength").focus();
    await expect.poll(() => roof.innerText()).toContain("30 FT");
    expect(await roof.locator("[data-highlighted]").count()).toBeGreaterThan(0);
    await opened.close();
  });

  test("[SCOPE-09] findings are links to their fields; without any it says so", async () => {
    const lacking = await open("siding-ranch");
    const link = lacking.getByRole("link", { name: /no downspouts/ });
    expect(await link.getAttribute("href")).toBe("/estimator/estimate/7/siding/15?focus=downspout");
    await lacking.close();
    const complete = await open("roofing-colonial");
    expect(await complete.getByText("Nothing missing").count()).toBe(1);
    await complete.close();
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
    await opened.close();
  });
});
