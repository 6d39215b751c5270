import { STARTER_SECTION_HELP } from "@ridgebook/estimating/starter-section-help";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { whatTheBrowserIsHanded } from "./support/before-unload.ts";
import {
  findEstimateId,
  GUTTERS_ONLY,
  makeEstimate,
  makeHouses,
  visitEstimate,
  WHOLE_HOUSE,
  WINDOWS_ONLY,
} from "./support/demo-estimates.ts";
import { openEstimate, openListedWindow, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { everythingSent, readStore } from "./support/device.ts";
import { openNotice } from "./support/notices.ts";

/* The estimator's questions and messages, word for word, and the effect of each answer. No edit is lost without a yes. */

const journey = prepareJourney();

const HAS_ERRORS = "The page has errors which must be fixed before saving";
const PITCH_TOTAL = "The total number of squares must match the total number of squares for the material";
const FIX_OR_DISCARD = "Do you want to fix the errors or discard your changes?";
const UNSAVED = "Do you really want to leave? You have unsaved changes!";
const UNUSED = "Recommended values not completed, do you still want to continue?";
const REFRESH = "Are you sure you want to refresh? Unsaved changes may be lost";
const COMPARISON = "Select 1-3 options for comparison";
const NO_ROOF =
  "Package is not applicable to this estimate. The roof size entered on the Roof details step is 0 squares.";
const NO_SIDING =
  "Package is not applicable to this estimate. Check the total squares entered on the details step, and the squares of each accent on the accents step if this is unexpected.";
const DELETE_WINDOW = "Are you sure you want to delete this window?";
const SWITCH_WINDOW =
  "This window has unsaved changes. Would you like to cancel and go back to save them or discard your changes?";

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const save = (page: Page): Promise<void> => button(page, "Save").click();
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const goToStep = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("navigation", { name: /^Steps of / })
    .getByRole("link", { name: new RegExp(name) })
    .click();

/** Waits for a question and checks its texts and answers, the safe one first. */
async function expectQuestion(page: Page, { title, answers }: { title: string; answers: string[] }): Promise<Locator> {
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  await eventually(() => question.getByRole("heading").innerText()).toBe(title);
  await eventually(() => question.getByRole("button").allInnerTexts()).toEqual(answers);
  return question;
}

async function answer(page: Page, name: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name, exact: true }).click();
  await question.waitFor({ state: "detached" });
}

/** The device's unsaved forms of estimates, as text. */
const keptDrafts = async (page: Page): Promise<string> => JSON.stringify(await readStore(page, "estimateDrafts"));

const openDemo = async (name: string, below: string): Promise<Page> =>
  visitEstimate(journey, { id: await findEstimateId(journey.app, name), below });

describe("errors", () => {
  test("[MSG-02][MSG-08][VAL-21][VAL-22] a broken pitch rule is shown at its rows, in the summary and in the bar, and linked to its field", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/roofing/2");
    const pitch = field(page, "Install pitch 1 quantity");
    await pitch.fill("13");
    await save(page);
    const told = page.getByRole("alert").filter({ hasText: HAS_ERRORS });
    await told.waitFor();
    await eventually(async () => (await told.innerText()).trim()).toBe(HAS_ERRORS);
    await page.getByText("1 error in form", { exact: true }).waitFor();
    await eventually(() => page.locator("#field-installPitch").innerText()).toContain(PITCH_TOTAL);
    await page.getByRole("link", { name: PITCH_TOTAL, exact: true }).click();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("field-installPitch");

    // 12 squares with waste, of 22, are 11 measured ones, of 20.
    await pitch.fill("11");
    await page.getByText("No errors in form", { exact: true }).waitFor();
    await told.waitFor({ state: "detached" });
  });

  test("[VAL-20][VAL-21][VAL-22] each error is a label under its input and an entry of the summary that jumps there", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/gutters/2");
    await field(page, "Corners").fill("-2");
    await field(page, "Gutter type").selectOption({ label: "Choose" });
    await field(page, "Downspout type").selectOption({ label: "Choose" });
    await save(page);
    const summary = page.getByRole("status").filter({ hasText: /errors? in form/ });
    await summary.waitFor();
    const links = summary.getByRole("link");
    const count = await links.count();
    expect(count).toBeGreaterThanOrEqual(2);
    await summary.getByText(`${String(count)} errors in form`, { exact: true }).waitFor();
    for (const link of await links.all()) {
      await link.click();
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const described = element?.getAttribute("aria-describedby")?.split(" ") ?? [];
        let starred = element;
        while (starred && !starred.querySelector("[class*=star]")) starred = starred.parentElement;
        return {
          isInvalid: element?.getAttribute("aria-invalid"),
          text: described.map((id) => document.getElementById(id)?.textContent ?? "").join(" "),
          starredWith: starred?.querySelectorAll("[aria-invalid=true]").length,
        };
      });
      expect(focused.isInvalid).toBe("true");
      // The nearest star is the one of the same row.
      expect(focused.starredWith).toBe(1);
      expect(focused.text).toContain((await link.innerText()).replace(/^.*: /, ""));
    }
    await eventually(() => page.locator("[class*=star]").count()).toBeGreaterThanOrEqual(count);
  });

  test("[MSG-03][SHELL-07] leaving with errors asks whether to fix them or to discard what was typed", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/roofing/2");
    const pitch = field(page, "Install pitch 1 quantity");
    await pitch.fill("13");
    await goToStep(page, "^1 Questionnaire");
    const question = await expectQuestion(page, { title: FIX_OR_DISCARD, answers: ["Fix errors", "Discard changes"] });
    await question.getByText(`${HAS_ERRORS}.`, { exact: true }).waitFor();
    await answer(page, "Fix errors");
    await eventually(() => pitch.inputValue()).toBe("13");
    await page.getByText("1 error in form", { exact: true }).waitFor();

    await goToStep(page, "^1 Questionnaire");
    await expectQuestion(page, { title: FIX_OR_DISCARD, answers: ["Fix errors", "Discard changes"] });
    await answer(page, "Discard changes");
    await heading(page, "Questionnaire");
    await goToStep(page, "^2 Details");
    await heading(page, "Details");
    await eventually(() => pitch.inputValue()).toBe("11");
  });
});

describe("unsaved work", () => {
  test("[MSG-05][MSG-06] leaving asks in the exact words; staying keeps what was typed, leaving takes it back", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/gutters/1");
    const corners = field(page, "Total gutter corners");
    const before = await corners.inputValue();
    await corners.fill("6");
    await eventually(() => whatTheBrowserIsHanded(page)).toEqual({ text: REFRESH, isHeld: true });
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();

    const away = page.getByRole("banner").getByRole("link", { name: /Whitfield/ });
    await away.click();
    await expectQuestion(page, { title: UNSAVED, answers: ["Stay", "Leave without saving"] });
    await answer(page, "Stay");
    await eventually(() => corners.inputValue()).toBe("6");
    await away.click();
    await expectQuestion(page, { title: UNSAVED, answers: ["Stay", "Leave without saving"] });
    await answer(page, "Leave without saving");
    await page.getByText("Estimate total").waitFor();
    await page.goBack();
    await heading(page, "Details");
    await eventually(() => corners.inputValue()).toBe(before);
  });

  test("[MSG-03][MSG-05] a later step's requirement is no error of this one: a valid edit is unsaved work", async () => {
    const id = await makeEstimate(journey.app, { name: "Two steps done", work: { 1: 2 } });
    const page = await visitEstimate(journey, { id, below: "/roofing/3" });
    await field(page, "Eave length").fill("120");
    await page.getByRole("banner").getByRole("link", { name: "Two steps done" }).click();
    await expectQuestion(page, { title: UNSAVED, answers: ["Stay", "Leave without saving"] });
    await answer(page, "Stay");
    await heading(page, "Decking & Underlayment");
    await eventually(() => page.getByText("Shingle type is required.").count()).toBe(0);
    await eventually(() => page.getByText(/errors? in form/).count()).toBe(0);
  });

  test("[MSG-05] a user who saves the last step, gets a question about another step's work and stays can save again", async () => {
    const id = await findEstimateId(journey.app, GUTTERS_ONLY);
    const first = await visitEstimate(journey, { id, below: "/gutters/2" });
    await field(first, "Downspout locations").fill("Beside the porch");
    await eventually(() => keptDrafts(first)).toContain("Beside the porch");
    const context = first.context();
    // Without a question, as by an empty battery.
    await first.close();

    const page = await context.newPage();
    await openEstimate(page, id, "/gutters/4");
    await page.getByText(/^Unsaved changes from .* are back$/).waitFor();
    const finish = button(page, "Save & finish");
    const question = page.getByRole("alertdialog");
    await finish.click();
    await question.waitFor();
    // The next question follows at once, so this one's closing would not be seen.
    if ((await question.getByRole("heading").innerText()) === UNUSED)
      await question.getByRole("button", { name: "Continue", exact: true }).click();
    await expectQuestion(page, { title: UNSAVED, answers: ["Stay", "Leave without saving"] });
    await answer(page, "Stay");
    await eventually(() => button(page, "Save").isEnabled()).toBe(true);
    await finish.click();
    await expectQuestion(page, { title: UNSAVED, answers: ["Stay", "Leave without saving"] });
    await answer(page, "Leave without saving");
    await page.getByText("Estimate total").waitFor();
  });

  test("[LEAD-14][EST-34] typed and not saved is back after a closed tab, and gone once it is discarded", async () => {
    const id = await findEstimateId(journey.app, GUTTERS_ONLY);
    const first = await visitEstimate(journey, { id, below: "/gutters/2" });
    const requests: string[] = [];
    first.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/api/estimates")) requests.push(request.url());
    });
    await field(first, "Corners").fill("17");
    await field(first, "Downspout locations").fill("Behind the garage");
    await field(first, "Elbows").fill("16,9,5");
    await eventually(() => keptDrafts(first)).toContain("Behind the garage");
    await eventually(() => keptDrafts(first)).toContain("16,9,5");
    expect(requests).toEqual([]);
    const context = first.context();
    // Without a question, as by an empty battery.
    await first.close();

    const second = await context.newPage();
    await openEstimate(second, id, "/gutters/2");
    await second.getByText(/^Unsaved changes from .* are back$/).waitFor();
    await eventually(() => field(second, "Corners").inputValue()).toBe("17");
    await eventually(() => field(second, "Downspout locations").inputValue()).toBe("Behind the garage");
    await eventually(() => field(second, "Elbows").inputValue()).toBe("16,9,5");
    await second.getByText("“16,9,5” is not a number.").waitFor();
    await button(second, "Discard").click();
    await eventually(() => field(second, "Corners").inputValue()).toBe("4");
    await eventually(() => second.getByText("is not a number").count()).toBe(0);
    await eventually(() => keptDrafts(second)).not.toContain("Behind the garage");
    await second.close();

    const third = await context.newPage();
    await openEstimate(third, id, "/gutters/2");
    await heading(third, "Gutters");
    await eventually(() => field(third, "Corners").inputValue()).toBe("4");
    await eventually(() => field(third, "Downspout locations").inputValue()).toBe("Four corners and the porch");
    const told = await third.getByText(/^Unsaved changes from/).count();
    expect(told).toBe(0);
  });
});

test("[MSG-04] other quantities than the recommended ones are saved only after Continue; Cancel leads to the first", async () => {
  const page = await openDemo(GUTTERS_ONLY, "/gutters/2");
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const revision = (await serverEstimate(journey.app, id)).revision;
  await field(page, "Corners").fill("7");
  await save(page);
  const question = await expectQuestion(page, { title: UNUSED, answers: ["Cancel", "Continue"] });
  await question.getByText("Corners: 4 PC recommended, 7 entered").waitFor();
  await answer(page, "Cancel");
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Corners");
  await eventually(async () => (await serverEstimate(journey.app, id)).revision).toBe(revision);

  await save(page);
  await expectQuestion(page, { title: UNUSED, answers: ["Cancel", "Continue"] });
  await answer(page, "Continue");
  await openNotice(page, /^Saved/).waitFor();
  await eventually(async () => (await serverEstimate(journey.app, id)).revision).toBe(revision + 1);
});

describe("packages", () => {
  test("[MSG-07][PKG-03][PKG-10] without a package the comparison is missing, and the last compared one is not taken away", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/roofing/14");
    await page.getByText("3 of 3 in comparison").waitFor();
    await field(page, "Material type").selectOption({ label: "Cedar" });
    await page.getByText("0 of 3 in comparison").waitFor();
    await save(page);
    await page.getByRole("alert").filter({ hasText: COMPARISON }).waitFor();
    await page.getByRole("alert").filter({ hasText: HAS_ERRORS }).waitFor();
    const summary = page.getByRole("status").filter({ hasText: /errors in form/ });
    await summary.getByText(COMPARISON, { exact: true }).waitFor();
    await summary.getByText("Shingle type is required.", { exact: true }).waitFor();
    const starred = (): Promise<string[]> =>
      page
        .locator("main [class*=star]")
        .evaluateAll((stars) => stars.map(({ parentElement: beside }) => (beside?.textContent ?? "").trim()));
    await eventually(() => starred()).toEqual(expect.arrayContaining(["Shingle type *", "0 of 3 in comparison *"]));

    // One is compared, and removing it would leave none.
    const compare = page.getByRole("switch", { name: /^Compare/ }).first();
    await compare.click();
    await page.getByText("1 of 3 in comparison").waitFor();
    await eventually(() => page.getByRole("alert").filter({ hasText: COMPARISON }).count()).toBe(0);
    await eventually(() => starred()).not.toContain("1 of 3 in comparison *");
    await compare.click();
    const refusal = page.getByRole("alert").filter({ hasText: COMPARISON });
    await refusal.waitFor();
    await eventually(() => refusal.innerText()).toBe(COMPARISON);
    await page.getByText("1 of 3 in comparison").waitFor();
  });

  test("[MSG-09][MSG-10][PKG-08][PKG-09] without squares the package step of roofing and of siding says why, and leads to them", async () => {
    const id = await makeEstimate(journey.app, { name: "Nothing measured", work: { 1: 13, 2: 16 } });
    const page = await visitEstimate(journey, { id, below: "/roofing/14" });
    await page.getByText(NO_ROOF, { exact: true }).waitFor();
    await eventually(() => page.getByRole("button", { name: /^Choose/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Go to the details step" }).click();
    await page.waitForURL(`**/estimate/${String(id)}/roofing/2`);
    await openEstimate(page, id, "/siding/17");
    await page.getByText(NO_SIDING, { exact: true }).waitFor();
  });
});

describe("windows", () => {
  test("[WF-WIN-26] another window is opened over unsaved changes only after Discard", async () => {
    const page = await openDemo(WINDOWS_ONLY, "/windows/2");
    const list = page.getByRole("region", { name: "Windows" });
    await openListedWindow(page, "1 Main bedroom");
    const width = field(page, "Width");
    await eventually(() => width.inputValue()).toBe("36");
    await width.fill("40");
    await list.getByRole("link", { name: /^2 Kitchen/ }).click();
    await expectQuestion(page, { title: SWITCH_WINDOW, answers: ["Cancel", "Discard"] });
    await answer(page, "Cancel");
    await heading(page, "1 Main bedroom");
    await eventually(() => width.inputValue()).toBe("40");
    await list.getByRole("link", { name: /^2 Kitchen/ }).click();
    await expectQuestion(page, { title: SWITCH_WINDOW, answers: ["Cancel", "Discard"] });
    await answer(page, "Discard");
    await heading(page, "2 Kitchen");
    await openListedWindow(page, "1 Main bedroom");
    await eventually(() => width.inputValue()).toBe("36");
  });

  test("[WF-WIN-24][WF-WIN-25] a window is deleted after its question, with everything below it", async () => {
    const id = await findEstimateId(journey.app, WINDOWS_ONLY);
    const page = await visitEstimate(journey, { id, below: "/windows/2" });
    await openListedWindow(page, "1 Main bedroom");
    const windowId = Number(/\/windows\/2\/(\d+)\//.exec(page.url())?.[1]);
    await button(page, "Remove window").click();
    const question = await expectQuestion(page, { title: DELETE_WINDOW, answers: ["Cancel", "Delete window"] });
    await question.getByText("1 Main bedroom is removed with its grids and trims.").waitFor();
    await answer(page, "Cancel");
    await heading(page, "1 Main bedroom");
    const before = (await serverEstimate(journey.app, id)).items;
    expect(before.filter(({ parentItemId }) => parentItemId === windowId).length).toBeGreaterThan(0);

    await button(page, "Remove window").click();
    await expectQuestion(page, { title: DELETE_WINDOW, answers: ["Cancel", "Delete window"] });
    await answer(page, "Delete window");
    await page.getByText("1 Main bedroom is removed", { exact: true }).waitFor();
    await heading(page, "1 Kitchen");
    await everythingSent(page);
    const { items } = await serverEstimate(journey.app, id);
    expect(items.filter((item) => item.id === windowId || item.parentItemId === windowId)).toEqual([]);
    expect(
      items.every(({ parentItemId }) => parentItemId === null || items.some((each) => each.id === parentItemId)),
    ).toBe(true);
  });

  test("[WF-WIN-23] a saved window gets its own address, and going back does not lead to the empty form", async () => {
    const id = await findEstimateId(journey.app, WHOLE_HOUSE);
    const page = await visitEstimate(journey, { id, below: "/windows/2/0/0" });
    await heading(page, "4 New window");
    await field(page, "Room name").selectOption({ label: "Office" });
    await field(page, "Window type").selectOption({ label: "Picture" });
    await field(page, "Width").fill("30");
    await field(page, "Height").fill("40");
    await field(page, "Install type").selectOption({ label: "Insert into the existing frame" });
    await button(page, "Save window").click();
    await page.waitForURL(new RegExp(`/estimate/${String(id)}/windows/2/[1-9]\\d*/0$`));
    const windowId = Number(/\/windows\/2\/(\d+)\//.exec(page.url())?.[1]);
    await heading(page, "4 Office");
    await eventually(async () => (await serverEstimate(journey.app, id)).items.map((item) => item.id)).toContain(
      windowId,
    );
  });

  test("[ITEM-11] [ITEM-34] [ITEM-35] the type of a window that no price fits is there again on another device, with the reason, and is priced once it fits", async () => {
    const id = await findEstimateId(journey.app, WHOLE_HOUSE);
    const page = await visitEstimate(journey, { id, below: "/windows/2" });
    await openListedWindow(page, "1 Main bedroom");
    const type = field(page, "Window type");
    const chosen = await type.inputValue();
    const width = await field(page, "Width").inputValue();
    await field(page, "Width").fill("300");
    await button(page, "Save window").click();
    await page.getByText(/^No price for Window type: .*, 300 x .* in, the line is saved without a price\.$/).waitFor();
    await everythingSent(page);
    const typeItem = async () =>
      (await serverEstimate(journey.app, id)).items.find(({ fieldOptionId }) => fieldOptionId === chosen);
    expect(await typeItem()).toBeUndefined();
    const { pathname } = new URL(page.url());

    const other = await visitEstimate(journey, { id, below: pathname.slice(pathname.indexOf("/windows/")) });
    await heading(other, "1 Main bedroom");
    await eventually(() => field(other, "Window type").inputValue()).toBe(chosen);
    await other.getByText("No price for this size.", { exact: true }).waitFor();
    await field(other, "Width").fill(width);
    await button(other, "Save window").click();
    await eventually(async () => (await typeItem())?.quantity).toBe(1);
  });
});

const QUICK = [
  { slug: "roofing", title: "Roofing", file: "roofing-colonial" },
  { slug: "siding", title: "Siding", file: "siding-colonial" },
  { slug: "windows", title: "Windows & Doors", file: "windows-ranch" },
  { slug: "gutters", title: "Gutters", file: "gutters-cape" },
  { slug: "trim", title: "Trim", file: "trim-cape" },
  { slug: "repairs", title: "Repairs", file: "repairs-cape" },
  { slug: "insulation", title: "Insulation", file: "insulation-cape" },
] as const;

test("[EST-21][OP-42] saving a quick estimate tells it and returns to the estimate, for all seven, and completes their steps", async () => {
  const id = await makeHouses(journey.app, { name: "Quick ones", files: QUICK.map(({ file }) => file) });
  const page = await visitEstimate(journey, { id });
  const question = page.getByRole("alertdialog");
  for (const { slug, title } of QUICK) {
    await openEstimate(page, id, `/quick_estimate_${slug}`);
    await heading(page, title);
    await save(page);
    const told = page.getByText(`${title} saved`, { exact: true });
    await told.or(question).first().waitFor();
    if (await question.count()) {
      await eventually(() => question.getByRole("heading").innerText()).toBe(UNUSED);
      await answer(page, "Continue");
    }
    await told.waitFor();
    await page.waitForURL(new RegExp(`/estimate/${String(id)}$`));
    await page.getByText("Estimate total").waitFor();
  }
  const { workflowSummaries } = await serverEstimate(journey.app, id);
  // The last step of each: Package or Window List, and Extras in workflows without packages.
  expect(workflowSummaries).toMatchObject({
    "1": { lastCompleteSectionId: 114 },
    "2": { lastCompleteSectionId: 217 },
    "3": { lastCompleteSectionId: 305 },
    "4": { lastCompleteSectionId: 404 },
    "5": { lastCompleteSectionId: 508 },
    "6": { lastCompleteSectionId: 605 },
    "7": { lastCompleteSectionId: 709 },
  });
});

test("[SHELL-11] the info button shows what the company says about the section", async () => {
  const page = await openDemo(WHOLE_HOUSE, "/gutters/1");
  await button(page, "About Details").click();
  const help = page.getByRole("alertdialog");
  await help.waitFor();
  await eventually(() => help.getByRole("heading").innerText()).toBe("Details");
  await help.getByText(STARTER_SECTION_HELP["gutter-details"] ?? "", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("About Details");
});
