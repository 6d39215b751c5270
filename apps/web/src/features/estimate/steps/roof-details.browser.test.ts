import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type { steps as StepsOfPage } from "./testing/steps-page.tsx";

/* House 1 of the walks at roofing's Details: 2,400 sq ft measured, waste 10 %, everything at 7/12 to 9/12 and on story 2. */

/** Runs in the page: what the bundle puts there. */
declare const stepsPage: { steps: typeof StepsOfPage };

const TABLET = { width: 1180, height: 820 };

describe("roofing's Details", () => {
  let browser: Browser;
  let html: string;
  let page: Page;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/steps-page.tsx"), name: "stepsPage" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(): Promise<void> {
    page = await openStage(browser, html, { viewport: TABLET });
    await page.evaluate((given) => void stepsPage.steps.mount(given), {
      workflowId: 1,
      path: "roofing/2",
      summary: { lastCompleteSectionId: 101 },
    } as const);
    await field("Total roof area").waitFor();
    await page.evaluate(() => {
      stepsPage.steps.form?.setQuantity({ outer: [], property: "numberOfStories", lineId: null }, 2);
    });
  }
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const pitch = (row: number): Locator => field(`Install pitch ${String(row)} quantity`);
  const tearOff = (): Locator => field("Tear-off quantity");
  const fill = async (entry: Locator, text: string): Promise<void> => {
    await entry.focus();
    await page.keyboard.type(text);
    await entry.blur();
  };
  /** The results of saving a field, in the order of its rows. */
  const storedOf = (fieldId: string) =>
    page.evaluate(
      (id) => stepsPage.steps.memory?.estimate.items.filter((item) => item.fieldId === id).map((item) => item.quantity),
      fieldId,
    );
  const isSaved = () => page.getByRole("heading", { level: 1, name: "Decking & Underlayment" }).waitFor();
  const chooseAsphalt = () => field("Material type").selectOption({ label: "Asphalt shingles" });

  test("[WF-ROOF-30][CALC-47] accepts the natural entry: 2,400 sq ft, 24 squares at 7/12 to 9/12", async () => {
    await open();
    await fill(field("Total roof area"), "2400");
    await fill(field("Squares on story 2"), "24");
    await fill(pitch(2), "24");
    await chooseAsphalt();
    await page.getByText("24 of 24 SQ entered, 26.333 SQ with waste", { exact: true }).waitFor();
    await expect.poll(() => pitch(1).inputValue()).toBe("");
    await expect.poll(() => field("Squares on story 1").inputValue()).toBe("");
    await button("Save & next").click();
    await isSaved();
    await expect.poll(() => storedOf("1.43")).toEqual([26.333]);
    await expect.poll(() => storedOf("1.11")).toEqual([26.333]);
    await expect.poll(() => storedOf("1.10")).toEqual([]);
    // Opened again, the step shows what was measured.
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await expect.poll(() => pitch(2).inputValue()).toBe("24");
    await expect.poll(() => field("Squares on story 2").inputValue()).toBe("24");
    await expect
      .poll(() => page.evaluate(() => stepsPage.steps.form?.isChanged(["installPitch", "squaresOnStory2"])))
      .toBe(false);
  });

  test("[WF-ROOF-31] puts the whole measured number in the row of the pitch and of the story with one press", async () => {
    await open();
    await fill(field("Total roof area"), "2400");
    await button("Use 24 for Squares on story 2").click();
    await button("Use 24 for Install pitch 2").click();
    await chooseAsphalt();
    await button("Save & next").click();
    await isSaved();
    await expect.poll(() => storedOf("1.43")).toEqual([26.333]);
    await expect.poll(() => storedOf("1.11")).toEqual([26.333]);
  });

  test("[WF-ROOF-02] says where the squares of removed stories went", async () => {
    const setStories = (count: number) =>
      page.evaluate(
        (stories) =>
          stepsPage.steps.form?.setQuantity({ outer: [], property: "numberOfStories", lineId: null }, stories),
        count,
      );
    await open();
    await setStories(3);
    // 17 squares: 3 and 4 are entered, and the first story has the other 10.
    await fill(field("Total roof area"), "1700");
    await fill(field("Squares on story 2"), "3");
    await fill(field("Squares on story 3"), "4");
    await expect.poll(() => field("Squares on story 1").inputValue()).toBe("10");
    await setStories(2);
    await page.getByText("Without story 3 (4 SQ), story 1 has 14 SQ instead of 10.").waitFor();
  });

  test("[WF-ROOF-31][MSG-08] reports a total that is short, and fixes it with one press in its row", async () => {
    await open();
    await fill(field("Total roof area"), "2400");
    await fill(pitch(2), "12");
    await chooseAsphalt();
    await button("Save & next").click();
    await page.getByText("1 error in form").waitFor();
    await page.getByText("12 of 24 SQ entered", { exact: true }).waitFor();
    await page.getByText("12 left of 24").first().waitFor();
    await button("Use 12 for Install pitch 3").click();
    await page.getByText("No errors in form").waitFor();
    await button("Save & next").click();
    await isSaved();
    await expect.poll(() => storedOf("1.43")).toEqual([13.333, 13]);
  });

  test("[WF-ROOF-32] offers the area for squares that are entered before it", async () => {
    await open();
    await fill(field("Squares on story 2"), "24");
    await button("Use 2,400 for Total roof area").click();
    await expect.poll(() => field("Total roof area").inputValue()).toBe("2400");
    await expect.poll(() => field("Squares on story 2").inputValue()).toBe("24");
    await expect.poll(() => pitch(1).inputValue()).toBe("24");
  });

  test("[WF-ROOF-34] accepts thirds with two decimals in measured and tear-off rows", async () => {
    await open();
    await fill(field("Total roof area"), "2633");
    await fill(pitch(2), "26.33");
    await expect.poll(() => pitch(2).inputValue()).toBe("26.333");
    await button("Add tear-off").click();
    await fill(tearOff(), "26.33");
    await expect.poll(() => tearOff().inputValue()).toBe("26.333");
    await expect.poll(() => page.getByText("Goes in").count()).toBe(0);
  });

  test("[VAL-34] offers valid quantities for a rejected one", async () => {
    await open();
    await button("Add tear-off").click();
    await fill(tearOff(), "1.8");
    await page.getByText("Goes in steps of ⅓: 1.667 or 2.").waitFor();
    await button("Use 1.667 for Tear-off quantity").click();
    await expect.poll(() => tearOff().inputValue()).toBe("1.667");
    await expect.poll(() => page.getByText("Goes in").count()).toBe(0);
    await fill(tearOff(), "-1");
    await button("Save").click();
    await button("Use 0 for Tear-off quantity").click();
    await expect.poll(() => page.getByText("Tear-off must be at least 0.").count()).toBe(0);
  });

  test("[WF-ROOF-35] shows and explains the order beside the squares", async () => {
    await open();
    await fill(field("Total roof area"), "2400");
    await chooseAsphalt();
    await page.evaluate(() => stepsPage.steps.form?.choosePackage("1.250.2", { marksProblems: false }));
    const order = button("Total squares for material: 80 bundles to order. Why?");
    await expect.poll(() => order.innerText()).toBe("80 bundles to order");
    await order.click();
    await page.getByText("Bundles or pieces of one square").first().waitFor();
  });
});
