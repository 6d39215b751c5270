import { readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTape, whyPanel } from "#features/estimate/why/testing/read-tape.ts";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as SummaryPage from "./testing/summary-page.tsx";

/* The figures of an estimate in a real browser: each tells how it came about. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof SummaryPage;

const HOUSES = path.join(import.meta.dirname, "../../../../../../packages/estimating/houses");
const house = (name: string): unknown => JSON.parse(readFileSync(path.join(HOUSES, `${name}.json`), "utf8"));
const WORK = [house("roofing-colonial"), house("gutters-colonial")];

describe("the figures of an estimate", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/summary-page.tsx"), name: "page" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(width = 1440, colorScheme: "light" | "dark" = "light"): Promise<Page> {
    const opened = await openStage(browser, html, {
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: "reduce",
    });
    await opened.evaluate((houses) => page.summaryPage.mount(houses), WORK);
    await opened.waitForSelector("h1");
    return opened;
  }

  const cell = (opened: Page, row: string, column: number) =>
    opened
      .getByRole("row", { name: new RegExp(`^${row}`) })
      .first()
      .getByRole("cell")
      .nth(column)
      .getByRole("button")
      .first();
  async function ask(opened: Page, figure: Locator): Promise<string[]> {
    await figure.click();
    await whyPanel(opened).waitFor();
    return readTape(opened);
  }

  test("[EXPL-01] explain fee, promotion and the sums of the table", async () => {
    const opened = await open();
    // 21 371.33 x 4 % = 854.8532
    expect((await ask(opened, cell(opened, "Roofing", 2))).slice(-3)).toEqual([
      "= 21,371.33 Rounded to cents",
      "× 4 % Lender’s fee",
      "= 854.85 Fee Rounded to cents",
    ]);
    // Gutters come to 9 516.01 - 470.80 = 9 045.21; 250 x 21 371.33 / 30 416.54 = 175.655
    expect((await ask(opened, cell(opened, "Roofing", 3))).slice(0, 2)).toEqual([
      "250.00 Promotion",
      "× 21,371.33 Roofing",
    ]);
    /*
     * With 10 % on top gutters come to (9 045.21 + 361.81 - 74.34) x 1.1 = 10 265.95, before the promotion to 10 340.29; / 1.04 = 9 942.59,
     * so the fee is 397.70; the discount 470.80 x 9 942.59 / 9 045.21 = 517.51, the price 10 460.10.
     * 22 437.36 + 10 460.10, 1 066.03 + 517.51, 854.85 + 397.70, 175.66 + 74.34
     */
    for (const [column, sum] of ["32,897.46 Price", "1,583.54 Discount", "1,252.55 Fee", "250.00 Promotion"].entries())
      expect((await ask(opened, cell(opened, "Estimate", column))).at(-1)).toContain(`= ${sum}`);
    // The margin on top is shown below the price, for the company.
    const onTop = opened.getByRole("row", { name: /^Gutters/ }).getByRole("button", { name: "944.09" });
    expect((await ask(opened, onTop.first())).slice(-2)).toEqual(["− 9,516.01 Items", "= 944.09"]);
  });

  test("[EXPL-07] copy as the amount, without the words for screen readers", async () => {
    const opened = await open();
    const figure = cell(opened, "Roofing", 2);
    await expect.poll(() => figure.textContent()).toBe("854.85, why this number");
    const copied = await figure.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(copied).toBe("854.85");
  });

  test("[EXPL-01] [SUM-10] explain month and principal of each offer without choosing it", async () => {
    const opened = await open();
    const financed = opened.locator("dl").filter({ hasText: "Monthly payment" });
    // 22 050.52 + 10 265.95 = 32 316.47, less 1 000
    expect((await ask(opened, financed.getByRole("button").first())).slice(-2)).toEqual([
      "− 1,000.00 Down payment",
      "= 31,316.47 Left to pay",
    ]);
    // (1 - 1.008325^-120) / 0.008325 = 75.7029; 31 316.47 / 75.7029 = 413.68
    const month = await ask(opened, financed.getByRole("button").last());
    expect(month).toContain("÷ 75.7029 today's worth of 1.00 a month 120 months at 0.8325 %");
    expect(month.at(-1)).toContain("= 413.68 Monthly payment");
    const options = opened.getByRole("radiogroup", { name: "Payment option" });
    // Without a fee: 21 371.33 - 175.66, and (9 045.21 - 74.34) x 1.1
    expect((await ask(opened, options.getByRole("button").first())).at(-1)).toBe("= 31,063.63 Estimate total");
    await expect.poll(() => opened.evaluate(() => page.summaryPage.saved.length)).toBe(0);
    await options.getByRole("radio").first().click();
    await expect.poll(() => opened.evaluate(() => page.summaryPage.saved.length)).toBe(1);
  });

  test("[EXPL-01] explain saved items and sections, with only totals in the tab order", async () => {
    const opened = await open();
    const drip = opened.getByRole("row", { name: /^Drip edge/ }).getByRole("button");
    expect(await ask(opened, drip.last())).toEqual([
      "142.50 Material cost 9.50 × 15 PC",
      "+ 165.00 Labor cost 11.00 × 15 PC",
      "= 307.50 Drip edge",
    ]);
    await expect
      .poll(() => drip.evaluateAll((all) => all.map((each) => (each as HTMLElement).tabIndex)))
      .toEqual([-1, -1, 0]);
    // 307.50 + 168.00 + 144.00 + 52.80 + 106.00
    const section = opened.getByRole("row", { name: /^Flashing/ }).getByRole("button");
    expect((await ask(opened, section.first())).at(-1)).toBe("= 778.30 Flashing");
  });

  test.each([
    { width: 390, scheme: "light" },
    { width: 820, scheme: "dark" },
    { width: 1440, scheme: "light" },
    { width: 390, scheme: "dark" },
    { width: 820, scheme: "light" },
    { width: 1440, scheme: "dark" },
  ] as const)(
    "at $width, $scheme: nothing that axe finds, nothing wider than the screen",
    async ({ width, scheme }) => {
      const opened = await open(width, scheme);
      if (process.env["PICTURES"])
        await opened.screenshot({ path: `${process.env["PICTURES"]}/summary-${width}-${scheme}.png`, fullPage: true });
      expect(await accessibilityProblems(opened)).toEqual([]);
      await expect.poll(() => opened.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
  );
});
