import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTape } from "#features/estimate/why/testing/read-tape.ts";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type { steps as StepsOfPage } from "./testing/steps-page.tsx";

/* The pages of the steps in a real browser, over an estimate in memory (testing/steps-page.tsx). */

/** Runs in the page: what the bundle puts there. */
declare const stepsPage: { steps: typeof StepsOfPage };

const DECKING = 103;
const FLASHING = 104;

/** Runs in the page: whether the middle of an element is what a person sees there. */
function isInFront(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

describe("the pages of the steps", () => {
  let browser: Browser;
  let html: string;
  let page: Page;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/steps-page.tsx"), name: "stepsPage" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(
    options: Parameters<typeof StepsOfPage.mount>[0],
    device: BrowserContextOptions = { viewport: { width: 1180, height: 820 } },
  ): Promise<void> {
    page = await openStage(browser, html, device);
    await page.evaluate((given) => void stepsPage.steps.mount(given), options);
  }
  const pathShown = () => page.evaluate(() => stepsPage.steps.path());
  const waitForPath = (end: string) => page.waitForFunction((wanted) => stepsPage.steps.path().endsWith(wanted), end);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  test("[EST-16] redirect from a locked step to the current one", async () => {
    await open({ workflowId: 1, path: "roofing/9", summary: { lastCompleteSectionId: DECKING } });
    await heading("Flashing").waitFor();
    await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/4");
  });

  test("[EST-14] explain a locked step when it is pressed, and stay", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await button("5 Chimneys, locked").click();
    await page.getByText("Chimneys opens once Decking & Underlayment is saved.").waitFor();
    await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/3");
    await expect.poll(() => page.locator("[aria-current=step]").innerText()).toContain("Decking & Underlayment");
  });

  test("[EST-13] [EST-17] complete the step on Save & next, open the next one and move the focus to its title", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("128");
    await button("Save & next").click();
    await heading("Flashing").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "3 Decking & Underlayment, complete" }).count()).toBe(1);
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  });

  test("[EST-16] do not redirect a person who saves faster than the pages update", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await heading("Decking & Underlayment").waitFor();
    await page.evaluate(() => stepsPage.steps.memory?.fallBehind());
    await button("Save & next").click();
    await heading("Flashing").waitFor();
    await button("Save & next").click();
    // Beyond what the pages know to be complete.
    await heading("Ventilation").waitFor();
    await page.evaluate(() => stepsPage.steps.memory?.follow());
    await page.getByRole("link", { name: "4 Flashing, complete" }).waitFor();
    await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/7");
  });

  describe("[EST-45] Save & next", () => {
    test("skips steps without a hint, says so, and leaves them open", async () => {
      await open({ workflowId: 1, path: "roofing/4", summary: { lastCompleteSectionId: DECKING } });
      await button("Save & next").click();
      await heading("Ventilation").waitFor();
      await page.getByText("Passed Chimneys and Skylight. Nothing entered so far points to them.").waitFor();
      await page.getByRole("link", { name: "5 Chimneys, complete" }).click();
      await heading("Chimneys").waitFor();
      await page.getByRole("link", { name: "7 Ventilation, current" }).waitFor();
    });

    test("opens the next step if an answer points to it", async () => {
      await open({ workflowId: 1, path: "roofing/4", summary: { lastCompleteSectionId: DECKING } });
      await heading("Flashing").waitFor();
      await page.evaluate(() =>
        stepsPage.steps.form?.setValue({ outer: [], property: "roofLeaks", lineId: null }, "true"),
      );
      await button("Save & next").click();
      await heading("Chimneys").waitFor();
    });
  });

  test("[MSG-02] [VAL-22] stay at an error, count it and focus it", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    const eave = page.getByRole("textbox", { name: /^Eave length/ });
    await eave.fill("-3");
    await button("Save & next").click();
    await page.getByText("The page has errors which must be fixed before saving").waitFor();
    await page.getByText("1 error in form").waitFor();
    await expect.poll(() => eave.evaluate((input) => input === document.activeElement)).toBe(true);
    await eave.fill("3");
    await page.getByText("No errors in form").waitFor();
    await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/3");
  });

  test("[MSG-05] ask before unsaved work is left, and restore the saved state on Discard", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("128");
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await page.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
    await button("Stay").click();
    await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/3");
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await button("Leave without saving").click();
    await heading("Details").waitFor();
    await expect.poll(() => page.evaluate(() => stepsPage.steps.form?.isChanged())).toBe(false);
  });

  describe("[VAL-31] the server's message about an entry", () => {
    const eave = () => page.getByRole("textbox", { name: /^Eave length/ });
    const SOLD_OUT = "Eave length: 128 ft of drip edge are sold out.";
    const refuse = (options?: { isLate: boolean }) =>
      page.evaluate(
        (given) =>
          stepsPage.steps.memory?.refuse({ "items[0].quantity": ["128 ft of drip edge are sold out."] }, given),
        options,
      );
    const isFocused = () => eave().evaluate((input) => input === document.activeElement);

    test("is shown below it and in the summary until it is edited", async () => {
      await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
      await refuse();
      await eave().fill("128");
      await button("Save & next").click();
      await page.getByText("1 error in form").waitFor();
      await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/3");
      await expect.poll(() => eave().getAttribute("aria-invalid")).toBe("true");
      await expect
        .poll(async () => await page.locator(`[id="${(await eave().getAttribute("id")) ?? ""}-error"]`).innerText())
        .toBe(SOLD_OUT);
      await expect.poll(() => page.getByText(SOLD_OUT).count()).toBe(2);
      await expect.poll(() => isFocused()).toBe(true);
      await eave().blur();
      await page.getByRole("link", { name: SOLD_OUT }).click();
      await expect.poll(() => isFocused()).toBe(true);

      await eave().fill("12");
      await page.getByText("No errors in form").waitFor();
      await expect.poll(() => page.getByText(SOLD_OUT).count()).toBe(0);
    });

    test("is shown if the reply comes after the save, and when the step is opened again", async () => {
      await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 103 } });
      await eave().fill("128");
      await button("Save").click();
      await refuse({ isLate: true });
      await page.getByText("1 error in form").waitFor();
      await expect.poll(() => page.getByText(SOLD_OUT).count()).toBe(2);
      await page.getByRole("link", { name: "2 Details, complete" }).click();
      await heading("Details").waitFor();
      await expect.poll(() => page.getByText(SOLD_OUT).count()).toBe(0);
      await page.getByRole("link", { name: "3 Decking & Underlayment, complete" }).click();
      await page.getByRole("link", { name: SOLD_OUT }).waitFor();
      await expect.poll(() => page.getByText(SOLD_OUT).count()).toBe(2);
    });
  });

  test("[MSG-05] ask before going to the same step of another copy, which is another form", async () => {
    await open({ workflowId: 1, path: "roofing/3", copies: 2, summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("128");
    await page.evaluate(() => stepsPage.steps.go("roofing/3?copy=2"));
    await page.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
    await button("Stay").click();
    await page.getByText(/^Roofing · step/).waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: /^Eave length/ }).inputValue()).toBe("128");
    await page.evaluate(() => stepsPage.steps.go("roofing/3?copy=2"));
    await button("Leave without saving").click();
    await page.getByText(/^Roofing 2 · step/).waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: /^Eave length/ }).inputValue()).toBe("");
  });

  test("[MSG-03] ask whether to fix errors before leaving", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    await page.getByRole("textbox", { name: /^Eave length/ }).fill("-3");
    await page.getByRole("link", { name: "2 Details, complete" }).click();
    await page.getByText("Do you want to fix the errors or discard your changes?").waitFor();
    await button("Fix errors").click();
    await page.getByText("1 error in form").waitFor();
  });

  test("[EST-19] [EST-20] add a pair together, and remove it again if the server refuses it", async () => {
    await open({ workflowId: 1, path: "roofing/1" });
    await page.evaluate(() => {
      const { memory } = stepsPage.steps;
      const refused = (id: number) => ({ outcome: "refused" as const, id, problem: new Error("refused") as never });
      if (memory) memory.answer = refused;
    });
    await button("Add Exterior lighting & gutters").click();
    await page.waitForFunction(() => stepsPage.steps.failures.length === 1);
    await expect.poll(() => page.getByText("Gutters", { exact: true }).count()).toBe(0);
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

  test("[EST-18] [EST-19] ask before removing steps with contents", async () => {
    await open({
      workflowId: 1,
      path: "roofing/12",
      summary: { lastCompleteSectionId: 114, optionalSectionIds: [146, 147] },
    });
    await heading("Gutters").waitFor();
    const corners = page.getByRole("textbox", { name: /^Corners/ });
    await corners.fill("4");
    await button("Save").click();
    const unused = page.getByRole("alertdialog");
    await unused
      .or(page.getByText("Saved", { exact: true }))
      .first()
      .waitFor();
    if ((await unused.count()) > 0) await button("Continue").click();
    await page.waitForFunction(() => (stepsPage.steps.memory?.estimate.items.length ?? 0) > 0);
    // Typed and not saved goes with it as well.
    await corners.fill("6");

    await button("Remove Exterior lighting & gutters").click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await expect
      .poll(() => question.getByRole("heading").innerText())
      .toBe("Remove Exterior lighting & gutters from this estimate?");
    await question.getByText("What is entered in these steps goes with them.", { exact: true }).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => corners.inputValue()).toBe("6");

    await button("Remove Exterior lighting & gutters").click();
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Gutters is not part of this estimate yet.").waitFor();
    const left = await page.evaluate(() => {
      const { form, memory } = stepsPage.steps;
      return { items: memory?.estimate.items.map(({ fieldId }) => fieldId), isChanged: form?.isChanged() };
    });
    expect(left).toEqual({ items: [], isChanged: false });
  });

  test("[ADMIN-23] explain a field that is newer than the estimate's prices, and link to newer prices that have it", async () => {
    const summary = { lastCompleteSectionId: DECKING };
    await open({ workflowId: 1, path: "roofing/3", summary, missingFieldIds: ["1.58"] });
    const eave = page.getByLabel(/^Eave length/).first();
    await eave.waitFor();
    await expect.poll(() => eave.isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole("textbox", { name: /^Rake/ }).first().isDisabled()).toBe(false);
    const note = page.getByText("Not in these prices. See newer prices");
    await expect.poll(() => note.count()).toBe(1);
    await note.getByRole("link", { name: "See newer prices" }).click();
    await waitForPath("/estimate/12");

    // For a field within a row, the row names it.
    await open({ workflowId: 1, path: "roofing/4", summary, missingFieldIds: ["1.72"] });
    await heading("Flashing").waitFor();
    await page.getByRole("button", { name: "Add drip edge" }).click();
    await page.getByText("Not in these prices: Color. See newer prices").waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: /Drip edge.*type/i }).isDisabled()).toBe(false);
    await expect.poll(() => page.getByRole("combobox", { name: /Drip edge.*color/i }).isDisabled()).toBe(true);

    // No newer prices have what the company took out of them.
    const removed = ["1.58"];
    await open({ workflowId: 1, path: "roofing/3", summary, missingFieldIds: removed, removedFieldIds: removed });
    await page.getByText("Not in these prices. Your company’s price book does not have this.").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "See newer prices" }).count()).toBe(0);
  });

  test("undo an edit with the keyboard and with a button", async () => {
    await open({ workflowId: 1, path: "roofing/3", summary: { lastCompleteSectionId: 102 } });
    const eave = page.getByRole("textbox", { name: /^Eave length/ });
    await eave.fill("128");
    await page.keyboard.press("Control+z");
    await expect.poll(() => eave.inputValue()).not.toBe("128");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => eave.inputValue()).toBe("128");
    await button("Undo").click();
    await expect.poll(() => eave.inputValue()).not.toBe("128");
  });

  test("[EST-21] [OP-42] save and complete all steps of the quick estimate at once", async () => {
    await open({ workflowId: 4, path: "quick_estimate_gutters" });
    // The title stands over the skeleton too.
    await page.waitForFunction(() => stepsPage.steps.form !== undefined);
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
    // Extras, the last of the four.
    expect(saved.last).toBe(404);
  });

  describe("an empty step", () => {
    const lastComplete = () =>
      page.evaluate(() => stepsPage.steps.memory?.estimate.workflowSummaries["1"]?.lastCompleteSectionId);
    const openChimneys = async () => {
      await open({ workflowId: 1, path: "roofing/5", summary: { lastCompleteSectionId: FLASHING } });
      await heading("Chimneys").waitFor();
    };

    test("[EST-39] is marked in the list while nothing points to it, and can be opened", async () => {
      await openChimneys();
      await page.getByText("Nothing entered so far points to this step.", { exact: true }).waitFor();
      const marked = page.locator("nav [data-unneeded]");
      await expect
        .poll(() => marked.locator("span:nth-child(2)").allInnerTexts())
        .toEqual(["Skylight", "Flat Roof", "Soffit", "Fascia"]);
      await page.getByRole("link", { name: "6 Skylight, next" }).click();
      await heading("Skylight").waitFor();
    });

    test("[EST-41] is completed with one press, which opens the next needed step", async () => {
      await openChimneys();
      await button("Nothing here").click();
      await heading("Ventilation").waitFor();
      await expect.poll(lastComplete).toBe(106);
    });

    test("[EST-40] can be skipped together with all steps up to the package, which saves them", async () => {
      await openChimneys();
      await button("Skip to Package").click();
      await heading("Package").waitFor();
      await expect.poll(lastComplete).toBe(113);
      await expect.poll(() => page.getByRole("link", { name: /, complete$/ }).count()).toBe(11);
    });

    test("[EST-40] ends skipping if it needs an entry", async () => {
      await openChimneys();
      await page.evaluate(() =>
        // A number that was emptied is required.
        stepsPage.steps.form?.setQuantity({ outer: [], property: "gutterIceBarrier", lineId: null }, null),
      );
      await button("Skip to Package").click();
      await page.getByText("Extras needs an entry first.", { exact: true }).waitFor();
      await heading("Extras").waitFor();
      await expect.poll(lastComplete).toBe(110);
    });

    test("[EST-41] offers neither once something is entered", async () => {
      await openChimneys();
      await page.evaluate(() =>
        stepsPage.steps.form?.setQuantity({ outer: [], property: "removeChimney", lineId: null }, 1),
      );
      await button("Nothing here").waitFor({ state: "detached" });
      await expect.poll(() => button("Skip to Package").count()).toBe(0);
    });
  });

  test("[SHELL-11] [SHELL-12] show the company's help for each section, on the quick estimate too", async () => {
    const sectionsInfo = { "decking-and-underlayment": "<p>Measure the eaves first.</p>" };
    const noHelp = "No description available. Please contact your administrator to configure the named field.";
    await open({ workflowId: 1, path: "roofing/3", sectionsInfo, summary: { lastCompleteSectionId: 102 } });
    await button("About Decking & Underlayment").click();
    await page.getByRole("alertdialog").getByText("Measure the eaves first.", { exact: true }).waitFor();

    await open({ workflowId: 1, path: "quick_estimate_roofing", sectionsInfo });
    await page.getByRole("heading", { level: 2, name: "Decking & Underlayment" }).waitFor();
    const sections = await page.getByRole("navigation", { name: "Sections of Roofing" }).getByRole("button").count();
    await expect.poll(() => page.getByRole("button", { name: /^About / }).count()).toBe(sections);
    await button("About Decking & Underlayment").click();
    await page.getByRole("alertdialog").getByText("Measure the eaves first.", { exact: true }).waitFor();
    await button("Close").click();
    await button("About Flashing").click();
    await page.getByRole("alertdialog").getByText(noHelp, { exact: true }).waitFor();
  });

  test("[EXPL-01] explain a step's total by line, and update the explanation", async () => {
    await open({ workflowId: 4, path: "gutters/2", summary: { lastCompleteSectionId: 401 } });
    const enter = (quantity: number) =>
      page.evaluate(
        (entered) => stepsPage.steps.form?.setQuantity({ outer: [], property: "gutterCorners", lineId: null }, entered),
        quantity,
      );
    await page.waitForFunction(() => stepsPage.steps.form !== undefined);
    await enter(4);
    // For a gutter that is not chosen: 4 x (11 + 16)
    await page.getByRole("button", { name: /^\$108\.00 ?, why this number$/ }).click();
    await expect.poll(async () => (await readTape(page)).at(-1)).toBe("= 108.00 Step cost");
    await expect.poll(() => readTape(page)).toContain("44.00 Material cost 11.00 × 4 PC");
    await page.keyboard.press("Escape");
    await enter(5);
    await page.getByRole("button", { name: /^\$135\.00 ?, why this number$/ }).waitFor();
  });

  test("[MSG-03] [MSG-05] ask about errors and unsaved work before leaving a quick estimate", async () => {
    await open({ workflowId: 4, path: "quick_estimate_gutters" });
    const corners = page.getByRole("textbox", { name: /^Corners/ });
    const away = page.getByRole("link", { name: "Back", exact: true });
    const question = page.getByRole("alertdialog");
    const ask = async (text: string, answer: string): Promise<void> => {
      await away.click();
      await question.waitFor();
      await expect.poll(() => question.getByRole("heading").innerText()).toBe(text);
      await question.getByRole("button", { name: answer, exact: true }).click();
      await question.waitFor({ state: "detached" });
    };
    await corners.fill("-3");
    await ask("Do you want to fix the errors or discard your changes?", "Fix errors");
    await page.getByText("1 error in form").waitFor();
    await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/quick_estimate_gutters");
    await corners.fill("3");
    await page.getByText("No errors in form").waitFor();
    await ask("Do you really want to leave? You have unsaved changes!", "Stay");
    await expect.poll(() => corners.inputValue()).toBe("3");
    await ask("Do you really want to leave? You have unsaved changes!", "Leave without saving");
    await heading("Estimate summary").waitFor();
    await expect.poll(() => page.evaluate(() => stepsPage.steps.form?.isChanged())).toBe(false);
    await expect.poll(() => page.evaluate(() => stepsPage.steps.memory?.saves)).toEqual([]);
  });

  test("[EST-12] offer an optional step that is not added at its address", async () => {
    await open({ workflowId: 1, path: "roofing/12", summary: { lastCompleteSectionId: 114 } });
    await page.getByText("Gutters is not part of this estimate yet.").waitFor();
    await page.getByRole("main").getByRole("button", { name: "Add Exterior lighting & gutters" }).click();
    await heading("Gutters").waitFor();
  });

  describe("the pages of the steps on a phone", () => {
    /** Details is shown while Decking & Underlayment is the current step. */
    async function openDetails(): Promise<void> {
      await open(
        { workflowId: 1, path: "roofing/2", summary: { lastCompleteSectionId: 102 } },
        { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      );
      await heading("Details").waitFor();
    }
    const sheet = () => page.getByRole("dialog", { name: "Steps" });
    const openSheet = async () => {
      await button("2 of 12, all steps").tap();
      await sheet().waitFor();
      // It slides in; what is measured on the way is off by parts of a pixel.
      await sheet().evaluate((dialog) =>
        Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      );
    };

    test("[EST-13] [EST-14] show progress as ticks, and the state of each step in the sheet", async () => {
      await openDetails();
      const ticks = await page
        .locator("[data-tick]")
        .evaluateAll((all) => all.map((tick) => tick.getAttribute("data-tick")));
      expect(ticks).toEqual(["complete", "shown", ...Array.from({ length: 10 }, () => "open")]);
      await expect.poll(() => sheet().count()).toBe(0);
      await openSheet();
      const entries = sheet().getByRole("list").first().getByRole("listitem");
      await expect.poll(() => entries.count()).toBe(12);
      await expect.poll(() => sheet().locator("[aria-current=step]").innerText()).toContain("Details");
      for (const name of ["1 Questionnaire, complete", "3 Decking & Underlayment, current", "4 Flashing, next"])
        await expect.poll(() => sheet().getByRole("link", { name, exact: true }).count()).toBe(1);
      await expect.poll(() => sheet().getByRole("link").count()).toBe(3);
      await expect
        .poll(() =>
          sheet()
            .getByRole("button", { name: /, locked$/ })
            .count(),
        )
        .toBe(8);
      for (const entry of await sheet().getByRole("listitem").all())
        await expect.poll(async () => (await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    test("[EST-14] explain a locked step of the sheet where the notice is readable", async () => {
      await openDetails();
      await openSheet();
      await sheet().getByRole("button", { name: "6 Skylight, locked" }).tap();
      const reason = page.getByText("Skylight opens once Flashing is saved.");
      await reason.waitFor();
      await expect.poll(() => reason.evaluate(isInFront)).toBe(true);
      await expect.poll(() => pathShown()).toBe("/estimator/estimate/12/roofing/2");
    });

    test("[EST-13] open a step of the sheet and close the sheet", async () => {
      await openDetails();
      await openSheet();
      await sheet().getByRole("link", { name: "3 Decking & Underlayment, current" }).tap();
      await heading("Decking & Underlayment").waitFor();
      await button("3 of 12, all steps").waitFor();
      await expect.poll(() => sheet().count()).toBe(0);
    });
  });
});
