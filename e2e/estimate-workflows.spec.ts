import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findEstimateId, GUTTERS_ONLY, visitEstimate, WHOLE_HOUSE, WINDOWS_ONLY } from "./support/demo-estimates.ts";
import { everythingSent, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import {
  createEstimate,
  enterDiscount,
  enterPromotion,
  linesOf,
  openEstimate,
  openListedWindow,
  readBar,
  readBarTotal,
  readEstimateTotals,
  readTotals,
  saveStep,
  serverEstimate,
  shownEstimateId,
  startSteps,
  stepEntries,
  typeNumber,
} from "./support/estimates.ts";
import {
  enterAgain,
  entriesOf,
  prepareEntry,
  readHouse,
  type HouseEntry,
  type SampleHouse,
} from "./support/house-entry.ts";
import { eventually, prepareJourney, type Device } from "./support/journey.ts";
import { countLeads, createLead, serverLeads } from "./support/leads.ts";
import { signInPastThePage } from "./support/past-the-page.ts";
import { press } from "./support/press.ts";
import { syncChip } from "./support/sync-panel.ts";

/*
 * From a lead without an estimate to the last step of each workflow, entered as a person does. The network is lost on the way and
 * comes back at the end. The totals on the screen are those of `npm run price` for the same house, and those that its notes calculate
 * by hand.
 */

const journey = prepareJourney();

/** Far more than a house takes on a machine without other work. */
const WALK_TIMEOUT_MS = 240_000;
/** Roofing reaches its total with at most so many entries. */
const MAX_ROOFING_ENTRIES = 150;

/** As long as what is typed may take to be on the device. */
const KEPT_WITHIN_MS = 500;

const FROM_THE_MIDDLE = "from its middle step";
/** Lead, estimate and every step are made without a network. */
const FROM_THE_LEAD = "from the new lead";

/** `device`: four are walked with a finger, three with a mouse. `lost`: where the network is lost. */
const WORKFLOWS = [
  {
    rule: "ROUTE-30",
    slug: "roofing",
    file: "roofing-colonial",
    device: "tablet",
    lost: FROM_THE_MIDDLE,
    steps: [
      ...["Questionnaire", "Details", "Decking & Underlayment", "Flashing", "Chimneys", "Skylight", "Ventilation"],
      ...["Flat Roof", "Soffit", "Fascia", "Exterior Lighting", "Gutters", "Extras", "Package"],
    ],
  },
  {
    rule: "ROUTE-31",
    slug: "siding",
    file: "siding-colonial",
    device: "desktop",
    lost: FROM_THE_MIDDLE,
    steps: [
      ...["Questionnaire", "Details", "House Wrap", "Accessories", "Corners", "Wraps", "Soffit", "Fascia", "Trim"],
      ...["Shutters", "Accents", "Doors", "Painting", "Exterior Lighting", "Gutters", "Extras", "Package"],
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
      ...["Details", "Soffit", "Fascia", "Composite Trim", "Wraps", "Paint", "Exterior Lighting", "Gutters", "Extras"],
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

const loseNetwork = async (page: Page): Promise<void> => {
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await setOffline(page.context(), true);
};

/** A device on the first step of a new estimate for a new lead, whose last name is the house's file. */
async function beginEstimate(
  house: SampleHouse,
  { device, isOffline = false }: { device: Device; isOffline?: boolean },
): Promise<{ page: Page; entry: HouseEntry }> {
  const page = await journey.openPage({ device, serviceWorkers: "allow" });
  await signInPastThePage(page);
  await page.goto("/estimator/leads");
  if (isOffline) await loseNetwork(page);
  await createLead(page, { "First name": "House", "Last name": house.file });
  await createEstimate(page, { work: [house.workflow] });
  await startSteps(page, house.workflow);
  return { page, entry: prepareEntry(page, house) };
}

interface Walk {
  readonly page: Page;
  readonly house: SampleHouse;
  readonly entry: HouseEntry;
  readonly slug: string;
  readonly steps: readonly string[];
  /** Called in the middle step, between two looks at other steps. */
  readonly onMiddle: () => Promise<void>;
}

/** The step in whose middle a walk is broken off. */
const middleOf = (steps: readonly string[]): number => Math.ceil(steps.length / 2);

const addressOf = ({ page, slug }: Pick<Walk, "page" | "slug">, step: number): string =>
  `/estimator/estimate/${String(shownEstimateId(page))}/${slug}/${String(step)}`;

const waitForTitle = (page: Page, title: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();

/**
 * Enters every step and compares addresses and titles with those of the rule, and before the last one is left the figures of its bar
 * with the price tool. In the middle step the walk is broken off and taken up again. Ends on the estimate's page.
 */
async function walkSteps(walk: Walk): Promise<void> {
  const { page, house, entry, slug, steps } = walk;
  const middle = middleOf(steps);
  const seen: string[] = [];
  await entry.addOptionalSteps();
  await entry.walk({
    onStep: async (number) => {
      expect(new URL(page.url()).pathname).toContain(`/${slug}/${String(number)}`);
      const shown = (await stepEntries(page)).find(({ isShown }) => isShown);
      seen.push(`${String(number)} ${shown?.title ?? ""}`);
      if (number === middle) await followLinks(walk);
      if (number === middle + 1) await goBackAndForward(walk);
    },
    onEntered: async (number) => {
      if (number === middle) await reloadStep(walk);
      if (number === middle) await lookInSecondTab(walk);
      if (number === steps.length) await eventually(() => readBar(page)).toEqual(house.beforeDiscount);
    },
  });
  expect(seen).toEqual(steps.map((title, index) => `${String(index + 1)} ${title}`));
  expect(entry.leftOver()).toEqual([]);
  await page.getByText(`All ${String(steps.length)} steps complete`).waitFor();
}

/** From the step in the middle to the first one, with all that it was given, and to the last one, which is locked and leads back. */
async function followLinks(walk: Walk): Promise<void> {
  const { page, house, steps, onMiddle } = walk;
  const middle = middleOf(steps);
  const title = steps[middle - 1] ?? "";
  const states = steps.map(
    (_, index) => ["current", "next"][index + 1 - middle] ?? (index + 1 < middle ? "complete" : "locked"),
  );
  expect((await stepEntries(page)).map(({ state }) => state)).toEqual(states);
  await page.goto(addressOf(walk, 1));
  await waitForTitle(page, steps[0] ?? "");
  expect(await enterAgain(page, house)).toEqual([]);
  await onMiddle();
  await page.goto(addressOf(walk, steps.length));
  await page.waitForURL(`**${addressOf(walk, middle)}`);
  await waitForTitle(page, title);
}

/** Reloads with typed and unsaved work. The browser asks first; what was typed a moment before is back all the same. */
async function reloadUnsaved(page: Page): Promise<void> {
  const address = page.url();
  await page.waitForTimeout(KEPT_WITHIN_MS);
  const bar = await readBar(page);
  page.once("dialog", (dialog) => void dialog.accept());
  const asked = page.waitForEvent("dialog");
  await page.reload();
  expect((await asked).type()).toBe("beforeunload");
  await page.getByText(/^Unsaved changes from .+ are back$/).waitFor();
  expect(page.url()).toBe(address);
  await eventually(() => readBar(page)).toEqual(bar);
}

/** The work of a step that is entered and not saved, after a reload. */
async function reloadStep({ page, house }: Walk): Promise<void> {
  await reloadUnsaved(page);
  expect(await enterAgain(page, house)).toEqual([]);
}

/** The unsaved work of a tab in a second one, which is closed again. */
async function lookInSecondTab({ page, house }: Walk): Promise<void> {
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByText(/^Unsaved changes from .+ are back$/).waitFor();
  const bar = await readBar(page);
  await eventually(() => readBar(second)).toEqual(bar);
  expect(await enterAgain(second, house)).toEqual([]);
  await second.close();
}

/** From the step behind the middle one back to it, which holds everything, and forward again. */
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

/** What the screen says before anything is taken off, with the discount, and with the promotion. Answers how many entries it took. */
async function closeEstimate(page: Page, house: SampleHouse): Promise<number> {
  const { summary, expected, workflow } = house;
  await eventually(() => readEstimateTotals(page)).toEqual({
    total: summary.itemTotal,
    totalCost: summary.totalCost,
  });
  const entries = await enterDiscount(page, workflow, house);
  await eventually(() => readTotals(page)).toMatchObject({ Items: summary.itemTotal, Cost: summary.totalCost });
  await page.goBack();
  if (house.promotion > 0) await enterPromotion(page, house.promotion);
  await eventually(() => readEstimateTotals(page)).toEqual({
    total: expected.total,
    totalCost: expected.totalCost,
  });
  await page.getByRole("link", { name: `Summary of ${workflow}` }).click();
  await eventually(() => readTotals(page)).toMatchObject({
    Items: summary.itemTotal,
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

/** Waits until everything is sent, and compares each line with the house, and what the server calculated for itself. */
async function expectOnServer(page: Page, { workflowId, summary, items: expected }: SampleHouse): Promise<void> {
  await everythingSent(page);
  await eventually(() => shownEstimateId(page)).toBeGreaterThan(0);
  const { workflowSummaries, items } = await serverEstimate(journey.app, shownEstimateId(page));
  expect(linesOf(items)).toEqual(linesOf(expected));
  expect(workflowSummaries[String(workflowId)]).toMatchObject(
    Object.fromEntries(SENT_MEMBERS.map((name) => [name, summary[name]])),
  );
}

/** The lines that the server holds of an estimate; none of one that only the device has. */
const serverLines = async (id: number): Promise<readonly string[]> =>
  id < 0 ? [] : linesOf((await serverEstimate(journey.app, id)).items);

describe("from an empty lead to the finished last step", () => {
  test.each(WORKFLOWS)(
    "[$rule][EST-13][EST-14][EST-16][EST-25][MSG-06][SUM-07][SUM-12][OFF-17][OFF-18] $slug, without a network $lost: every step at its address, totals to the cent as of the price tool, and the same on the server once it is back",
    { timeout: WALK_TIMEOUT_MS },
    async ({ file, device, lost, ...way }) => {
      const house = readHouse(file);
      const { page, entry } = await beginEstimate(house, { device, isOffline: lost === FROM_THE_LEAD });
      const id = shownEstimateId(page);
      const begun = performance.now();
      let sent: readonly string[] = [];
      const onMiddle = async (): Promise<void> => {
        if (lost === FROM_THE_LEAD) return;
        await everythingSent(page);
        sent = await serverLines(id);
        await loseNetwork(page);
      };
      await walkSteps({ page, house, entry, ...way, onMiddle });
      const entries = entriesOf(entry.count) + (await closeEstimate(page, house));
      await syncChip(page)
        .getByText(/waiting$/)
        .waitFor();
      expect(await serverLines(id)).toEqual(sent);
      expect(await serverLeads(journey.app, file)).toHaveLength(id < 0 ? 0 : 1);
      expect(id < 0).toBe(lost === FROM_THE_LEAD);
      await setOffline(page.context(), false);
      await expectOnServer(page, house);
      await eventually(() => readEstimateTotals(page)).toEqual({
        total: house.expected.total,
        totalCost: house.expected.totalCost,
      });
      if (house.workflowId === 1) expect(entries).toBeLessThanOrEqual(MAX_ROOFING_ENTRIES);
      report(entry, { file, entries, seconds: Math.round((performance.now() - begun) / 1000) });
    },
  );
});

/** `ENTRIES=1`: what the walks took, for those who count (docs/walks.md). */
function report({ count }: HouseEntry, walk: { file: string; entries: number; seconds: number }): void {
  if (process.env.ENTRIES) console.log(JSON.stringify({ ...walk, ...count, done: undefined }));
}

describe("reloaded with unsaved work, at the same address", () => {
  const openDemo = async (name: string, below: string): Promise<Page> =>
    visitEstimate(journey, { device: "tablet", id: await findEstimateId(journey.app, name), below });

  test("[LEAD-14][MSG-06] a listed window and a new one", async () => {
    const page = await openDemo(WINDOWS_ONLY, "/windows/2");
    await openListedWindow(page, "1 Main bedroom");
    const width = page.getByLabel("Width", { exact: true });
    await press(width);
    await page.keyboard.type("40");
    await reloadUnsaved(page);
    expect(await width.inputValue()).toBe("40");

    const other = await openDemo(WINDOWS_ONLY, "/windows/2/0/0");
    const newWidth = other.getByLabel("Width", { exact: true });
    await press(newWidth);
    await other.keyboard.type("30");
    await reloadUnsaved(other);
    expect(await newWidth.inputValue()).toBe("30");
  });

  test("[LEAD-14][MSG-06] a chosen package", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/roofing/14");
    const choose = page.getByRole("button", { name: /^Choose / }).first();
    const name = (await choose.innerText()).replace(/^Choose\s+/, "");
    await press(choose);
    const chosen = page.getByRole("button", { name: `Chosen ${name}`, exact: true });
    await chosen.waitFor();
    await reloadUnsaved(page);
    await chosen.waitFor();
  });

  test("[LEAD-14][MSG-06] a quick estimate", async () => {
    const page = await openDemo(GUTTERS_ONLY, "/quick_estimate_gutters");
    const corners = page.getByLabel("Corners", { exact: true });
    await press(corners);
    await page.keyboard.type("17");
    await reloadUnsaved(page);
    expect(await corners.inputValue()).toBe("17");
  });
});

test("[EST-22][SUM-07] gutters: a second copy at its own address, which begins like the first and leaves it alone", async () => {
  const { page } = await beginEstimate(readHouse("gutters-cape"), { device: "desktop" });
  const id = shownEstimateId(page);
  await typeNumber(page, "Total gutter length", "150");
  await saveStep(page);
  await openEstimate(page, id, "/gutters/2");
  await page.getByRole("button", { name: "Add gutter", exact: true }).click();
  await page.getByLabel("Gutter type", { exact: true }).selectOption({ index: 1 });
  await typeNumber(page, "Gutter quantity", "150");
  await saveStep(page);
  const first = await readBarTotal(page);

  await openEstimate(page, id);
  await page.getByRole("button", { name: "Another Gutters" }).click();
  const dialog = page.getByRole("dialog", { name: "Another Gutters" });
  await dialog.getByLabel("Name").fill("Garage");
  await dialog.getByLabel("As a copy of Gutters").check();
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.waitFor({ state: "detached" });
  await eventually(async () => (await readEstimateTotals(page)).total).toBeCloseTo(2 * first, 2);

  await startSteps(page, "Garage");
  expect(new URL(page.url()).searchParams.get("copy")).toBe("2");
  await openEstimate(page, id, "/gutters/2?copy=2");
  await page.getByText("Garage · step 2 of 4").waitFor();
  await typeNumber(page, "Gutter quantity", "30");
  await saveStep(page);
  const second = await readBarTotal(page);
  expect(second).toBeLessThan(first);
  await openEstimate(page, id, "/gutters/2");
  await page.getByText("Gutters · step 2 of 4").waitFor();
  expect(await readBarTotal(page)).toBe(first);
  expect(await page.getByLabel("Gutter quantity", { exact: true }).inputValue()).toBe("150");

  await openEstimate(page, id);
  await eventually(async () => (await readEstimateTotals(page)).total).toBeCloseTo(first + second, 2);
  await everythingSent(page);
  const { workflowSummaries } = await serverEstimate(journey.app, id);
  expect(workflowSummaries["4"]?.totalWithMargin).toBe(first);
  expect(workflowSummaries["4.2"]?.totalWithMargin).toBe(second);
});
