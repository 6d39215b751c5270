import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ADMIN, signIn } from "./support/account.ts";
import { whatTheBrowserIsHanded } from "./support/before-unload.ts";
import {
  DEMO_LEAD,
  findEstimateId,
  makeEstimate,
  makeHouses,
  shareEstimateVisits,
  visitEstimate,
  WHOLE_HOUSE,
} from "./support/demo-estimates.ts";
import { everythingSent, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { makeDocument, openPaper, signDocument } from "./support/documents.ts";
import { openEstimate, readEstimateTotals, saveStep, serverEstimate, typeNumber } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, findLeadId, openLead } from "./support/leads.ts";
import { openNotice } from "./support/notices.ts";
import { tokenOf } from "./support/past-the-page.ts";
import { signInToConfig } from "./support/price-book.ts";

/* Actions on whole estimates: on the lead's page, and on the page of one of them. */

const journey = prepareJourney();

const visit = shareEstimateVisits(journey);

const UNSAVED = "Do you really want to leave? You have unsaved changes!";
const FIX_OR_DISCARD = "Do you want to fix the errors or discard your changes?";
const REFRESH = "Are you sure you want to refresh? Unsaved changes may be lost";
/** The gutters of gutters-cape, before any discount. */
const GUTTERS_TOTAL = 6638.75;

const button = (page: Page | Locator, name: string): Locator => page.getByRole("button", { name, exact: true });
const told = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();

/** Waits for a question, checks its texts and answers, and gives one of them. */
async function answer(
  page: Page,
  { title, message, answers, with: given }: { title: string; message?: string; answers: string[]; with: string },
): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.waitFor();
  await eventually(() => question.getByRole("heading").innerText()).toBe(title);
  if (message !== undefined) await question.getByText(message, { exact: true }).waitFor();
  await eventually(() => question.getByRole("button").allInnerTexts()).toEqual(answers);
  await button(question, given).click();
  await question.waitFor({ state: "detached" });
}

/** Types another name into the dialog. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  await button(page, `Rename ${from}`).click();
  const dialog = page.getByRole("dialog", { name: `Rename ${from}` });
  await dialog.getByLabel("Name").fill(to);
  await button(dialog, "Rename").click();
  await dialog.waitFor({ state: "detached" });
}

/** Names of the workflow rows from top to bottom. */
const shownWork = (page: Page): Promise<string[]> =>
  page
    .getByRole("rowheader")
    .evaluateAll((heads) => heads.map(({ firstElementChild: title }) => title?.textContent ?? ""));

/** Names of the server's estimates of the demo's first appointment. */
const serverNames = async (): Promise<string[]> =>
  (
    await journey.app.query<{ name: string }>("select name from estimate where lead_id = $1", [
      await findLeadId(journey.app, DEMO_LEAD),
    ])
  ).map(({ name }) => name);

describe("the estimates of a lead", () => {
  test.each([
    ["with", false],
    ["without", true],
  ] as const)(
    "[EST-23][OFF-16] are renamed, copied and deleted %s a network; one with documents is kept",
    async (network, isOffline) => {
      const [shed, barn] = [`Shed ${network}`, `Barn ${network}`];
      const shedId = await makeEstimate(journey.app, { name: shed, work: { 4: 1 } });
      const barnId = await makeEstimate(journey.app, { name: barn, work: { 4: 0 } });
      await makeDocument(journey.app, { estimateId: barnId, kind: "costEstimate", name: "For the barn" });
      const page = await journey.openPage({ serviceWorkers: "allow" });
      await signIn(page);
      await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
      await openLead(page, await findLeadId(journey.app, DEMO_LEAD));
      const listed = page.getByRole("region", { name: "Estimates" });
      const link = (name: string): Locator => listed.getByRole("link", { name, exact: true });
      await link(shed).waitFor();
      await link(barn).waitFor();
      await setOffline(page.context(), isOffline);

      await button(page, `Rename ${shed}`).click();
      const dialog = page.getByRole("dialog", { name: `Rename ${shed}` });
      await dialog.getByLabel("Name").fill("  ");
      await button(dialog, "Rename").click();
      await dialog.getByText("Name is required.").waitFor();
      await dialog.press("Escape");
      await rename(page, shed, `Garden ${shed}`);
      await link(`Garden ${shed}`).waitFor();

      const copy = `Garden ${shed}, copy`;
      await button(page, `Copy Garden ${shed}`).click();
      await link(copy).waitFor();
      const question = {
        title: `Delete ${copy}?`,
        message: "The estimate is deleted for everybody in the company. It cannot be brought back.",
        answers: ["Cancel", "Delete estimate"],
      };
      await button(page, `Delete ${copy}`).click();
      await answer(page, { ...question, with: "Cancel" });
      await link(copy).waitFor();
      await button(page, `Copy Garden ${shed}`).click();
      await link(`${copy} 2`).waitFor();
      await button(page, `Delete ${copy}`).click();
      await answer(page, { ...question, with: "Delete estimate" });
      await link(copy).waitFor({ state: "detached" });

      // The data of a paper must not be removed under it.
      await button(page, `Delete ${barn}`).click();
      await told(page, `${barn} cannot be deleted: it has the document “For the barn”. Delete that first.`);
      await link(barn).click();

      await page.getByRole("button", { name: new RegExp(`^${barn} ?, rename$`) }).click();
      const name = page.getByLabel("Name of the estimate");
      await name.fill("");
      await name.press("Enter");
      await page.getByText("Name is required.").waitFor();
      await name.press("Escape");
      await page.getByRole("button", { name: new RegExp(`^${barn} ?, rename$`) }).click();
      await name.fill(`Red ${barn}`);
      await name.press("Enter");
      await page.getByRole("heading", { level: 1, name: new RegExp(`^Red ${barn} ?, rename$`) }).waitFor();
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`Red ${barn}, rename`);

      if (isOffline) await eventually(() => serverNames()).toEqual(expect.arrayContaining([shed, barn]));
      await setOffline(page.context(), false);
      await everythingSent(page);
      await eventually(async () => (await serverNames()).filter((each) => each.includes(network)).sort()).toEqual(
        [`Garden ${shed}`, `${copy} 2`, `Red ${barn}`].sort(),
      );
      const copied = (
        await journey.app.query<{ id: number }>("select id::int as id from estimate where name = $1", [`${copy} 2`])
      )[0];
      const summaryOf = async (id = 0) => (await serverEstimate(journey.app, id)).workflowSummaries["4"];
      await eventually(() => summaryOf(copied?.id)).toEqual(await summaryOf(shedId));
    },
  );
});

describe("the work of an estimate", () => {
  test("[EST-02][EST-25][OP-37] General is added to an existing estimate, comes first, and holds its notes", async () => {
    const id = await makeEstimate(journey.app, { name: "Begun with gutters", work: { 4: 0 } });
    const page = await visit({ id });
    const work = page.getByRole("region", { name: "Add work" });
    // In display order, with existing work as a further copy; General has only one.
    await button(work, "General").waitFor();
    await eventually(() => work.getByRole("button").allInnerTexts()).toEqual([
      "General",
      "Roofing",
      "Siding",
      "Windows & Doors",
      "Trim",
      "Insulation",
      "Repairs",
      "Another Gutters",
    ]);
    await button(work, "Repairs").click();
    await eventually(() => shownWork(page)).toEqual(["Gutters", "Repairs", ""]);
    await button(work, "Roofing").click();
    await button(work, "General").click();
    await eventually(() => shownWork(page)).toEqual(["General", "Roofing", "Gutters", "Repairs", ""]);
    await eventually(() => work.getByRole("button").allInnerTexts()).toEqual([
      "Siding",
      "Windows & Doors",
      "Trim",
      "Insulation",
      "Another Roofing",
      "Another Gutters",
      "Another Repairs",
    ]);

    await told(page, "Notes for the whole estimate");
    const leads = page.getByRole("link", { name: / of General/ });
    await eventually(() => leads.allTextContents()).toEqual(["Notes of General"]);
    await leads.click();
    await page.waitForURL(new RegExp(`/estimate/${String(id)}/summary/0#notes$`));
    await page.getByRole("heading", { level: 1, name: "General" }).waitFor();
    await told(page, "What belongs to the whole estimate");
    for (const region of ["Totals", "Discount and margin"])
      await eventually(() => page.getByRole("region", { name: region }).count()).toBe(0);
    await page.getByLabel("Notes of General").fill("Dog in the yard.");
    await button(page.locator("#notes"), "Save").click();
    await page.locator("#notes").getByText("Nothing to save").waitFor();
    await page.reload();
    await eventually(() => page.getByLabel("Notes of General").inputValue()).toBe("Dog in the yard.");
    await everythingSent(page);
    const { workflowIds, items } = await serverEstimate(journey.app, id);
    expect([...workflowIds].sort()).toEqual([0, 1, 4, 5]);
    expect(items.map(({ fieldId, value }) => [fieldId, value])).toEqual([["0.998", "Dog in the yard."]]);
  });

  test("[EST-05][EST-25] a copy is renamed, and removed work comes back with Undo as it was", async () => {
    const id = await makeHouses(journey.app, { name: "Two gutters", files: ["gutters-cape"] });
    const lines = (await serverEstimate(journey.app, id)).items.filter(({ parentItemId }) => parentItemId === null);
    const page = await visit({ id });
    await button(page, "Another Gutters").click();
    const dialog = page.getByRole("dialog", { name: "Another Gutters" });
    await eventually(() => dialog.getByLabel("Name").inputValue()).toBe("Second gutters");
    await dialog.getByLabel("As a copy of Gutters").check();
    await button(dialog, "Add").click();
    await dialog.waitFor({ state: "detached" });
    await rename(page, "Second gutters", "Garage");
    await eventually(() => shownWork(page)).toEqual(["Gutters", "Garage", ""]);
    await eventually(() => button(page, "Rename Gutters").count()).toBe(0);

    await button(page, "Remove Garage").click();
    const question = {
      title: "Remove Garage?",
      message: `${String(lines.length)} lines go with it, $6,638.75.`,
      answers: ["Cancel", "Remove"],
    };
    await answer(page, { ...question, with: "Cancel" });
    await eventually(() => shownWork(page)).toEqual(["Gutters", "Garage", ""]);
    await button(page, "Remove Garage").click();
    await answer(page, { ...question, with: "Remove" });
    // A notice under the pointer does not close by itself.
    await openNotice(page, "Garage is removed from this estimate").hover();
    await eventually(() => shownWork(page)).toEqual(["Gutters", ""]);
    await eventually(async () => (await readEstimateTotals(page)).total).toBe(GUTTERS_TOTAL);
    await button(page, "Undo").click();
    await eventually(() => shownWork(page)).toEqual(["Gutters", "Garage", ""]);
    // 6638.75 x 2
    await eventually(async () => (await readEstimateTotals(page)).total).toBe(13_277.5);

    // The first one takes its copies along.
    await button(page, "Remove Gutters").click();
    await answer(page, {
      title: "Remove Gutters and Garage?",
      message: `${String(2 * lines.length)} lines go with them, $13,277.50.`,
      answers: ["Cancel", "Remove"],
      with: "Remove",
    });
    await openNotice(page, "Gutters is removed from this estimate").hover();
    await told(page, "No work in this estimate yet");
    await everythingSent(page);
    await eventually(async () => (await serverEstimate(journey.app, id)).items).toEqual([]);
    await page
      .getByRole("status")
      .filter({ hasText: "Gutters is removed" })
      .getByRole("button", { name: "Undo" })
      .click();
    await eventually(() => shownWork(page)).toEqual(["Gutters", "Garage", ""]);
    await everythingSent(page);
    const { workflowSummaries, duplicateWorkflows } = await serverEstimate(journey.app, id);
    expect(duplicateWorkflows).toEqual([{ workflowId: 4, workflowEstimateId: 2, name: "Garage" }]);
    expect(Object.entries(workflowSummaries).map(([key, { totalWithMargin }]) => [key, totalWithMargin])).toEqual([
      ["4", GUTTERS_TOTAL],
      ["4.2", GUTTERS_TOTAL],
    ]);
  });
});

describe("how it is paid", () => {
  const panel = (page: Page): Locator => page.getByRole("region", { name: /^(Payment|Promotion and down payment)$/ });
  const result = async (page: Page, name: string): Promise<string | undefined> => {
    const figure = panel(page)
      .locator("div", { has: page.locator("dt", { hasText: name }) })
      .last()
      .locator("dd");
    return (await figure.textContent())?.replace(", why this number", "");
  };

  test("[SUM-10][SUM-12][SUM-14] the chosen way to pay, down payment and promotion are kept over a reload, and so is what follows from them", async () => {
    const id = await makeHouses(journey.app, { name: "Paid by the month", files: ["gutters-cape"] });
    const page = await visit({ id });
    const choices = panel(page).getByRole("radiogroup", { name: "Payment option" });
    await eventually(() => choices.getByRole("radio", { checked: true }).locator("xpath=..").innerText()).toContain(
      "Not decided",
    );
    const type = async (label: string, amount: string): Promise<void> => {
      await panel(page).getByLabel(label, { exact: true }).fill(amount);
      await page.keyboard.press("Enter");
    };
    // 6638.75 - 5404.25
    await type("Down payment", "5404.25");
    await eventually(() => result(page, "After down payment")).toBe("$1,234.50");

    await type("Promotion", "138.75");
    await choices.getByRole("radio", { name: /^10 years at 7\.99 %/ }).check();
    await type("Down payment", "632.78");
    // 2 % fee of 6638.75: 132.775; 6638.75 + 132.775 - 138.75 = 6632.775, that is 6632.78; - 632.78 = 6000.00
    await eventually(() => result(page, "To finance")).toBe("$6,000.00");
    // r = 7.99 / 1200 = 0.006658333; 6000 x r / (1 - (1 + r)^-120) = 72.76
    await eventually(() => result(page, "Monthly payment")).toBe("$72.76");
    // Cost 3982.90: 6632.78 - 3982.90 = 2649.88, of which the lender takes the 132.78 in the price.
    const figure = (name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");
    await eventually(() => figure("Margin after lender’s fee").innerText()).toMatch(/^\$2,517\.10/);
    await eventually(() => figure("Margin incl. lender’s fee").innerText()).toMatch(/^\$2,649\.88/);
    await everythingSent(page);
    await page.reload();
    await page.getByText("Estimate total").waitFor();
    await eventually(() => choices.getByRole("radio", { name: /^10 years at 7\.99 %/ }).isChecked()).toBe(true);
    await eventually(() => panel(page).getByLabel("Down payment", { exact: true }).inputValue()).toBe("632.78");
    await eventually(() => panel(page).getByLabel("Promotion", { exact: true }).inputValue()).toBe("138.75");
    await eventually(() => result(page, "To finance")).toBe("$6,000.00");
    await eventually(() => result(page, "Monthly payment")).toBe("$72.76");
    await eventually(() => serverEstimate(journey.app, id)).toMatchObject({
      paymentOption: 4,
      promotion: 138.75,
      downpayment: 632.78,
      principal: 6000,
      monthlyPayment: 72.76,
      term: { months: 120, ratePercent: 7.99, feePercent: 2 },
    });
  });

  /** Changes a setting of the demo company as an admin does. */
  async function changeSetting(name: string, value: unknown): Promise<void> {
    const reply = await fetch(`${journey.app.url}/api/settings/`, {
      method: "PATCH",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await tokenOf(journey.app, ADMIN)}`,
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify([{ op: "replace", path: `/${name}`, value }]),
    });
    if (!reply.ok) throw new Error(await reply.text());
  }

  test("[SUM-11] ways to pay are offered while the company shows them, and say whether the contract does", async () => {
    const id = await makeHouses(journey.app, { name: "Ways to pay", files: ["gutters-cape"] });
    const page = await visit({ id });
    const choices = panel(page).getByRole("radiogroup", { name: "Payment option" });
    const shown = async (): Promise<string[]> =>
      (await choices.locator("label").allInnerTexts()).map((text) => text.split("\n")[0] ?? "");
    await eventually(async () => (await shown()).length).toBeGreaterThan(1);
    await told(page, "shown on the contract");
    try {
      await changeSetting("showPaymentOptionsOnContract", false);
      await page.reload();
      await page.getByText("Estimate total").waitFor();
      await page.getByText("shown on the contract").waitFor({ state: "detached" });
      await eventually(() => choices.count()).toBe(1);
      await changeSetting("showPaymentOptions", false);
      await page.reload();
      await page.getByRole("region", { name: "Promotion and down payment" }).waitFor();
      await eventually(() => choices.count()).toBe(0);
      await eventually(() => page.getByText("shown on the contract").count()).toBe(0);
      await panel(page).getByLabel("Down payment", { exact: true }).waitFor();
      await panel(page).getByLabel("Promotion", { exact: true }).waitFor();
    } finally {
      await changeSetting("showPaymentOptions", true);
      await changeSetting("showPaymentOptionsOnContract", true);
    }
  });
});

describe("questions on leaving a workflow's summary", () => {
  test("[MSG-03][MSG-05][MSG-06] a wrong discount is mended or discarded, a right one and notes are saved or left, in the exact words", async () => {
    const id = await makeEstimate(journey.app, { name: "Left in between", work: { 4: 0 } });
    const page = await visit({ id, below: "/summary/4" });
    const discount = page.locator("#discount [name=discount]");
    const back = page.getByRole("main").getByRole("link", { name: "Left in between" });
    const isHere = (): boolean => new URL(page.url()).pathname.endsWith("/summary/4");
    await discount.fill("90");
    await back.click();
    const wrong = { title: FIX_OR_DISCARD, answers: ["Fix errors", "Discard changes"] };
    await answer(page, {
      ...wrong,
      message: "The page has errors which must be fixed before saving.",
      with: "Fix errors",
    });
    expect(isHere()).toBe(true);
    await eventually(() => discount.inputValue()).toBe("90");
    await eventually(() => discount.getAttribute("aria-invalid")).toBe("true");
    await back.click();
    await answer(page, { ...wrong, with: "Discard changes" });
    await page.getByText("Estimate total").waitFor();

    await page.getByRole("link", { name: "Discount 0 % of Gutters" }).click();
    await discount.fill("10");
    await eventually(() => whatTheBrowserIsHanded(page)).toEqual({ text: REFRESH, isHeld: true });
    const unsaved = { title: UNSAVED, answers: ["Stay", "Leave without saving"] };
    await back.click();
    await answer(page, { ...unsaved, with: "Stay" });
    await eventually(() => discount.inputValue()).toBe("10");
    await back.click();
    await answer(page, { ...unsaved, with: "Leave without saving" });
    await page.getByText("Estimate total").waitFor();

    await page.getByRole("link", { name: "Notes of Gutters" }).click();
    await eventually(() => discount.inputValue()).toBe("0");
    const notes = page.getByLabel("Notes of Gutters");
    await notes.fill("Ask for the key.");
    await back.click();
    await answer(page, { ...unsaved, with: "Stay" });
    await eventually(() => notes.inputValue()).toBe("Ask for the key.");
    await back.click();
    await answer(page, { ...unsaved, with: "Leave without saving" });
    await page.getByText("Estimate total").waitFor();
    await page.getByRole("link", { name: "Notes of Gutters" }).click();
    await notes.waitFor();
    await eventually(() => notes.inputValue()).toBe("");
    // Nothing typed, no question.
    await back.click();
    await page.getByText("Estimate total").waitFor();
    await eventually(async () => (await serverEstimate(journey.app, id)).revision).toBe(1);
  });
});

describe("the scope of an estimate", () => {
  test("[SCOPE-09][SCOPE-13] possible gaps are counted on the estimate's page, shown on request, and linked to its field", async () => {
    const id = await makeEstimate(journey.app, { name: "Checked", work: { 4: 2 } });
    const page = await visit({ id });
    const scope = page.getByRole("region", { name: "Scope" });
    await scope.getByText("1 thing to look at", { exact: true }).waitFor();
    await button(scope, "Check the scope").click();
    const begin = scope.getByRole("list", { name: "Work that nobody has begun" }).getByRole("link");
    await eventually(() => begin.allTextContents()).toEqual([
      expect.stringContaining("Gutters: nothing is entered yet."),
    ]);
    await begin.click();
    await page.waitForURL(new RegExp(`/estimate/${String(id)}/gutters/1$`));
    await typeNumber(page, "Total gutter length", "150");
    await saveStep(page);
    await openEstimate(page, id);
    await scope
      .getByText("Before you present it: work not begun, and lines that are missing, do not agree or have no price.")
      .waitFor();
    await scope.getByText("1 thing to look at", { exact: true }).waitFor();
    await eventually(() => scope.getByRole("link").count()).toBe(0);
    await button(scope, "Check the scope").click();
    const found = scope.getByRole("region", { name: "Gutters" }).getByRole("link");
    await eventually(() => found.allTextContents()).toEqual([expect.stringMatching(/no gutter.*Missing · Gutters$/)]);
    await button(scope, "Hide the check").click();
    await eventually(() => found.count()).toBe(0);
    await button(scope, "Check the scope").click();
    await found.click();
    await page.waitForURL(new RegExp(`/estimate/${String(id)}/gutters/2\\?focus=gutter$`));
    await page.getByRole("heading", { level: 1, name: "Gutters" }).waitFor();
  });
});

test("[EST-26] papers are listed and open, and the menu for a new one links to each of the five pages", async () => {
  const id = await makeHouses(journey.app, { name: "With papers", files: ["gutters-cape"] });
  const page = await visit({ id });
  const papers = page.getByRole("region", { name: "Documents" });
  await papers.getByText("No documents yet.").waitFor();
  const openMenu = (): Promise<void> => button(papers, "New document").click();
  const goTo = async (kind: string, slug: string): Promise<void> => {
    await openMenu();
    await papers.getByRole("link", { name: kind, exact: true }).click();
    await page.waitForURL(new RegExp(`/estimate/${String(id)}/${slug}/create$`));
    await page.getByRole("heading", { level: 1, name: `New ${kind.toLowerCase()}` }).waitFor();
  };
  await openMenu();
  // Without a signed contract there is nothing to change or to bill.
  await papers.getByText("Needs a signed contract.").waitFor();
  await papers.getByText("Made from a work order or a contract.").waitFor();
  await page.keyboard.press("Escape");
  await goTo("Purchase order", "purchase-order");
  await openEstimate(page, id);
  await goTo("Work order", "work-order");
  await openEstimate(page, id);
  await goTo("Contract", "contract");
  await signDocument(page, "contract");
  await openEstimate(page, id);
  const contract = papers.getByRole("listitem").filter({ hasText: "Contract" });
  await contract.getByText("Signed", { exact: true }).waitFor();
  const { view } = await openPaper(page, contract);
  // Pages are rendered when they come into view.
  await eventually(async () => {
    for (const sheet of await view.getByRole("region", { name: /^Page \d+ of / }).all())
      await sheet.scrollIntoViewIfNeeded();
    return view.getByText("Your right to cancel").count();
  }).toBeGreaterThan(0);
  await button(view, "Close").click();
  await goTo("Change order", "change-order");
  await openEstimate(page, id);
  await openMenu();
  await papers.getByRole("button", { name: /^Labor bill/ }).click();
  const source = page.getByRole("dialog", { name: "New labor bill" });
  await button(source, "Continue").click();
  await page.waitForURL(new RegExp(`/estimate/${String(id)}/labor-bill/create/-?\\d+$`));
  await page.getByRole("heading", { level: 1, name: "New labor bill" }).waitFor();
});

describe("[TEXT-03] on paper", () => {
  /** Controls for a pen or a finger: everything that is not just read. */
  const controls = (page: Page): Promise<string[]> =>
    page
      .locator("button:visible, input:visible, textarea:visible, select:visible, summary:visible")
      .evaluateAll((all) =>
        // Contents that are read, such as an amount that explains itself on the screen.
        all.filter((each) => !(each as HTMLElement).dataset["onPaper"]).map((each) => each.outerHTML.slice(0, 120)),
      );
  const paperOf = async (page: Page): Promise<string> => {
    await page.emulateMedia({ media: "print" });
    await eventually(() => controls(page)).toEqual([]);
    return page.getByRole("main").innerText();
  };
  const onScreen = (page: Page): Promise<void> => page.emulateMedia({ media: null });

  test("estimate, summary, homeowner’s view and lead are pages to hand over", async () => {
    const page = await visit({ id: await findEstimateId(journey.app, WHOLE_HOUSE) });
    await page.getByText("Down payment").first().waitFor();
    const estimate = await paperOf(page);
    expect(estimate).toContain("Karen & Tom Whitfield · 1847 Maple Ridge Dr, Portage, MI 49002");
    // Of seven ways to pay the chosen one, and the amounts that are fields on the screen.
    expect(estimate).toContain("10 years at 7.99 %");
    expect(estimate).not.toContain("Cash or check");
    expect(estimate).toMatch(/Down payment\s+\$5,000\.00\s+Promotion\s+\$500\.00/);
    for (const text of ["Quick estimate", "Open steps", "Add work", "Scope"]) expect(estimate).not.toContain(text);

    await onScreen(page);
    await page.getByRole("link", { name: "Summary of Roofing", exact: true }).click();
    await page.getByRole("textbox", { name: "Notes of Roofing" }).fill("Ring at the side door.");
    const summary = await paperOf(page);
    expect(summary).toContain("Discount 5 %");
    expect(summary).toContain("Ring at the side door.");
    for (const text of ["Discount and margin", "Nothing to save", "in steps of"]) expect(summary).not.toContain(text);

    await onScreen(page);
    await page.locator("#notes").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Show homeowner" }).click();
    await page.getByRole("group", { name: /^Shingle color/ }).waitFor();
    const homeowner = await paperOf(page);
    expect(homeowner).not.toContain("How much material that takes");
    expect(homeowner).toContain("Charcoal");
    expect(homeowner).not.toContain("Weathered wood");

    await onScreen(page);
    await openLead(page, await findLeadId(journey.app, DEMO_LEAD));
    await page.getByRole("link", { name: WHOLE_HOUSE, exact: true }).waitFor();
    await paperOf(page);
    const headings = await page.getByRole("heading").evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility())
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map(({ textContent }) => textContent),
    );
    expect(headings.slice(0, 3)).toEqual([DEMO_LEAD, "Contact", "Estimates"]);
    await onScreen(page);
  });
});

describe("newer prices", () => {
  test("[SET-26][SUM-12][SYNC-87] wait until they are taken over, and show before what they change", async () => {
    const id = await makeHouses(journey.app, { name: "Priced before", files: ["gutters-cape"] });
    const admin = await journey.openPage();
    await signInToConfig(admin, "/config/estimate-field-options?field=4.13&option=4.13.1");
    const price = admin.getByRole("textbox", { name: /^Material price/ }).first();
    await price.waitFor();
    await eventually(() => price.inputValue()).toBe("5.33");
    await price.fill("6.25");
    await button(admin, "Save").click();
    await admin.getByText(/^Saved as version \d+/).waitFor();

    const page = await visitEstimate(journey, { id });
    const prices = page.getByRole("region", { name: "Newer prices" });
    await prices.getByText("The company has newer prices.").waitFor();
    await eventually(async () => (await readEstimateTotals(page)).total).toBe(GUTTERS_TOTAL);
    const show = (): Promise<void> => button(prices, "Show the difference").click();
    const rows = (): Promise<string[][]> =>
      prices
        .getByRole("row")
        .evaluateAll((all) => all.map(({ children }) => [...children].map(({ textContent }) => textContent)));
    await show();
    // 166 ft of gutter at 6.25 in place of 5.33: 152.72 more.
    await eventually(async () => (await rows()).slice(1)).toEqual([
      ["Gutters", "1", "6,638.75", "6,791.47"],
      ["Estimate", "1", "6,638.75", "6,791.47"],
    ]);
    await button(prices, "Keep these prices").click();
    await eventually(async () => (await readEstimateTotals(page)).total).toBe(GUTTERS_TOTAL);

    await show();
    await prices.getByRole("table").waitFor();
    // Published while the page is open, newer than what it shows.
    await price.fill("7.25");
    await button(admin, "Save").click();
    await admin.getByText("Saved as version 3").waitFor();
    await button(prices, "Update prices").click();
    await told(page, "Newer prices were published meanwhile. Here is the new difference.");
    // 166 ft at 7.25 in place of 5.33: 318.72 more.
    await eventually(async () => (await rows()).at(-1)).toEqual(["Estimate", "1", "6,638.75", "6,957.47"]);
    await eventually(async () => (await readEstimateTotals(page)).total).toBe(GUTTERS_TOTAL);

    await setOffline(page.context(), true);
    await button(prices, "Hide the difference").click();
    await show();
    await prices
      .getByText(/^The server cannot be reached\. These are the newest prices on this device, as of today, /)
      .waitFor();
    await setOffline(page.context(), false);
    await button(prices, "Update prices").click();
    await told(page, "Prices are updated");
    await prices.waitFor({ state: "detached" });
    await eventually(async () => (await readEstimateTotals(page)).total).toBe(6957.47);
    await everythingSent(page);
    const { priceBookVersion, workflowSummaries } = await serverEstimate(journey.app, id);
    expect(priceBookVersion).toBe(3);
    expect(workflowSummaries["4"]?.totalWithMargin).toBe(6957.47);
  });
});

test("[EST-07][SET-24] a workflow's own name stands wherever it is offered and entered; one that is not offered is not", async () => {
  const admin = await journey.openPage();
  await signInToConfig(admin, "/config/estimate-sections");
  await admin.getByLabel("Own name of Gutters").fill("Eavestroughs");
  await admin.getByRole("checkbox", { name: "Insulation is offered" }).uncheck();
  await button(admin, "Save").click();
  await admin.getByText("All changes saved").waitFor();

  const withGutters = await makeEstimate(journey.app, { name: "With an own name", work: { 4: 0 } });
  const withRoof = await makeEstimate(journey.app, { name: "Without it", work: { 1: 0 } });
  const page = await visitEstimate(journey, { id: withRoof });
  const work = page.getByRole("region", { name: "Add work" });
  await button(work, "Eavestroughs").waitFor();
  for (const name of ["Gutters", "Insulation"]) await eventually(() => button(work, name).count()).toBe(0);

  await openEstimate(page, withGutters);
  await eventually(() => shownWork(page)).toEqual(["Eavestroughs", ""]);
  await page.getByRole("link", { name: /^Start of Eavestroughs, / }).click();
  await page.getByText("Eavestroughs · step 1 of 4").waitFor();
  await page.getByRole("navigation", { name: "Steps of Eavestroughs" }).waitFor();
  await eventually(() => page.title()).not.toContain("Gutters");

  await openLead(page, await findLeadId(journey.app, DEMO_LEAD));
  await button(page, "New estimate").click();
  const dialog = page.getByRole("dialog", { name: "New estimate" });
  await dialog.getByRole("checkbox", { name: "Eavestroughs" }).waitFor();
  for (const name of ["Gutters", "Insulation"])
    await eventually(() => dialog.getByRole("checkbox", { name, exact: true }).count()).toBe(0);
  for (const box of await dialog.getByRole("checkbox").all()) await box.setChecked(false);
  await dialog.getByRole("checkbox", { name: "Eavestroughs" }).check();
  await eventually(() => dialog.getByLabel("Name").inputValue()).toMatch(/^Eavestroughs/);
});
