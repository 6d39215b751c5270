import { isDeepStrictEqual } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { makeEstimate, makeLead } from "./demo-estimates.ts";
import { everythingDownloaded, everythingSent, readStore, setOffline, waitUntilOfflineReady } from "./device.ts";
import {
  createEstimate,
  enterDiscount,
  enterPromotion,
  linesOf,
  moveToEstimate,
  openEstimate,
  readBar,
  readEstimateTotals,
  readTotals,
  serverEstimate,
  shownEstimateId,
  startSteps,
  stepEntries,
} from "./estimates.ts";
import { enterAgain, entriesOf, prepareEntry, readHouse, type HouseEntry, type SampleHouse } from "./house-entry.ts";
import { eventually, type Device, type Journey } from "./journey.ts";
import { countLeads, createLead, serverLeads } from "./leads.ts";
import { signInPastThePage } from "./past-the-page.ts";
import { syncChip } from "./sync-panel.ts";

/*
 * From a lead without an estimate to the last step of each workflow, entered as a person does. The network is lost on the way and
 * comes back at the end. The totals on the screen are those of `npm run price` for the same house, and those that its notes calculate
 * by hand.
 */

/** Roofing reaches its total with at most this many entries. */
const MAX_ROOFING_ENTRIES = 150;

/** Drafts that do not change for so long are stored whole. */
const STILL_MS = 500;

const FROM_THE_MIDDLE = "from its middle step";
/** Lead, estimate and every step are created offline. */
const FROM_THE_LEAD = "from the new lead";

/** `device`: four are walked with a finger, three with a mouse. `lost`: where the network is lost. */
const WALKS = [
  {
    rule: "ROUTE-30",
    slug: "roofing",
    file: "roofing-colonial",
    device: "tablet",
    lost: FROM_THE_MIDDLE,
    steps: [
      "Questionnaire",
      "Details",
      "Decking & Underlayment",
      "Flashing",
      "Chimneys",
      "Skylight",
      "Ventilation",
      "Flat Roof",
      "Soffit",
      "Fascia",
      "Exterior Lighting",
      "Gutters",
      "Extras",
      "Package",
    ],
  },
  {
    rule: "ROUTE-31",
    slug: "siding",
    file: "siding-colonial",
    device: "desktop",
    lost: FROM_THE_MIDDLE,
    steps: [
      "Questionnaire",
      "Details",
      "House Wrap",
      "Accessories",
      "Corners",
      "Wraps",
      "Soffit",
      "Fascia",
      "Trim",
      "Shutters",
      "Accents",
      "Doors",
      "Painting",
      "Exterior Lighting",
      "Gutters",
      "Extras",
      "Package",
    ],
  },
  {
    rule: "ROUTE-32",
    slug: "windows",
    file: "windows-ranch",
    device: "tablet",
    lost: FROM_THE_MIDDLE,
    steps: ["Questionnaire", "Window Details", "Trim", "Project Specifications", "Window List"],
  },
  {
    rule: "ROUTE-34",
    slug: "gutters",
    file: "gutters-cape",
    device: "tablet",
    lost: FROM_THE_LEAD,
    steps: ["Details", "Gutters", "Exterior Lighting", "Extras"],
  },
  {
    rule: "ROUTE-35",
    slug: "trim",
    file: "trim-cape",
    device: "desktop",
    lost: FROM_THE_MIDDLE,
    steps: [
      "Details",
      "Soffit",
      "Fascia",
      "Composite Trim",
      "Wraps",
      "Paint",
      "Exterior Lighting",
      "Gutters",
      "Extras",
    ],
  },
  {
    rule: "ROUTE-36",
    slug: "repairs",
    file: "repairs-cape",
    device: "tablet",
    lost: FROM_THE_MIDDLE,
    steps: ["Roof", "Flashing", "Chimney", "Flat Roof", "Skylight", "Ventilation", "Paint", "Extras"],
  },
  {
    rule: "ROUTE-37",
    slug: "insulation",
    file: "insulation-cape",
    device: "desktop",
    lost: FROM_THE_MIDDLE,
    steps: ["Questionnaire", "Pre-Test", "Air Seal", "Details", "Extras"],
  },
] as const;

type WorkflowWalk = (typeof WALKS)[number];

export const WALKS_BY_TOUCH = WALKS.filter(({ device }) => device === "tablet");
export const WALKS_BY_MOUSE = WALKS.filter(({ device }) => device === "desktop");
/**
 * A walk on each kind of device that also begins on the pages of leads, and looks at its unsaved work in a second tab. Leads and estimates are created in
 * the same way for all work, and both tabs read the same drafts, which the reload of each walk puts into its forms.
 */
const WHOLE_WALKS: readonly string[] = ["roofing", "siding"];

/** A signed-in device for the walks of a file. */
export const shareWalkedDevice = (journey: Journey, device: Device): (() => Promise<BrowserContext>) =>
  journey.shareDevice(async () => {
    const context = await journey.openDevice({ device, serviceWorkers: "allow" });
    await signInPastThePage(await context.newPage());
    return context;
  });

/** A new page of a device, online and alone, whatever the test before left. */
export async function openOnlyPage(context: BrowserContext): Promise<Page> {
  await context.setOffline(false);
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  return page;
}

async function loseNetwork(journey: Journey, page: Page): Promise<void> {
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(page.context(), true);
}

/**
 * A page of a device on the first step of a new estimate for a new lead, whose last name is the house's file.
 *
 * @param made by whom lead and estimate are created; "offline" is on the pages, without a network
 */
export async function beginEstimate(
  journey: Journey,
  house: SampleHouse,
  { context, made }: { context: BrowserContext; made: "pastThePage" | "onThePage" | "offline" },
): Promise<{ page: Page; entry: HouseEntry }> {
  const { app } = journey;
  const { file, workflow, workflowId } = house;
  const page = await openOnlyPage(context);
  if (made === "pastThePage") {
    const leadId = await makeLead(app, { firstName: "House", lastName: file });
    await openEstimate(page, await makeEstimate(app, { leadId, name: workflow, work: { [workflowId]: 0 } }));
    await everythingDownloaded(page);
  } else {
    await page.goto("/estimator/leads");
    await (made === "offline" ? loseNetwork(journey, page) : everythingDownloaded(page));
    await createLead(page, { "First name": "House", "Last name": file });
    await createEstimate(page, { work: [workflow] });
  }
  await startSteps(page, workflow);
  return { page, entry: prepareEntry(page, house) };
}

interface Walk {
  readonly page: Page;
  readonly house: SampleHouse;
  readonly entry: HouseEntry;
  readonly slug: string;
  readonly steps: readonly string[];
  /** Called in the middle step, between two visits of other steps. */
  readonly onMiddle: () => Promise<void>;
}

/** The step in whose middle a walk is interrupted. */
const middleOf = (steps: readonly string[]): number => Math.ceil(steps.length / 2);

const addressOf = ({ page, slug }: Pick<Walk, "page" | "slug">, step: number): string =>
  `/estimator/estimate/${String(shownEstimateId(page))}/${slug}/${String(step)}`;

const waitForTitle = (page: Page, title: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();

/**
 * Enters every step and compares addresses and titles with those of the rule, and before the last one is left the figures of its bar with the price
 * tool. In the middle step the walk is interrupted and resumed. Ends on the estimate's page.
 */
async function walkSteps(walk: Walk): Promise<void> {
  const { page, house, entry, slug, steps } = walk;
  const middle = middleOf(steps);
  const seen: string[] = [];
  let enteredBefore = 0;
  await entry.addOptionalSteps();
  await entry.walk({
    onStep: async (number) => {
      expect(new URL(page.url()).pathname).toContain(`/${slug}/${String(number)}`);
      const shown = (await stepEntries(page)).find(({ isShown }) => isShown);
      seen.push(`${String(number)} ${shown?.title ?? ""}`);
      if (number === middle) await followLinks(walk);
      enteredBefore = entriesOf(entry.count);
      if (number === middle + 1) await goBackAndForward(walk);
    },
    onEntered: async (number) => {
      // Trim of windows is ordered automatically: then nothing is unsaved.
      const isTyped = entriesOf(entry.count) > enteredBefore;
      if (number === middle) await reloadStep(walk, { isTyped });
      if (number === middle && WHOLE_WALKS.includes(slug)) await lookInSecondTab(walk, { isTyped });
      if (number === steps.length) await eventually(() => readBar(page)).toEqual(house.beforeDiscount);
    },
  });
  expect(seen).toEqual(steps.map((title, index) => `${String(index + 1)} ${title}`));
  expect(entry.leftOver()).toEqual([]);
  await page.getByText(`${String(steps.length)} of ${String(steps.length)} steps`).waitFor();
}

/** From the step in the middle to the first one, with all its entries, and to the last one, which is locked and redirects. */
async function followLinks(walk: Walk): Promise<void> {
  const { page, house, slug, steps, onMiddle } = walk;
  const middle = middleOf(steps);
  const title = steps[middle - 1] ?? "";
  const states = steps.map(
    (_, index) => ["current", "next"][index + 1 - middle] ?? (index + 1 < middle ? "complete" : "locked"),
  );
  await eventually(async () => (await stepEntries(page)).map(({ state }) => state)).toEqual(states);
  await moveToEstimate(page, shownEstimateId(page), `/${slug}/1`);
  await waitForTitle(page, steps[0] ?? "");
  expect(await enterAgain(page, house)).toEqual([]);
  await onMiddle();
  await page.goto(addressOf(walk, steps.length));
  await page.waitForURL(`**${addressOf(walk, middle)}`);
  await waitForTitle(page, title);
}

/** Reloads with unsaved edits. The browser asks first; edits of a moment before are still restored. */
export async function reloadUnsaved(page: Page): Promise<void> {
  const address = page.url();
  await eventually(async () => {
    const before = await readStore(page, "estimateDrafts");
    await page.waitForTimeout(STILL_MS);
    const now = await readStore(page, "estimateDrafts");
    return now.length > 0 && isDeepStrictEqual(now, before);
  }).toBe(true);
  const bar = await readBar(page);
  page.once("dialog", (dialog) => void dialog.accept());
  const asked = page.waitForEvent("dialog");
  await page.reload();
  expect((await asked).type()).toBe("beforeunload");
  await page.getByText(/^Unsaved changes from .+ are back$/).waitFor();
  expect(page.url()).toBe(address);
  await eventually(() => readBar(page)).toEqual(bar);
}

/** The entries of an unsaved step, after a reload. */
async function reloadStep({ page, house }: Walk, { isTyped }: { isTyped: boolean }): Promise<void> {
  if (isTyped) await reloadUnsaved(page);
  else await page.reload();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  expect(await enterAgain(page, house)).toEqual([]);
}

/** The unsaved work of a tab in a second one, which is closed again. */
async function lookInSecondTab({ page, house }: Walk, { isTyped }: { isTyped: boolean }): Promise<void> {
  const second = await page.context().newPage();
  await second.goto(page.url());
  if (isTyped) await second.getByText(/^Unsaved changes from .+ are back$/).waitFor();
  await second.getByRole("button", { name: "Save", exact: true }).waitFor();
  const bar = await readBar(page);
  await eventually(() => readBar(second)).toEqual(bar);
  expect(await enterAgain(second, house)).toEqual([]);
  await second.close();
}

/** From the step behind the middle one back to it, which has all entries, and forward again. */
async function goBackAndForward({ page, house, steps }: Walk): Promise<void> {
  const middle = middleOf(steps);
  const bar = await readBar(page);
  await page.goBack();
  await waitForTitle(page, steps[middle - 1] ?? "");
  await eventually(() => readBar(page)).toEqual(bar);
  expect(await enterAgain(page, house)).toEqual([]);
  await page.goForward();
  await waitForTitle(page, steps[middle] ?? "");
}

/** The screen's figures before any reduction, with the discount, and with the promotion. Returns the number of entries. */
async function closeEstimate(page: Page, house: SampleHouse): Promise<number> {
  const { summary, expected, workflow } = house;
  // With a margin on top the price is more than the items.
  const items = house.margin === 0 ? "Price" : "Items";
  await eventually(() => readEstimateTotals(page)).toEqual({
    total: summary.itemTotal,
    totalCost: summary.totalCost,
  });
  const entries = await enterDiscount(page, workflow, house);
  await eventually(() => readTotals(page)).toMatchObject({ [items]: summary.itemTotal, Cost: summary.totalCost });
  await page.goBack();
  if (house.promotion > 0) await enterPromotion(page, house.promotion);
  await eventually(() => readEstimateTotals(page)).toEqual({
    total: expected.total,
    totalCost: expected.totalCost,
  });
  await page.getByRole("link", { name: `Summary of ${workflow}` }).click();
  await eventually(() => readTotals(page)).toMatchObject({
    [items]: summary.itemTotal,
    Total: summary.totalWithMargin,
    Cost: summary.totalCost,
  });
  expect(summary.totalWithMargin).toBe(expected.total);
  await page.goBack();
  return entries + (house.promotion > 0 ? 1 : 0);
}

const SENT_MEMBERS = [
  "discountableItemTotal",
  "nonDiscountableItemTotal",
  "totalCost",
  "discountPercent",
  "marginPercent",
  "fee",
  "promotion",
  "totalWithMargin",
] as const;

/** Waits until everything is sent, and compares each line with the house, and with the server's own calculation. */
async function expectOnServer(
  journey: Journey,
  page: Page,
  { workflowId, summary, items: expected }: SampleHouse,
): Promise<void> {
  await everythingSent(page);
  await eventually(() => shownEstimateId(page)).toBeGreaterThan(0);
  const { workflowSummaries, items } = await serverEstimate(journey.app, shownEstimateId(page));
  expect(linesOf(items)).toEqual(linesOf(expected));
  expect(workflowSummaries[String(workflowId)]).toMatchObject(
    Object.fromEntries(SENT_MEMBERS.map((name) => [name, summary[name]])),
  );
}

/** The server's lines of an estimate; empty for one that only the device has. */
const serverLines = async (journey: Journey, id: number): Promise<readonly string[]> =>
  id < 0 ? [] : linesOf((await serverEstimate(journey.app, id)).items);

/** Enters the house of a workflow as a new estimate of a new lead, and compares the screen and the server with it. */
export async function walkWorkflow(
  journey: Journey,
  context: BrowserContext,
  { file, lost, ...way }: WorkflowWalk,
): Promise<void> {
  const house = readHouse(file);
  const made = lost === FROM_THE_LEAD ? "offline" : WHOLE_WALKS.includes(way.slug) ? "onThePage" : "pastThePage";
  const { page, entry } = await beginEstimate(journey, house, { context, made });
  const id = shownEstimateId(page);
  const begun = performance.now();
  let sent: readonly string[] = [];
  const onMiddle = async (): Promise<void> => {
    if (lost === FROM_THE_LEAD) return;
    await everythingSent(page);
    sent = await serverLines(journey, id);
    await loseNetwork(journey, page);
  };
  await walkSteps({ page, house, entry, ...way, onMiddle });
  const entries = entriesOf(entry.count) + (await closeEstimate(page, house));
  await syncChip(page)
    .getByText(/waiting$/)
    .waitFor();
  await eventually(() => serverLines(journey, id)).toEqual(sent);
  await eventually(() => serverLeads(journey.app, file)).toHaveLength(id < 0 ? 0 : 1);
  expect(id < 0).toBe(lost === FROM_THE_LEAD);
  await setOffline(page.context(), false);
  await expectOnServer(journey, page, house);
  await eventually(() => readEstimateTotals(page)).toEqual({
    total: house.expected.total,
    totalCost: house.expected.totalCost,
  });
  if (house.workflowId === 1) expect(entries).toBeLessThanOrEqual(MAX_ROOFING_ENTRIES);
  report(entry, { file, entries, seconds: Math.round((performance.now() - begun) / 1000) });
}

/** `ENTRIES=1`: what the walks took, for those who count (docs/walks.md). */
function report({ count }: HouseEntry, walk: { file: string; entries: number; seconds: number }): void {
  if (process.env.ENTRIES) console.log(JSON.stringify({ ...walk, ...count, done: undefined }));
}
