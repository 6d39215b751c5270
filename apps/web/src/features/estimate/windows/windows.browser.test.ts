import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTape, whyPanel } from "#features/estimate/why/testing/read-tape.ts";
import { buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type { windowsPage as WindowsPage } from "./testing/windows-page.tsx";

/* The pages of the windows in a real browser, over an estimate in memory (testing/windows-page.tsx). */

/** Runs in the page: what the bundle puts there. */
declare const bundle: { windowsPage: typeof WindowsPage };

const HOUSE = [
  { room: "Kitchen", style: "Slider, 2-lite", width: 48, height: 36, quantity: 2 },
  { room: "Living room", style: "Picture", width: 60, height: 60, quantity: 3 },
];
const SWITCH_TEXT =
  "This window has unsaved changes. Would you like to cancel and go back to save them or discard your changes?";

describe("the pages of the windows", () => {
  let browser: Browser;
  let html: string;
  let page: Page;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/windows-page.tsx"), name: "bundle" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(options: Parameters<typeof WindowsPage.mount>[0], width = 1180): Promise<void> {
    page = await openStage(browser, html, { viewport: { width, height: 820 } });
    await page.evaluate((given) => bundle.windowsPage.mount(given), options);
  }
  const pathShown = () => page.evaluate(() => bundle.windowsPage.path());
  const waitForPath = (pattern: RegExp) =>
    page.waitForFunction((source) => new RegExp(source).test(bundle.windowsPage.path()), pattern.source);
  const itemCount = () => page.evaluate(() => bundle.windowsPage.items().length);
  const savedWindows = () =>
    page.evaluate(() =>
      bundle.windowsPage
        .items()
        .filter(({ fieldId }) => fieldId === "3.1")
        .map(({ id }) => id),
    );
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });

  test("[EST-33] show Choose on one line for a choice below its label", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await field("Room name").waitFor();
    const choices = await Promise.all(
      ["Room name", "Window type", "Exterior color"].map((name) =>
        field(name).evaluate((select) => (select.parentElement as HTMLElement).dataset["chosen"]),
      ),
    );
    expect(choices).toEqual(["Choose", "Choose", "Choose"]);
  });

  test("[WF-WIN-04] [WF-WIN-05] list numbered windows with size and room, below their total", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    await heading("1 Kitchen").waitFor();
    await page.getByText("5 Total windows").waitFor();
    const entries = await page.getByRole("region", { name: "Windows" }).getByRole("listitem").allInnerTexts();
    expect(entries.map((text) => text.split("\n").slice(0, 2))).toEqual([
      ["1 Kitchen", "48 × 36 Slider, 2-lite"],
      ["2 Living room", "60 × 60 Picture"],
    ]);
    await expect.poll(() => button("Remove window").count()).toBe(1);
    await button("Create window").click();
    await heading("3 New window").waitFor();
    await expect.poll(() => pathShown()).toBe("/windows/2/0/0");
  });

  test("[WF-WIN-04] count a new window once something is entered, as unsaved and without errors before", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await heading("3 New window").waitFor();
    // Two of the kitchen's and three of the living room's.
    await page.getByText("5 Total windows").waitFor();
    await expect.poll(() => page.getByText("The last one is not saved yet").count()).toBe(0);
    await field("Width").fill("36 1/4");
    await page.getByText("6 Total windows").waitFor();
    await page.getByText("The last one is not saved yet").waitFor();
    await expect.poll(() => page.getByText("Invalid Model").count()).toBe(0);
    await button("Save window").click();
    await page.getByRole("link", { name: "Window type is required." }).waitFor();
    await expect.poll(() => page.getByText("Invalid Model").count()).toBe(0);
    await expect.poll(() => page.getByText("2 errors in form").count()).toBe(1);
  });

  test("[WF-WIN-06] [WF-WIN-14] [WF-WIN-15] [WF-WIN-16] update united inches, and show fields that apply to the type", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    await field("Width").fill("52");
    await page.getByText("88 UI").waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "UI", exact: true }).count()).toBe(0);
    await field("Operating sash").waitFor();
    await expect.poll(() => field("Foot lock").count()).toBe(0);
    await field("Window type").selectOption({ label: "Patio door" });
    await field("Foot lock").waitFor();
    await field("Window type").selectOption({ label: "Picture" });
    await field("Operating sash").waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("img", { name: /^Picture, 52 by 36 inches/ }).count()).toBe(1);
  });

  test.each([{ width: 820 }, { width: 1180 }])(
    "[WIN-07] the drawing stays in sight at the last field, $width px wide",
    async ({ width }) => {
      await open({ windows: HOUSE, path: "windows/2/101/0" }, width);
      const drawing = page.getByRole("img", { name: /^Slider, 2-lite, 48 by 36 inches/ });
      await drawing.waitFor();
      await button("Add interior trim").click();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      // Below the top bar of 56 px, and whole.
      const edges = async () => {
        const { y, height } = (await drawing.boundingBox()) ?? { y: 0, height: 0 };
        return { top: y, bottom: y + height };
      };
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
      await expect.poll(async () => (await edges()).top).toBeGreaterThanOrEqual(56);
      await expect.poll(async () => (await edges()).bottom).toBeLessThan(700);
    },
  );

  test("[WIN-04] [WF-WIN-13] remove the grid when a next window becomes a casement, and say so", async () => {
    await open({
      windows: [{ room: "Kitchen", style: "Double hung", width: 36, height: 60 }],
      path: "windows/2/101/0",
    });
    await button("Add grid").click();
    await field("Pattern").selectOption({ label: "Colonial" });
    await button("Save & add another").click();
    await heading("2 New window").waitFor();
    await field("Pattern").waitFor();
    await field("Window type").selectOption({ label: "Casement" });
    await field("Pattern").waitFor({ state: "detached" });
    await page.getByText("The grid is removed: it was chosen for another window type").waitFor();
    await button("Add grid").waitFor();
  });

  test.each([{ width: 390 }, { width: 820 }, { width: 1440 }])(
    "[EXPL-01] the window's total shows its parts, $width px wide",
    async ({ width }) => {
      await open({ windows: HOUSE, path: "windows/2/101/0" }, width);
      await heading("1 Kitchen").waitFor();
      const total = page.getByRole("button", { name: /^(This window, 2 ×, cost )?\$960\.00 ?, why/ });
      await total.click();
      await expect.poll(() => whyPanel(page).innerText()).toContain("This window, 2 ×");
      // A slider of 84 united inches costs 315.00 and 165.00 to set.
      await expect
        .poll(() => readTape(page))
        .toEqual(["630.00 Material cost 315.00 × 2", "+ 330.00 Labor cost 165.00 × 2", "= 960.00 Window"]);
    },
  );

  test.each([
    { width: 390, of: "a window", path: "windows/2/101/0" },
    { width: 768, of: "a window", path: "windows/2/101/0" },
    { width: 820, of: "a window", path: "windows/2/101/0" },
    { width: 1024, of: "a window", path: "windows/2/101/0" },
    { width: 1440, of: "a window", path: "windows/2/101/0" },
    { width: 768, of: "a quick window", path: "quick_estimate_by_window/101" },
    { width: 820, of: "a quick window", path: "quick_estimate_by_window/101" },
  ])("[WF-WIN-06] show sizes completely on $of, $width px wide", async ({ width, path: at }) => {
    await open({ windows: HOUSE, path: at }, width);
    for (const name of ["Width", "Height"]) {
      await field(name).fill("1234.25");
      const shown = await field(name).evaluate((input: HTMLInputElement) => input.clientWidth - input.scrollWidth);
      expect(shown, name).toBe(0);
    }
    // 1234.25 + 1234.25, behind the frame that answers the key.
    const unitedInches = page.locator('button[id$="-ui"] > span').first();
    await expect.poll(() => unitedInches.textContent()).toBe("2,468.5");
    await expect.poll(() => unitedInches.evaluate(({ clientWidth, scrollWidth }) => clientWidth - scrollWidth)).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  });

  test("[EST-27] switch this window's total with its size and the list, and say which it is", async () => {
    await open({ windows: HOUSE.slice(0, 1), path: "windows/2/101/0" }, 820);
    const totals = await page.evaluate(() => bundle.windowsPage.form?.getSnapshot().lines[0]?.totals);
    const panel = page.getByRole("region", { name: "United inches" });
    const list = page.getByRole("region", { name: "Windows" });
    const dollars = (amount = 0) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
    // Of two kitchen windows.
    expect(totals?.totalCost).toBeLessThan(totals?.total ?? 0);
    await panel.getByText("This window, 2 ×, cost").waitFor();
    await expect.poll(() => panel.innerText()).toContain(dollars(totals?.totalCost));
    await expect.poll(() => list.innerText()).toContain(dollars(totals?.totalCost));
    await page.getByRole("radio", { name: "Price" }).check();
    await panel.getByText("This window, 2 ×, price").waitFor();
    await expect.poll(() => panel.innerText()).toContain(dollars(totals?.total));
    await expect.poll(() => list.innerText()).toContain(dollars(totals?.total));
  });

  test("[WF-WIN-12] [WF-WIN-13] start lists with a button, and remove a second row", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    for (const name of ["Add grid", "Add interior trim", "Add exterior trim"]) await button(name).waitFor();
    await button("Add grid").click();
    await expect.poll(() => page.getByRole("button", { name: /^Remove Grid/ }).count()).toBe(0);
    await page.getByRole("button", { name: /^Add grid after/ }).click();
    await expect.poll(() => page.getByRole("button", { name: /^Remove Grid/ }).count()).toBe(2);
  });

  test("[WF-WIN-13] say in which step trim chosen at a window is priced", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    const told = page.getByText("Ordered and priced in the step Trim, for all windows together.");
    await heading("1 Kitchen").waitFor();
    await expect.poll(() => told.count()).toBe(0);
    await button("Add exterior trim").click();
    await told.waitFor();
    await expect.poll(() => told.count()).toBe(1);
  });

  test("[WF-WIN-23] [ROUTE-32] give a saved new window its own address, and then the server's", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await heading("3 New window").waitFor();
    await field("Room name").selectOption({ label: "Bathroom" });
    await field("Window type").selectOption({ label: "Awning" });
    await field("Width").fill("30");
    await field("Height").fill("24");
    await button("Save window").click();
    await waitForPath(/^\/windows\/2\/-?[1-9]\d*\/0$/);
    await waitForPath(/^\/windows\/2\/1\d{5}\/0$/);
    await heading("3 Bathroom").waitFor();
    await expect.poll(() => savedWindows()).toHaveLength(3);
    // The page goes on where it was: the list has no further window, and nothing is unsaved.
    await expect.poll(() => page.getByRole("region", { name: "Windows" }).getByRole("listitem").count()).toBe(3);
    await page.getByRole("link", { name: /1 Kitchen/ }).click();
    await heading("1 Kitchen").waitFor();
  });

  test("do not save a window without type and size, and say what is missing", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await heading("3 New window").waitFor();
    await button("Save window").click();
    await page.getByText("Width is required.").first().waitFor();
    await expect.poll(() => pathShown()).toBe("/windows/2/0/0");
    await expect.poll(() => savedWindows()).toHaveLength(2);
  });

  test("keep the choices for the next window and ask for room and size", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    await heading("1 Kitchen").waitFor();
    await button("Save & add another").click();
    await heading("3 New window").waitFor();
    await expect.poll(() => field("Window type").locator("option:checked").innerText()).toBe("Slider, 2-lite");
    await expect.poll(() => field("Width").inputValue()).toBe("");
    await page.getByText("Begun with the choices of 1 Kitchen, without its room and size", { exact: true }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "SELECT");
  });

  test("[OP-40] open a new window with the source's values on Copy", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    await page.getByRole("link", { name: "Copy" }).click();
    await heading("3 Kitchen").waitFor();
    await expect.poll(() => pathShown()).toBe("/windows/2/0/101");
    await expect.poll(() => field("Width").inputValue()).toBe("48");
  });

  test("[WF-WIN-26] ask about unsaved changes before another window: Cancel stays, Discard goes", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    await field("Width").fill("50");
    await page.getByRole("link", { name: /2 Living room/ }).click();
    await page.getByText(SWITCH_TEXT, { exact: true }).waitFor();
    await button("Cancel").click();
    await expect.poll(() => pathShown()).toBe("/windows/2/101/0");
    await expect.poll(() => field("Width").inputValue()).toBe("50");
    await button("Create window").click();
    await button("Discard").click();
    await heading("3 New window").waitFor();
    await page.getByText("48 × 36 Slider, 2-lite").waitFor();
  });

  test("[WF-WIN-26] ask about the first of two new windows only if something was entered", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await heading("3 New window").waitFor();
    await button("Create window").click();
    await expect.poll(() => page.getByText(SWITCH_TEXT).count()).toBe(0);
    await field("Width").fill("20");
    await button("Create window").click();
    await button("Discard").click();
    await page.waitForFunction(() => document.querySelectorAll("[aria-label=Windows] li").length === 3);
    await expect.poll(() => field("Width").inputValue()).toBe("");
  });

  test("[WF-WIN-24] [WF-WIN-25] ask before removing a window with its choices, and save immediately", async () => {
    await open({ windows: HOUSE, path: "windows/2/101/0" });
    const before = await itemCount();
    await button("Remove window").click();
    await page.getByText("Are you sure you want to delete this window?", { exact: true }).waitFor();
    await button("Delete window").click();
    await heading("1 Living room").waitFor();
    await expect.poll(() => savedWindows()).toHaveLength(1);
    await expect.poll(() => itemCount()).toBeLessThan(before - 1);
    const orphans = await page.evaluate(() => {
      const items = bundle.windowsPage.items();
      const ids = new Set(items.map(({ id }) => id));
      return items.filter(({ parentItemId }) => parentItemId !== null && !ids.has(parentItemId)).length;
    });
    expect(orphans).toBe(0);
  });

  test.each([390, 1180])("[WF-WIN-05] at %i px each window of the list can be removed there", async (width) => {
    await open(
      { windows: [...HOUSE, { room: "Bathroom", width: 24, height: 36, quantity: 1 }], path: "windows/2/101/0" },
      width,
    );
    await heading("1 Kitchen").waitFor();
    if (width === 390) await page.getByText("6 Total windows").click();
    const remove = button("Remove window 2");
    await expect.poll(() => remove.boundingBox()).toMatchObject({ width: 44, height: 44 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await remove.click();
    await page.getByText("Are you sure you want to delete this window?", { exact: true }).waitFor();
    await page.getByText("2 Living room is removed with its grids and trims.", { exact: true }).waitFor();
    await button("Delete window").click();
    await button("Remove window 3").waitFor({ state: "detached" });
    await expect.poll(() => savedWindows()).toHaveLength(2);
    // The one that is shown stays; when it goes itself, its neighbor takes its place.
    await expect.poll(() => pathShown()).toBe("/windows/2/101/0");
    await button("Remove window 1").click();
    await button("Delete window").click();
    await heading("1 Bathroom").waitFor();
  });

  test("[WF-WIN-05] only let the new window be removed while it is created", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await heading("3 New window").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Remove window \d/ }).count()).toBe(1);
    await button("Remove window 3").click();
    await button("Delete window").click();
    await heading("2 Living room").waitFor();
    await expect.poll(() => savedWindows()).toHaveLength(2);
  });

  test("[MSG-05] leave an untouched new window quietly, and ask about an entered one", async () => {
    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await heading("3 New window").waitFor();
    await page.getByRole("link", { name: /Questionnaire/ }).click();
    await heading("Another step").waitFor();
    await expect.poll(() => page.evaluate(() => bundle.windowsPage.form?.isChanged())).toBe(false);

    await open({ windows: HOUSE, path: "windows/2/0/0" });
    await field("Width").fill("20");
    await page.getByRole("link", { name: /Questionnaire/ }).click();
    await page.getByText("Do you want to fix the errors or discard your changes?").waitFor();
  });

  test("say that a window does not exist and link to the others", async () => {
    await open({ windows: HOUSE, path: "windows/2/999/0" });
    await page.getByText("This window does not exist.").waitFor();
    await page.getByRole("link", { name: "Go to the windows" }).click();
    await heading("1 Kitchen").waitFor();
  });

  test("complete the step without any window", async () => {
    await open({ windows: [], path: "windows/2/0/0" });
    await button("Next: Trim").click();
    await waitForPath(/^\/windows\/3$/);
    await expect.poll(() => savedWindows()).toEqual([]);
  });

  test("[WF-WIN-27] [ROUTE-29] [SHELL-11] show only its fields on the quick estimate of one window, and return to the list", async () => {
    await open({ windows: HOUSE, path: "quick_estimate_by_window/101" });
    await heading("1 Kitchen").waitFor();
    await expect.poll(() => field("Width").count()).toBe(1);
    await expect.poll(() => page.getByText("Years in home").count()).toBe(0);
    await button("About Window Details").click();
    await page.getByRole("alertdialog").getByText("No description available.").waitFor();
    await button("Close").click();
    await field("Width").fill("50");
    await button("Save window").click();
    await waitForPath(/^\/quick_estimate_windows$/);
    await page
      .getByRole("row", { name: /1 Kitchen/ })
      .getByText("50 × 36")
      .waitFor();
  });

  test("[EST-21] save all windows of the quick estimate and return to the estimate", async () => {
    await open({ windows: HOUSE, path: "quick_estimate_windows" });
    await page.getByRole("row", { name: /2 Living room/ }).waitFor();
    await page.getByRole("button", { name: "Remove window 2 Living room" }).click();
    await button("Delete window").click();
    await page.getByRole("row", { name: /2 Living room/ }).waitFor({ state: "detached" });
    // The package is part of the page, and required where there are windows to put it on.
    await page
      .getByRole("button", { name: /^Choose/ })
      .first()
      .click();
    await button("Save").click();
    await heading("Estimate summary").waitFor();
    await page.getByText("Windows & Doors saved").waitFor();
  });

  test("[VAL-22] link errors of a window in the quick list to the field on its page", async () => {
    await open({
      windows: [{ room: "Kitchen", style: "Picture", width: 48, quantity: 1 }],
      path: "quick_estimate_windows",
    });
    await page.getByRole("row", { name: /1 Kitchen/ }).waitFor();
    await button("Save").click();
    const problem = page.getByRole("link", { name: /Height is required/ });
    await problem.waitFor();
    // The window stands for its fields when saving goes to the first error.
    await page.waitForFunction(() => document.activeElement?.textContent.includes("1 Kitchen"));
    await problem.click();
    await waitForPath(/^\/quick_estimate_by_window\/101$/);
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Height");
    await expect.poll(() => field("Height").getAttribute("aria-invalid")).toBe("true");
  });

  test("list forty windows, and answer a keystroke quickly", async () => {
    const windows = Array.from({ length: 40 }, (_, index) => ({ ...HOUSE[index % 2], quantity: 1 }));
    await open({ windows, path: "windows/2/101/0" });
    await page.getByText("40 Total windows").waitFor();
    const milliseconds = await page.evaluate(() => {
      const form = bundle.windowsPage.form;
      const times = [41, 42, 43, 44, 45, 46, 47, 48, 49, 50].map((width) => {
        const begin = performance.now();
        form?.setQuantity({ outer: [{ property: "window", id: 101 }], property: "width", lineId: null }, width);
        return performance.now() - begin;
      });
      return Math.min(...times);
    });
    // A frame has 16 ms; the machine of a test is slow and shared, and others may have it for a while.
    expect(milliseconds).toBeLessThan(60);
  });

  test("report no error throughout", async () => {
    await expect.poll(() => page.evaluate(() => bundle.windowsPage.failures)).toEqual([]);
  });
});
