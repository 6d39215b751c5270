import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ADMIN, SALES, signIn } from "./support/account.ts";
import { findEstimateId, GUTTERS_ONLY } from "./support/demo-estimates.ts";
import { everythingDownloaded, readStore } from "./support/device.ts";
import { openEstimate, serverEstimate } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { createLead, fillInLead, openLead, saveLead, serverLeads, shownLeadId } from "./support/leads.ts";

/* Typed text is a person's work: checked with messages, kept over a closed tab, and discarded only on purpose. */

const journey = prepareJourney();

test("[LEAD-15][VAL-01][VAL-05][VAL-06][VAL-22] wrong entries are named at their fields and counted, and nothing is saved", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.getByRole("link", { name: "New lead" }).click();
  await fillInLead(page, { Phone: "123", "E-mail": "nobody", "Zip code": "9", "Customer number": "C-VALIDATION" });
  await saveLead(page);
  await page.getByText("4 errors in form").waitFor();
  await page.getByText("The page has errors which must be fixed before saving").waitFor();
  for (const message of [
    "Enter a name or a company.",
    "Phone must be a valid phone number with 10 digits.",
    "E-mail must be a valid e-mail address.",
    "Zip code must be a valid Zip Code.",
  ])
    await eventually(() => page.getByText(message).count()).toBeGreaterThanOrEqual(2);
  await eventually(() => journey.app.query("select id from lead where customer_number = 'C-VALIDATION'")).toEqual([]);

  // The summary links to the field.
  await page.getByRole("link", { name: "Zip code must be a valid Zip Code." }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("zipCode");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("K1A 0B1");
  await page.locator("[name=phone]").fill("2695550123");
  await eventually(() => page.locator("[name=phone]").inputValue()).toBe("(269) 555-0123");
  await page.locator("[name=email]").fill("val@mail.test");
  await page.locator("[name=lastName]").fill("Valid");
  await page.getByText("No errors in form").waitFor();
  await saveLead(page);
  await page.getByRole("heading", { name: "Valid" }).waitFor();
  await eventually(() => serverLeads(journey.app, "Valid")).toMatchObject([
    { phone: "+12695550123", email: "val@mail.test" },
  ]);
});

test("[LEAD-39] a ZIP code fills in city and state, corrects what a mistyped one filled in, and overwrites nothing", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.goto("/estimator/leads/new/edit");
  const city = page.getByLabel("City", { exact: true });
  const state = page.getByRole("combobox", { name: "State" });
  await fillInLead(page, { "Zip code": "49002" });
  await eventually(() => city.inputValue()).toBe("Portage");
  await eventually(() => state.inputValue()).toBe("MI");
  await fillInLead(page, { "Zip code": "90210" });
  await eventually(() => city.inputValue()).toBe("Beverly Hills");
  await eventually(() => state.inputValue()).toBe("CA");
  await fillInLead(page, { City: "Kalamazoo", "Zip code": "00000" });
  await fillInLead(page, { "Zip code": "49002" });
  await eventually(() => state.inputValue()).toBe("MI");
  await eventually(() => city.inputValue()).toBe("Kalamazoo");
});

test("[LEAD-16] the states are those of the chosen country", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.goto("/estimator/leads/new/edit");
  const state = page.getByRole("combobox", { name: "State" });
  await state.selectOption({ label: "Michigan" });
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Canada" });
  await eventually(() => state.inputValue()).toBe("");
  // 13 provinces and territories, and the line for none.
  await eventually(() => state.getByRole("option").count()).toBe(14);
  await state.selectOption({ label: "Ontario" });
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "United States" });
  await eventually(() => state.getByRole("option").count()).toBe(52);
});

test("[LEAD-14] unsaved edits survive a closed tab, for a new lead and for a known one", async () => {
  const context = await journey.openDevice();
  const first = await context.newPage();
  await signIn(first);
  await first.getByRole("link", { name: "New lead" }).click();
  await fillInLead(first, { "First name": "Dora", "Last name": "Draft", Street: "5 Unsaved Way" });
  await eventually(async () => JSON.stringify(await readStore(first, "drafts"))).toContain("5 Unsaved Way");
  // Closed without a question, as by an empty battery.
  await first.close();

  const second = await context.newPage();
  await second.goto("/estimator/leads/new/edit");
  await second.getByText("Restored what you had typed").waitFor();
  await eventually(() => second.getByLabel("Street").inputValue()).toBe("5 Unsaved Way");
  await saveLead(second);
  await second.getByRole("heading", { name: "Dora Draft" }).waitFor();
  const id = shownLeadId(second);

  await second.getByRole("link", { name: "Edit", exact: true }).click();
  await fillInLead(second, { City: "Draftville" });
  await eventually(async () => JSON.stringify(await readStore(second, "drafts"))).toContain("Draftville");
  await second.close();

  const third = await context.newPage();
  await openLead(third, id);
  await third.getByRole("link", { name: "Edit", exact: true }).click();
  await third.getByText("Restored what you had typed").waitFor();
  await eventually(() => third.getByLabel("City").inputValue()).toBe("Draftville");
  await third.getByRole("button", { name: "Discard" }).click();
  await eventually(() => third.getByLabel("City").inputValue()).toBe("");
  await eventually(() => serverLeads(journey.app, "Draft")).toMatchObject([{ city: "", street: "5 Unsaved Way" }]);
});

test("[SYNC-75] a tab that crashes while the user types without a pause loses at most the last key", async () => {
  const context = await journey.openDevice();
  const first = await context.newPage();
  await signIn(first);
  await first.getByRole("link", { name: "New lead" }).click();
  const note = "Dog in the yard, call from the driveway, the gate code is 4471 and the roof is steep.";
  await first.getByLabel("Description").focus();
  const crash = await context.newCDPSession(first);
  // A fast typist: a debounce of a few keys would have stored nothing, and the crash comes with the last key.
  await first.keyboard.type(note, { delay: 30 });
  void crash.send("Page.crash").catch(() => undefined);
  await first.waitForEvent("crash");

  const second = await context.newPage();
  await second.goto("/estimator/leads/new/edit");
  await second.getByText("Restored what you had typed").waitFor();
  const kept = await second.getByLabel("Description").inputValue();
  expect(note.startsWith(kept)).toBe(true);
  // The last key, and those that came while the write before it ran: on a busy machine that takes the time of several.
  expect(kept.length).toBeGreaterThanOrEqual(note.length - 12);
});

test("[SYNC-75] edits without a pause are restored after a reload and after a closed tab: lead, summary, document, settings", async () => {
  const estimate = `/estimator/estimate/${String(await findEstimateId(journey.app, GUTTERS_ONLY))}`;
  const sales = [
    { path: "/estimator/leads/new/edit", label: "Description", typed: ["Gate code", " 4471"] },
    { path: `${estimate}/summary/4`, label: "Discount", typed: ["12", ".25"] },
    { path: `${estimate}/purchase-order/create`, label: "Address and contact", typed: ["14 Mill", " Rd"] },
  ] as const;
  const admin = [{ path: "/config/settings", label: "Name in the app", typed: ["Gable", " Roofs"] }] as const;
  /** A key every 120 ms, and no time after the last one, which may be lost. */
  const loseWhileTyping = async (
    context: BrowserContext,
    { path, label, typed }: (typeof sales | typeof admin)[number],
  ) => {
    const open = async () => {
      const page = await context.newPage();
      // The browser asks before a page with unsaved work is reloaded.
      page.on("dialog", (dialog) => void dialog.accept());
      await page.goto(path);
      return { page, field: page.getByLabel(label, { exact: true }) };
    };
    const isKept = (field: Locator, text: string) =>
      eventually(() => field.inputValue()).toSatisfy((kept) => kept === text || kept === text.slice(0, -1));
    const [before, after] = typed;
    const { page, field } = await open();
    await field.fill("");
    await field.pressSequentially(before, { delay: 120 });
    await page.reload();
    await isKept(field, before);
    await field.fill(before);
    await field.press("End");
    await field.pressSequentially(after, { delay: 120 });
    await page.close();
    const again = await open();
    await isKept(again.field, before + after);
    await again.page.close();
  };
  for (const [email, forms] of [
    [SALES, sales],
    [ADMIN, admin],
  ] as const) {
    const context = await journey.openDevice();
    await signIn(await context.newPage(), { email });
    for (const form of forms) await loseWhileTyping(context, form);
  }
});

test("[SHELL-07][SHELL-16] leaving unsaved changes asks in the exact words; errors raise another question", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.getByRole("link", { name: "New lead" }).click();
  await fillInLead(page, { "Last name": "Leaver" });
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Do you really want to leave? You have unsaved changes!").waitFor();
  await question.getByRole("button", { name: "Stay" }).click();
  await eventually(() => page.getByLabel("Last name").inputValue()).toBe("Leaver");

  await fillInLead(page, { "E-mail": "wrong" });
  await page.goBack();
  await question.getByText("Do you want to fix the errors or discard your changes?").waitFor();
  await question.getByText("The page has errors which must be fixed before saving.").waitFor();
  // Escape, like a press beside the dialog, answers no.
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  // The browser goes forward again by itself, a moment after the answer.
  await page.waitForURL(/\/edit$/);

  // The browser asks before the whole page is closed.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await page.getByRole("link", { name: "Leads", exact: true }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.waitForURL("**/estimator/leads");
  await page.goto("/estimator/leads/new/edit");
  await page.getByRole("heading", { name: "New lead" }).waitFor();
  await eventually(() => page.getByLabel("Last name").inputValue()).toBe("");
});

test("[LEAD-17][SHELL-13][SHELL-15][API-44] a lead is deleted after a question, and one that is gone already is simply gone", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await createLead(page, { "First name": "Delia", "Last name": "Delete" });
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByText("Delete Delia Delete?").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await eventually(() => serverLeads(journey.app, "Delete")).toHaveLength(1);
  // Requests still under way would reveal it before the second press.
  await everythingDownloaded(page);

  // Another user is faster.
  await journey.app.query("delete from lead where last_name = 'Delete'");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete lead" }).click();
  await page.getByText("Delia Delete is deleted").waitFor();
  await page.waitForURL("**/estimator/leads");
  await eventually(() => serverLeads(journey.app, "Delete")).toEqual([]);
});

test("[SUM-09] a typed discount survives a closed tab, and is gone once it was taken back", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const context = await journey.openDevice();
  const first = await context.newPage();
  await signIn(first);
  await openEstimate(first, id, "/summary/4");
  const typed = first.getByLabel("Discount", { exact: true });
  const saved = await typed.inputValue();
  await typed.fill("3");
  await eventually(async () => (await readStore(first, "estimateDrafts")).length).toBe(1);
  await first.close();

  const second = await context.newPage();
  await openEstimate(second, id, "/summary/4");
  await second.getByText("The discount and margin that you typed before are back, not saved yet").waitFor();
  await eventually(() => second.getByLabel("Discount", { exact: true }).inputValue()).toBe("3");
  await second.getByText("Not saved yet, kept on this device").waitFor();
  await second.getByRole("button", { name: "Discard" }).click();
  await eventually(() => second.getByLabel("Discount", { exact: true }).inputValue()).toBe(saved);
  await eventually(() => readStore(second, "estimateDrafts")).toEqual([]);
});

test("[SUM-10][SHELL-07] a down payment that cannot be saved raises a question, survives a closed tab, and is gone once it was undone", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const context = await journey.openDevice();
  const first = await context.newPage();
  await signIn(first);
  await openEstimate(first, id);
  const field = (page: Page): Locator => page.getByRole("textbox", { name: "Down payment", exact: true });
  await field(first).waitFor();
  const saved = await field(first).inputValue();
  await field(first).fill("99,000,000");
  await first.getByRole("link", { name: "Karen & Tom Whitfield", exact: true }).click();
  const question = first.getByRole("alertdialog");
  await question.getByText("Do you want to fix the errors or discard your changes?").waitFor();
  await question.getByRole("button", { name: "Fix errors" }).click();
  await eventually(() => field(first).inputValue()).toBe("99,000,000");
  await first.getByText(/^Down payment must be at most /).waitFor();
  await eventually(async () => (await readStore(first, "estimateDrafts")).length).toBe(1);
  // Closed without a question, as by an empty battery.
  await first.close();

  const second = await context.newPage();
  await openEstimate(second, id);
  await second.getByText("The down payment that you typed before is back, not saved yet").waitFor();
  await eventually(() => field(second).inputValue()).toBe("99,000,000");
  await second.getByText(/^Down payment must be at most /).waitFor();
  await second.getByRole("button", { name: "Discard" }).click();
  await eventually(() => field(second).inputValue()).toBe(saved);
  await eventually(() => readStore(second, "estimateDrafts")).toEqual([]);
  await eventually(async () => (await serverEstimate(journey.app, id)).downpayment).toBe(
    Number(saved.replaceAll(",", "")),
  );
});

test("[SUM-10] an amount that was just typed is saved when the page is left", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const page = await journey.openPage();
  await signIn(page);
  await openEstimate(page, id, "/summary/4");
  await page.getByRole("heading", { level: 1, name: "Gutters" }).waitFor();
  await page
    .locator(`a[href="/estimator/estimate/${String(id)}"]`)
    .first()
    .click();
  const promotion = page.getByLabel("Promotion", { exact: true });
  // Going back neither blurs the field first nor waits for a pause.
  await promotion.fill("1.25");
  await page.evaluate(() => history.back());
  await page.getByRole("heading", { level: 1, name: "Gutters" }).waitFor();
  await eventually(async () => (await serverEstimate(journey.app, id)).promotion).toBe(1.25);
  await eventually(() => readStore(page, "estimateDrafts")).toEqual([]);
});
