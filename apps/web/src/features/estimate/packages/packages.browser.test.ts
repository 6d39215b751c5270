import { readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTape, whyPanel } from "#features/estimate/why/testing/read-tape.ts";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as PackagesPage from "./testing/packages-page.tsx";

/* Packages and the homeowner view in a real browser: what is drawn, pressed and read aloud. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof PackagesPage;

const HOUSES = path.join(import.meta.dirname, "../../../../../../packages/estimating/houses");
const house = (name: string): unknown => JSON.parse(readFileSync(path.join(HOUSES, `${name}.json`), "utf8"));
/** The rows of a section. */
const TESTED_BESIDE_THEM = "[data-section-form]";
const SHINGLES = ["Good: three-tab", "Better: architectural", "Best: designer"];

type Given = Parameters<(typeof PackagesPage)["packagesPage"]["mount"]>[0];

describe("the package step", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/packages-page.tsx"), name: "page" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(
    given: Given,
    { width = 1180, colorScheme = "light" }: { width?: number; colorScheme?: "light" | "dark" } = {},
  ): Promise<Page> {
    const opened = await openStage(browser, html, {
      viewport: { width, height: 820 },
      colorScheme,
      reducedMotion: "reduce",
    });
    await opened.evaluate((mounted) => page.packagesPage.mount(mounted), given);
    await opened.waitForSelector("h1");
    return opened;
  }

  const overflow = (opened: Page): Promise<number> =>
    opened.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  const ROOF: Given = { page: "packages", workflowId: 1, house: house("roofing-colonial"), compared: SHINGLES };

  test("[PKG-02] [PKG-12] updates the mark, the differences and the form together when Choose is pressed", async () => {
    const opened = await open(ROOF);
    const card = (name: string) => opened.getByRole("article", { name });
    // (20 744.33 - 250) x 1.08, less (21 371.33 - 250) x 1.08: 22 133.88 - 22 811.04
    await expect.poll(() => card("Three-tab").innerText()).toContain("−$677.16");
    await card("Three-tab").getByRole("button", { name: "Choose" }).click();
    await expect.poll(() => card("Three-tab").innerText()).toContain("Chosen");
    await expect.poll(() => card("Architectural").innerText()).toContain("+$677.16");
    await expect.poll(() => opened.evaluate(() => page.packagesPage.chosen())).toBe("1.250.1");
  });

  test.each(["packages", "homeowner"] as const)(
    "[PKG-13] %s: shingles differ by their drawings, windows that would all look the same have none",
    async (name) => {
      const roof = await open({ ...ROOF, page: name });
      await expect.poll(() => roof.getByRole("article").locator("svg[viewBox='0 0 240 108']").count()).toBe(3);
      const windows = await open({
        page: name,
        workflowId: 3,
        house: house("windows-ranch"),
        compared: ["Good: builder vinyl", "Better: premium vinyl", "Best: composite"],
      });
      await expect.poll(() => windows.getByRole("article").count()).toBe(3);
      await expect.poll(() => windows.getByRole("article").locator("svg[viewBox='0 0 240 108']").count()).toBe(0);
    },
  );

  test("[EXPL-01] [PKG-12] explains price and month of a card, chosen or not", async () => {
    const opened = await open(ROOF);
    const card = opened.getByRole("article", { name: "Three-tab" });
    // (20 744.33 - 250) x 1.08 = 22 133.88, as above.
    await card.getByRole("button", { name: /^\$22,133\.88 ?, why this number$/ }).click();
    await expect
      .poll(async () => (await readTape(opened)).slice(-4))
      .toEqual(["− 250.00 Promotion", "= 20,494.33", "× 1.08 with 8 % margin", "= 22,133.88 Total Rounded to cents"]);
    await opened.keyboard.press("Escape");
    // 0.0999 / 12 = 0.008325; (1 - 1.008325^-120) / 0.008325 = 75.7029; 22 133.88 / 75.7029 = 292.38
    await card.getByRole("button", { name: /^\$292\.38 a month ?, why this number$/ }).click();
    await expect.poll(() => readTape(opened)).toContain("= 292.38 Monthly payment Rounded to cents");
    await expect
      .poll(() => readTape(opened))
      .toContain("÷ 75.7029 today's worth of 1.00 a month 120 months at 0.8325 %");
    await whyPanel(opened).getByText("Homeowner", { exact: true }).click();
    await expect
      .poll(() => whyPanel(opened).innerText())
      .toContain("120 payments of $292.38 a month pay $22,133.88, at 9.99 % a year.");
    await expect.poll(() => whyPanel(opened).innerText()).not.toMatch(/\bcost\b|margin/i);
  });

  test("[WF-SIDE-30] shows the chosen package's amounts below it, by row labels", async () => {
    const opened = await open(ROOF);
    const rows = () =>
      opened
        .getByRole("region", { name: "Cost of the package" })
        .locator("tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)))
        .then((all) =>
          all.map(([item, , quantity, , , total]) => [item, quantity, total?.replace(", why this number", "")]),
        );
    // 22 x 132; 19.667 x 105; 22 / 10 = 2.2, 3 rolls x (120 + 70)
    await expect.poll(rows).toEqual([
      ["Shingle type", "22 SQ", "2,904.00"],
      ["Roofing installation", "19.667 SQ", "2,065.04"],
      ["Underlayment", "3 RL", "570.00"],
    ]);
  });

  test("[WIN-05] [WIN-06] [WF-WIN-22] lists the windows on Window List and counts those of the package", async () => {
    const opened = await open({ page: "packages", workflowId: 3, house: house("windows-ranch") });
    const list = opened.getByRole("region", { name: "Windows", exact: true });
    await expect.poll(() => list.getByRole("heading").innerText()).toBe("7 Total windows");
    const rows = list.getByRole("row").filter({ has: opened.getByRole("link") });
    await expect
      .poll(() => rows.getByRole("link").allInnerTexts())
      .toEqual(["1 Main bedroom", "2 Kitchen", "3 Family room"]);
    await expect.poll(() => rows.first().getByRole("link").getAttribute("href")).toMatch(/\/windows\/2\/-?\d+\/0$/);
    // Four and two; the patio door has its own model. 552 united inches stay what is priced.
    const priced = opened.getByRole("row", { name: /Window package Better: premium vinyl/ });
    await expect.poll(() => priced.getByRole("cell").nth(1).innerText()).toBe("6 windows");
    expect(await accessibilityProblems(opened, { excluded: TESTED_BESIDE_THEM })).toEqual([]);
  });

  test("[PKG-07] [MSG-07] refuses an empty comparison in the specification's words", async () => {
    const windows: Given = { page: "packages", workflowId: 3, compared: ["Good: builder vinyl"] };
    const opened = await open(windows);
    const compare = opened.getByRole("switch", { name: "Compare Good: builder vinyl" });
    await compare.click();
    await expect.poll(() => opened.getByRole("alert").innerText()).toBe("Select 1-3 options for comparison");
    await expect.poll(() => compare.isChecked()).toBe(true);
    await opened.getByRole("switch", { name: "Compare Best: composite" }).click();
    await expect.poll(() => opened.getByText("2 of 3 in comparison").count()).toBe(1);
  });

  test("[MSG-09] explains missing squares, and shows nothing else", async () => {
    const opened = await open({ page: "packages", workflowId: 1 });
    await expect
      .poll(() => opened.getByRole("status").innerText())
      .toContain(
        "Package is not applicable to this estimate. The roof size entered on the Roof details step is 0 squares.",
      );
    await expect.poll(() => opened.getByRole("article").count()).toBe(0);
    await expect.poll(() => opened.getByRole("combobox").count()).toBe(0);
  });

  test("[PKG-13] shows only the rows in which packages differ", async () => {
    const opened = await open(ROOF);
    const rows = opened.getByRole("article", { name: "Designer" }).locator("dt");
    const before = await rows.allInnerTexts();
    await opened.getByRole("switch", { name: "Only differences" }).click();
    await expect.poll(() => rows.count()).toBeLessThan(before.length);
    await expect.poll(() => rows.allInnerTexts()).toContain("Bundles or pieces");
  });

  test("[HOME-01] has nothing internal anywhere on the homeowner's page", async () => {
    const opened = await open({ ...ROOF, page: "homeowner" });
    const shown = await opened.locator("main").evaluate((main) => main.outerHTML);
    const secrets = await opened.evaluate(() => page.packagesPage.secrets());
    const writings = secrets
      .filter((amount) => amount >= 1_000)
      .flatMap((amount) => [
        amount.toFixed(2),
        ...[0, 2].map((digits) =>
          amount.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
        ),
      ]);
    expect(writings.length).toBeGreaterThan(10);
    expect(writings.filter((text) => shown.includes(text))).toEqual([]);
    expect(shown).not.toMatch(/margin:? ?\d|mark-?up|\bcosts?\b/i);
    expect(shown).not.toContain("1.250.");
    await expect.poll(() => opened.getByRole("navigation").count()).toBe(0);
    await expect.poll(() => opened.getByRole("link").count()).toBe(0);
  });

  test("[HOME-02] takes two presses to leave the homeowner's view; Escape cancels the first", async () => {
    const opened = await open({ ...ROOF, page: "homeowner" });
    await opened.getByRole("button", { name: "Done" }).focus();
    await opened.keyboard.press("Enter");
    await expect.poll(() => opened.getByText("Please hand the tablet back.").count()).toBe(1);
    await opened.keyboard.press("Escape");
    await expect.poll(() => opened.getByText("Please hand the tablet back.").count()).toBe(0);
    await opened.getByRole("button", { name: "Done" }).click();
    await opened.getByRole("button", { name: "Leave this view" }).click();
    await expect.poll(() => opened.getByText("Elsewhere").count()).toBe(1);
  });

  test("[HOME-02] asks on any other way out of the homeowner's view", async () => {
    const opened = await open({ ...ROOF, page: "homeowner" });
    await opened.getByRole("button", { name: "Done" }).waitFor();
    await opened.evaluate(() => page.packagesPage.goElsewhere());
    await opened.getByText("Please hand the tablet back.").waitFor();
    await expect.poll(() => opened.getByText("Elsewhere").count()).toBe(0);
    await opened.getByRole("button", { name: "Leave this view" }).click();
    await expect.poll(() => opened.getByText("Elsewhere").count()).toBe(1);
  });

  test("[PKG-14] saves the homeowner's choice immediately, and reports a refusal without its reason", async () => {
    const opened = await open({ ...ROOF, page: "homeowner" });
    await opened.getByRole("button", { name: "Choose best" }).click();
    await expect.poll(() => opened.evaluate(() => page.packagesPage.saved.length)).toBe(1);
    await expect.poll(() => opened.evaluate(() => page.packagesPage.chosen())).toBe("1.250.3");
    const refused = await open({ ...ROOF, page: "homeowner", isSaveRefused: true });
    await refused.getByRole("button", { name: "Choose good" }).click();
    await expect
      .poll(() => refused.getByRole("alert").innerText())
      .toBe("The choice could not be saved. Please hand the tablet back.");
  });

  test.each([
    { name: "packages", width: 1180, scheme: "light" },
    { name: "packages", width: 820, scheme: "dark" },
    { name: "packages", width: 390, scheme: "light" },
    { name: "homeowner", width: 1180, scheme: "light" },
    { name: "homeowner", width: 820, scheme: "dark" },
    { name: "homeowner", width: 390, scheme: "light" },
  ] as const)(
    "[PKG-13] $name at $width, $scheme: nothing that axe finds, nothing wider than the screen",
    async (situation) => {
      const { name, width, scheme } = situation;
      const opened = await open({ ...ROOF, page: name }, { width, colorScheme: scheme });
      if (process.env["PICTURES"])
        await opened.screenshot({ path: `${process.env["PICTURES"]}/${name}-${String(width)}.png`, fullPage: true });
      expect(await accessibilityProblems(opened, { excluded: TESTED_BESIDE_THEM })).toEqual([]);
      await expect.poll(() => overflow(opened)).toBe(0);
    },
  );
});
