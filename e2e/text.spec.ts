import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findOverlappingTexts } from "../apps/web/src/features/estimate/steps/testing/overlapping-texts.ts";
import { ADMIN, OTHER_SALES, SALES, signIn } from "./support/account.ts";
import { DEMO_LEAD, findEstimateId, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { openEstimate } from "./support/estimates.ts";
import { everythingSent, openReadyDevice, setOffline } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { findTooWide, findZoomed } from "./support/inspect-page.ts";
import { createLead, editLead, findLeadId, openLead } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* Text on the pages of the product: names of another direction, fields of a phone that is turned, letters of twice the size. */

const journey = prepareJourney();

/**
 * Runs in the page: places where words from right to left reverse what is beside them. What is beside them has to be in the order of the
 * text; of the words themselves each run is one piece.
 */
function findTurned(): string[] {
  const PIECES = /[\u0590-\u05ff]+(?:[ '’"-]+[\u0590-\u05ff]+)*|[^\s\u0590-\u05ff\u2066-\u2069]+/gu;
  const texts = new Map<Element, Text[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement;
    if (!block?.checkVisibility({ visibilityProperty: true }) || block.closest("option, script, style")) continue;
    while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display))
      block = block.parentElement;
    texts.set(block, [...(texts.get(block) ?? []), node as Text]);
  }
  const found: string[] = [];
  for (const nodes of texts.values()) {
    const text = nodes.map(({ data }) => data).join("");
    if (!/[\u0590-\u05ff]/.test(text)) continue;
    const places = nodes.flatMap((node) => Array.from({ length: node.length }, (_, offset) => ({ node, offset })));
    let before: DOMRect | undefined;
    for (const { 0: piece, index } of text.matchAll(PIECES)) {
      const [first, last] = [places[index], places[index + piece.length - 1]];
      if (!first || !last) continue;
      const range = document.createRange();
      range.setStart(first.node, first.offset);
      range.setEnd(last.node, last.offset + 1);
      const box = range.getBoundingClientRect();
      const isOnOneLine = before && Math.abs(before.top - box.top) < 4 && before.height < box.height * 1.5;
      if (before && isOnOneLine && box.left < before.right - 1)
        found.push(`"${piece}" stands before what it follows: ${text}`);
      before = box;
    }
  }
  return found;
}

const lookAt = async (page: Page, name: string): Promise<string[]> =>
  (await page.evaluate(findTurned)).map((found) => `${name}: ${found}`);

/** Pages with much to type and to read, of a salesperson and of an admin; the steps of an estimate have a separate test. */
async function fullPages(): Promise<readonly { email: string; paths: readonly string[] }[]> {
  const lead = `/estimator/leads/${String(await findLeadId(journey.app, DEMO_LEAD))}`;
  const estimate = `/estimator/estimate/${String(await findEstimateId(journey.app, WHOLE_HOUSE))}`;
  const below = ["", "/summary/1", "/windows/2", "/contract/create"];
  return [
    { email: SALES, paths: ["/estimator/leads", `${lead}/edit`, ...below.map((page) => estimate + page)] },
    {
      email: ADMIN,
      paths: ["settings", "payment-options", "estimate-fields", "users"].map((page) => `/config/${page}`),
    },
  ];
}

/** The pages on which an admin reads names and texts of users. */
const CONFIG_PAGES = [
  "users",
  "activity",
  "payment-options",
  "usage-report",
  "estimate-sections",
  "estimate-fields",
  "estimate-field-options",
  "sections-info",
  "estimate-templates",
  "import-leads",
  "settings",
  "contract-settings",
  "file-settings",
  "email-settings",
];

/** Opens each page on a device, whose user may have set another text size in the browser, and reports the findings. */
async function lookAtPages(
  pages: Awaited<ReturnType<typeof fullPages>>,
  { textPx = 16, ...device }: Parameters<typeof journey.openPage>[0] & { textPx?: number },
  find: (page: Page) => Promise<readonly (string | undefined)[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { email, paths } of pages) {
    const page = await journey.openPage(device);
    const browser = await page.context().newCDPSession(page);
    await browser.send("Page.enable");
    await browser.send("Page.setFontSizes", { fontSizes: { standard: textPx } });
    await signIn(page, { email });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForFunction(
        () => document.querySelector("main input, main button") && !document.querySelector("[aria-busy=true]"),
      );
      found.push(...(await find(page)).flatMap((each) => (each === undefined ? [] : `${path}: ${each}`)));
    }
  }
  return found;
}

test("[TEXT-05] a phone that is turned sideways zooms no field", async () => {
  const sideways = { device: "phone", viewport: { width: 844, height: 390 } } as const;
  expect(await lookAtPages((await fullPages()).slice(0, 1), sideways, (page) => page.evaluate(findZoomed))).toEqual([]);
});

test("[TEXT-01] with text of twice the usual size no text lies on another, and no page is wider than a tablet", async () => {
  const found = await lookAtPages(await fullPages(), { device: "tablet", textPx: 32 }, async (page) => {
    // 820 px are 25.6 em, a phone's layout: the text size is applied.
    await page.waitForFunction(() => matchMedia("(max-width: 30em)").matches);
    return [...(await page.evaluate(findOverlappingTexts)), await page.evaluate(findTooWide)];
  });
  expect(found).toEqual([]);
});

test("[TEXT-04] names from right to left keep to themselves in lists, on pages, in sentences and in fields", async () => {
  const { app } = journey;
  const leadId = await findLeadId(app, DEMO_LEAD);
  const id = await findEstimateId(app, WHOLE_HOUSE);
  await app.query(
    "update lead set first_name = 'משה', last_name = 'כהן', company = 'גגות', street = 'הרצל', city = 'חיפה', description = 'שער' where id = $1",
    [leadId],
  );
  await app.query("update estimate set name = 'גג' where id = $1", [id]);
  await app.query("update document set name = 'חוזה' where lead_id = $1", [leadId]);
  await app.query("update account set first_name = 'דנה', last_name = 'לוי' where email = 'sales@demo.test'");

  const found: string[] = [];
  const page = await journey.openPage();
  await signIn(page);
  await page.getByRole("link", { name: "משה כהן" }).first().waitFor();
  found.push(...(await lookAt(page, "list")));
  await openLead(page, leadId);
  await page.getByRole("heading", { level: 1, name: "משה כהן" }).waitFor();
  await page.getByText("גג", { exact: true }).first().waitFor();
  found.push(...(await lookAt(page, "lead")));
  await page.getByRole("button", { name: "Delete", exact: true }).first().click();
  found.push(...(await lookAt(page, "question")));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Edit", exact: true }).first().click();
  await page.getByRole("heading", { name: /^Edit / }).waitFor();
  found.push(...(await lookAt(page, "form")));
  const directionOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field) => getComputedStyle(field).direction);
  await eventually(() => directionOf("Last name")).toBe("rtl");
  await eventually(() => directionOf("Description")).toBe("rtl");
  await eventually(() => directionOf("Phone")).toBe("ltr");
  for (const below of ["", "/summary", "/summary/1", "/roofing/1", "/homeowner"]) {
    await openEstimate(page, id, below);
    await page.getByRole("heading", { level: 1 }).waitFor();
    found.push(...(await lookAt(page, `estimate${below}`)));
  }
  expect(found).toEqual([]);
});

test("[TEXT-06] the list of unsent changes keeps names from right to left apart: waiting, in conflict, deleted by another user", async () => {
  const { app } = journey;
  const [changed, deleted] = [await findLeadId(app, "Sam Okafor"), await findLeadId(app, "Ellen Brandt")];
  await app.query("update lead set first_name = 'משה', last_name = 'כהן' where id in ($1, $2)", [changed, deleted]);
  await app.query("update estimate set lead_id = $1 where lead_id = $2", [changed, deleted]);
  await app.query("update account set first_name = 'דנה', last_name = 'לוי' where email in ($1, $2, $3)", [
    SALES,
    ADMIN,
    OTHER_SALES,
  ]);
  const found: string[] = [];
  const { context, page } = await openReadyDevice(journey);
  await openLead(page, changed);
  await setOffline(context, true);
  await editLead(page, { City: "חיפה", Street: "הרצל" });
  await openLead(page, deleted);
  await editLead(page, { City: "אילת" });
  await page.goto("/estimator/leads");
  await createLead(page, { "First name": "רות", "Last name": "לוי", Street: "הרצל", City: "חיפה" });
  const waiting = await openSyncPanel(page);
  await waiting.getByText("Waiting, 3rd").waitFor();
  found.push(...(await lookAt(page, "waiting")));
  await waiting.getByRole("button", { name: "Close" }).click();

  const office = await journey.openPage();
  await signIn(office, { email: ADMIN });
  await openLead(office, changed);
  await editLead(office, { City: "יפו", Street: "ביאליק" });
  await everythingSent(office);
  await openLead(office, deleted);
  await office.getByRole("button", { name: "Delete" }).click();
  found.push(...(await lookAt(office, "question")));
  await office.getByRole("alertdialog").getByRole("button", { name: "Delete lead" }).click();
  await eventually(() => app.query("select id from lead where id = $1", [deleted])).toEqual([]);

  await setOffline(context, false);
  await eventually(() => syncChip(page).textContent()).toBe("2 need you");
  found.push(...(await lookAt(page, "notices")));
  const needing = await openSyncPanel(page);
  await needing.getByText("changed the same fields").waitFor();
  await needing.getByText("This lead was deleted by").waitFor();
  found.push(...(await lookAt(page, "two versions and a refusal")));
  expect(found).toEqual([]);
});

test("[TEXT-07] the import of leads and the pages of config keep names from right to left apart", async () => {
  const { app } = journey;
  await app.query("update account set first_name = 'דנה', last_name = 'לוי' where email = $1", [ADMIN]);
  await app.query("update company set name = 'גגות'");
  await app.query("update estimate_workflow set alias = 'גג' where workflow_id = 1");
  await app.query("update price_book_version set author = 'דנה לוי', note = 'מחירים'");
  await app.query(`update price_book_entry set content = replace(content::text, '"White"', '"לבן"')::jsonb`);
  const found: string[] = [];
  const page = await journey.openPage();
  await signIn(page, { email: ADMIN });
  await page.goto("/config/import-leads");
  const rows = [
    "First name,Last name,Street,City,Zip,Phone,Salesperson,Status",
    "משה,כהן,הרצל,חיפה,49001,9065550121,משה לוי,חדש",
    "משה,כהן,הרצל,חיפה,49001,9065550121,משה לוי,חדש",
    "רות,לוי,ביאליק,יפו,49002,12 34,דנה לוי,חדש",
  ];
  const file = { name: "לידים.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByLabel("File of leads").setInputFiles(file);
  await page.getByText("1 duplicate", { exact: true }).waitFor();
  await page.getByText("1 problem", { exact: true }).waitFor();
  found.push(...(await lookAt(page, "import")));
  await page.getByRole("button", { name: /^Leave empty: row 4/ }).click();
  await page.getByText("No problems").waitFor();
  await page.getByLabel("Skip").first().check();
  await page.getByRole("button", { name: /^Import \d+ leads$/ }).click();
  await page.getByRole("heading", { name: /leads imported$/ }).waitFor();
  found.push(...(await lookAt(page, "imported")));
  for (const path of CONFIG_PAGES) {
    await page.goto(`/config/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(
      () => document.querySelector("main input, main button, main a") && !document.querySelector("[aria-busy=true]"),
    );
    found.push(...(await lookAt(page, path)));
  }
  expect(found).toEqual([]);
});
