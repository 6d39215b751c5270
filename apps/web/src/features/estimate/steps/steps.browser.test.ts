import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type { steps as StepsOfPage } from "./testing/steps-page.tsx";

/* The pages of the steps in a real browser, over an estimate in memory (testing/steps-page.tsx). */

/** Runs in the page: what the bundle puts there. */
declare const stepsPage: { steps: typeof StepsOfPage };

const DECKING = 103;

describe("the pages of the steps", () => {
  let browser: Browser;
  let html: string;
  let page: Page;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/steps-page.tsx"), name: "stepsPage" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(options: Parameters<typeof StepsOfPage.mount>[0]): Promise<void> {
    page = await openStage(browser, html, { viewport: { width: 1180, height: 820 } });
    await page.evaluate((given) => void stepsPage.steps.mount(given), options);
  }
  const pathShown = () => page.evaluate(() => stepsPage.steps.path());
  const waitForPath = (end: string) =>
    page.waitForFunction((wanted) => stepsPage.steps.path().endsWith(wanted), end, { timeout: 5_000 });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  test("[EST-16] the address of a locked step leads to the current one", async () => {
    await open({ workflowId: 1, path: "roofing/9", summary: { lastCompleteSectionId: DECKING } });
    await heading("Flashing").waitFor();
    expect(await pathShown()).toBe("/estimator/estimate/12/roofing/4");
  });

  test("[EST-14] a locked step says why when it is pressed, and nothing is left", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await button("5 Chimneys, locked").click();
    await page.getByText("Chimneys opens once Decking & Underlayment is saved.").waitFor();
    expect(await pathShown()).toBe("/estimator/estimate/12/roofing/3");
    expect(await page.locator("[aria-current=step]").innerText()).toContain("Decking & Underlayment");
  });

  test("[EST-13] [EST-17] Save & next completes the step and opens the next one, where reading goes on", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("128");
    await button("Save & next").click();
    await heading("Flashing").waitFor();
    expect(await page.getByRole("link", { name: "3 Decking & Underlayment, complete" }).count()).toBe(1);
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  });

  test("[MSG-02] [VAL-22] an error keeps the page, is counted, and has the focus", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    const eave = page.getByRole("textbox", { name: /^Eave length/ });
    await eave.fill("-3");
    await button("Save & next").click();
    await page.getByText("The page has errors which must be fixed before saving").waitFor();
    await page.getByText("1 error in form").waitFor();
    expect(await eave.evaluate((input) => input === document.activeElement)).toBe(true);
    await eave.fill("3");
    await page.getByText("No errors in form").waitFor();
    expect(await pathShown()).toBe("/estimator/estimate/12/roofing/3");
  });

  test("[MSG-05] leaving unsaved work asks; discarding leaves and brings back what was saved", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("128");
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await page.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
    await button("Stay").click();
    expect(await pathShown()).toBe("/estimator/estimate/12/roofing/3");
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await button("Leave without saving").click();
    await heading("Details").waitFor();
    expect(await page.evaluate(() => stepsPage.steps.form?.isChanged())).toBe(false);
  });

  test("[MSG-03] leaving with errors asks whether to mend them", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("-3");
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await page.getByText("Do you want to fix the errors or discard your changes?").waitFor();
    await button("Fix errors").click();
    await page.getByText("1 error in form").waitFor();
  });

  test("[EST-19] [EST-20] a pair is added together, and goes again when the server refuses it", async () => {
    await open({ workflowId: 1, path: "roofing/1" });
    await page.evaluate(() => {
      const { memory } = stepsPage.steps;
      const refused = (id: number) => ({ outcome: "refused" as const, id, problem: new Error("refused") as never });
      if (memory) memory.answer = refused;
    });
    await button("Add Exterior lighting & gutters").click();
    await page.waitForFunction(() => stepsPage.steps.failures.length === 1);
    expect(await page.getByText("Gutters", { exact: true }).count()).toBe(0);
    await page.evaluate(() => {
      const { memory } = stepsPage.steps;
      if (memory) memory.answer = (id) => ({ outcome: "synced", id });
    });
    await button("Add Exterior lighting & gutters").click();
    await button("12 Gutters, locked").waitFor();
    await button("11 Exterior Lighting, locked").waitFor();
    await button("Remove Exterior lighting & gutters").click();
    await button("12 Gutters, locked").waitFor({ state: "detached" });
  });

  test("an edit is taken back with the keyboard and with a press", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    const eave = page.getByRole("textbox", { name: /^Eave length/ });
    await eave.fill("128");
    await page.keyboard.press("Control+z");
    expect(await eave.inputValue()).not.toBe("128");
    await page.keyboard.press("Control+Shift+z");
    expect(await eave.inputValue()).toBe("128");
    await button("Undo").click();
    expect(await eave.inputValue()).not.toBe("128");
  });

  test("[EST-21] [OP-42] the quick estimate saves all steps at once, says so, and leaves progress alone", async () => {
    await open({ workflowId: 4, path: "quick_estimate_gutters" });
    await heading("Gutters").waitFor();
    await page.evaluate(() =>
      stepsPage.steps.form?.setQuantity({ outer: [], property: "gutterCorners", lineId: null }, 4),
    );
    await button("Save").click();
    await page.getByText("Gutters saved").waitFor();
    await heading("Estimate summary").waitFor();
    await waitForPath("/estimate/12");
    const saved = await page.evaluate(() => {
      const { estimate } = stepsPage.steps.memory ?? {};
      return { items: estimate?.items.length, last: estimate?.workflowSummaries["4"]?.lastCompleteSectionId ?? null };
    });
    expect(saved.items).toBeGreaterThan(0);
    expect(saved.last).toBeNull();
  });

  test("[EST-12] an optional step that was not added offers itself at its address", async () => {
    await open({ workflowId: 1, path: "roofing/12", summary: { lastCompleteSectionId: 114 } });
    await page.getByText("Gutters is not part of this estimate yet.").waitFor();
    await page.getByRole("main").getByRole("button", { name: "Add Exterior lighting & gutters" }).click();
    await heading("Gutters").waitFor();
  });
});
