import { findField } from "@ridgebook/estimating";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ADMIN, signIn } from "./support/account.ts";
import { everythingSent, readStore, setOffline, shareReadyDevice } from "./support/device.ts";
import {
  createEstimate,
  openEstimate,
  readBarTotal,
  readEstimateTotals,
  saveStep,
  serverEstimate,
  serverQuantities,
  shownEstimateId,
  startSteps,
  typeNumber,
} from "./support/estimates.ts";
import { shownStep } from "./support/house-entry.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { createLead } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* One estimate in two tabs, on two devices, and under the server's ids after it was created offline. */

const journey = prepareJourney();
const findDevice = shareReadyDevice(journey);
/** Some tests make its page smaller. */
const readyDevice: typeof findDevice = async () => {
  const device = await findDevice();
  await device.page.setViewportSize({ width: 1440, height: 900 });
  return device;
};
const colleaguesPage = journey.shareDevice(async () => {
  const page = await journey.openPage();
  await signIn(page, { email: ADMIN });
  return page;
});

const LENGTH = "Total gutter length";
const CORNERS = "Total gutter corners";
const WASTE = "Waste factor for material";
const LOCATIONS = "Downspout locations";

/** On the first step of a new estimate about gutters. */
async function beginGutters(page: Page, lastName: string): Promise<number> {
  await createLead(page, { "First name": "Gutter", "Last name": lastName });
  await createEstimate(page, { work: ["Gutters"] });
  await startSteps(page, "Gutters");
  return shownEstimateId(page);
}

/** Another user's device with a step of the same estimate. */
async function openColleague(id: number, step: string, heading: string): Promise<Page> {
  const colleague = await colleaguesPage();
  await openEstimate(colleague, id, step);
  await colleague.getByRole("heading", { level: 1, name: heading }).waitFor();
  return colleague;
}

const shownNumber = (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).inputValue();

/** The questions of the sync panel, by the names of the fields; null while a change is still being sent. */
async function changesInNeed(page: Page): Promise<(string | null)[] | null> {
  const [chip = ""] = await syncChip(page).allTextContents();
  if (chip === "") return [];
  if (!chip.includes("needs you")) return null;
  const panel = await openSyncPanel(page);
  await panel.getByRole("radiogroup").first().waitFor();
  const questions = await panel
    .getByRole("radiogroup")
    .evaluateAll((groups) => groups.map((group) => group.getAttribute("aria-label")));
  await panel.getByRole("button", { name: "Close" }).click();
  return questions;
}

test("[OFF-09][OFF-10] a save in one tab shows in the other, beside its edits", async () => {
  const { context, page: one } = await readyDevice();
  const id = await beginGutters(one, "Tabs");
  const other = await context.newPage();
  await openEstimate(other, id, "/gutters/1");
  await other.getByRole("heading", { level: 1, name: "Details" }).waitFor();
  await typeNumber(other, CORNERS, "4");

  await typeNumber(one, LENGTH, "150");
  await saveStep(one);
  await eventually(() => shownNumber(other, LENGTH)).toBe("150");
  await eventually(() => shownNumber(other, CORNERS)).toBe("4");

  await saveStep(other);
  await eventually(() => shownNumber(one, CORNERS)).toBe("4");
  await eventually(() => shownNumber(one, LENGTH)).toBe("150");
  for (const page of [one, other]) await everythingSent(page);
  await eventually(() => readStore(one, "local-changes")).toEqual([]);
  await eventually(() => serverQuantities(journey.app, id)).toMatchObject({
    totalGutterLength: 150,
    totalGutterCorners: 4,
  });
  await other.close();
});

test("[SYNC-06][EST-22] different steps that two people saved are both kept, without a question", async () => {
  const { context, page } = await readyDevice();
  const id = await beginGutters(page, "Merge");
  await everythingSent(page);
  await setOffline(context, true);
  await typeNumber(page, LENGTH, "150");
  await saveStep(page);

  const colleague = await openColleague(id, "/gutters/2", "Gutters");
  await typeNumber(colleague, WASTE, "10");
  await colleague.getByLabel(LOCATIONS, { exact: true }).fill("Four corners");
  await saveStep(colleague);

  await setOffline(context, false);
  await eventually(() => changesInNeed(page)).toEqual([]);
  await openEstimate(page, id, "/gutters/2");
  await eventually(() => shownNumber(page, LOCATIONS)).toBe("Four corners");
  await eventually(() => shownNumber(page, WASTE)).toBe("10");
  // 150 ft and 10 %: the results of both.
  await page.getByRole("button", { name: /^Material total: 165 FT, calculated/ }).waitFor();
  await openEstimate(colleague, id, "/gutters/1");
  await eventually(() => shownNumber(colleague, LENGTH)).toBe("150");
  const { workflowSummaries } = await serverEstimate(journey.app, id);
  expect(workflowSummaries["4"]?.lastCompleteSectionId).toBe(402);
  await eventually(() => serverQuantities(journey.app, id)).toMatchObject({
    totalGutterLength: 150,
    gutterWasteFactorForMaterial: 10,
  });
});

test("[SYNC-06][SYNC-07][OFF-13] the same field of an estimate, changed by two people, is chosen by its name", async () => {
  const { context, page } = await readyDevice();
  const id = await beginGutters(page, "Conflict");
  await typeNumber(page, LENGTH, "90");
  await saveStep(page);
  await everythingSent(page);
  await setOffline(context, true);
  await typeNumber(page, LENGTH, "100");
  await typeNumber(page, CORNERS, "4");
  await saveStep(page);

  const colleague = await openColleague(id, "/gutters/1", "Details");
  await eventually(() => shownNumber(colleague, LENGTH)).toBe("90");
  await typeNumber(colleague, LENGTH, "120");
  await saveStep(colleague);
  await everythingSent(colleague);

  await setOffline(context, false);
  await eventually(() => syncChip(page).textContent()).toBe("1 needs you");
  // Nothing was overwritten, on either side.
  await eventually(() => shownNumber(page, LENGTH)).toBe("100");
  await eventually(() => serverQuantities(journey.app, id)).toMatchObject({ totalGutterLength: 120 });

  // Only a user's entries raise a question.
  await eventually(() => changesInNeed(page)).toEqual([`Gutters, ${LENGTH}`]);
  const panel = await openSyncPanel(page);
  await panel.getByText("You and Grace Holloway changed the same fields. Choose what stays.").waitFor();
  const field = panel.getByRole("radiogroup", { name: `Gutters, ${LENGTH}` });
  await field.getByRole("radio", { name: "This device: 100 FT" }).waitFor();
  await field.getByRole("radio", { name: "Grace Holloway: 120 FT" }).check();
  await panel.getByRole("button", { name: "Keep this one" }).click();
  await panel.getByText("Everything is sent").waitFor();
  await panel.getByRole("button", { name: "Close" }).click();

  await eventually(() => shownNumber(page, LENGTH)).toBe("120");
  await eventually(() => shownNumber(page, CORNERS)).toBe("4");
  await eventually(() => serverQuantities(journey.app, id)).toMatchObject({
    totalGutterLength: 120,
    totalGutterCorners: 4,
  });
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
});

const scrolledTo = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Scrolls a page that is higher than the screen; returns the position. */
async function scrollDown(page: Page): Promise<number> {
  await page.setViewportSize({ width: 1180, height: 420 });
  await page.evaluate(() => window.scrollTo(0, 120));
  const place = await scrolledTo(page);
  expect(place).toBeGreaterThan(0);
  return place;
}

test("[GUARD-11][OFF-17] an estimate of a lead that the server never received: its address and lines follow the server's ids, the page does not move, and typing continues", async () => {
  const { context, page } = await readyDevice();
  await setOffline(context, true);
  const localId = await beginGutters(page, "Noserver");
  expect(localId).toBeLessThan(0);
  await typeNumber(page, LENGTH, "100");
  await saveStep(page);
  await page.getByRole("link", { name: "2 Gutters, current" }).click();
  await page.getByRole("heading", { level: 1, name: "Gutters" }).waitFor();
  await page.getByRole("button", { name: "Add gutter", exact: true }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Gutter type");
  await page.getByLabel("Gutter type", { exact: true }).selectOption({ index: 1 });
  await typeNumber(page, "Gutter quantity", "100");
  await saveStep(page);
  const total = await readBarTotal(page);
  expect(total).toBeGreaterThan(0);
  // Not saved yet when the network is back.
  await typeNumber(page, WASTE, "10");
  const place = await scrollDown(page);

  await setOffline(context, false);
  await page.waitForURL(/\/estimate\/\d+\/gutters\/2$/);
  await everythingSent(page);
  await eventually(() => scrolledTo(page)).toBe(place);
  const id = shownEstimateId(page);
  // It is the same page, so no question about leaving.
  await eventually(() => page.getByRole("alertdialog").allInnerTexts()).toEqual([]);
  await eventually(() => shownNumber(page, WASTE)).toBe("10");
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(WASTE);
  await page.keyboard.type("5");
  await eventually(() => shownNumber(page, WASTE)).toBe("105");
  await typeNumber(page, WASTE, "10");
  await typeNumber(page, "Gutter quantity", "110");
  await saveStep(page);
  await eventually(() => serverQuantities(journey.app, id)).toMatchObject({
    gutter: 110,
    gutterWasteFactorForMaterial: 10,
  });
  const { items, leadId } = await serverEstimate(journey.app, id);
  expect(leadId).toBeGreaterThan(0);
  expect(items.filter(({ fieldId }) => findField(fieldId)?.key === "gutter")).toHaveLength(1);
  expect(items.every((item) => item.id > 0 && (item.parentItemId ?? 1) > 0)).toBe(true);

  // An old bookmark.
  await openEstimate(page, localId, "/gutters/1");
  await page.waitForURL(`**/estimator/estimate/${String(id)}/gutters/1`);
  await eventually(() => shownNumber(page, LENGTH)).toBe("100");
});

test("[ROUTE-33][WF-WIN-23][GUARD-11] a window that was saved without a network keeps its page, its place and what is typed in it while the server names it", async () => {
  const { context, page } = await readyDevice();
  await createLead(page, { "First name": "Winnie", "Last name": "Windows" });
  await createEstimate(page, { work: ["Windows & Doors"] });
  const id = shownEstimateId(page);
  await openEstimate(page, id, "/windows/2");
  await page.waitForURL(/\/windows\/2\/0\/0$/);
  await openEstimate(page, id);
  await startSteps(page, "Windows & Doors");
  await everythingSent(page);
  await setOffline(context, true);
  await page.getByRole("button", { name: "Save & next" }).click();
  await page.waitForURL(/\/windows\/2\/0\/0$/);
  await page.getByLabel("Room name", { exact: true }).selectOption({ label: "Kitchen" });
  await page.getByLabel("Window type", { exact: true }).selectOption({ label: "Double hung" });
  await typeNumber(page, "Width", "36");
  await typeNumber(page, "Height", "60");
  await page.getByRole("button", { name: "Save window", exact: true }).click();
  await page.waitForURL(/\/windows\/2\/-\d+\/0$/);
  const saved = await readBarTotal(page);
  expect(saved).toBeGreaterThan(0);
  await typeNumber(page, "Quantity", "2");
  const place = await scrollDown(page);

  await setOffline(context, false);
  await page.waitForURL(/\/windows\/2\/\d+\/0$/);
  await everythingSent(page);
  await eventually(() => scrolledTo(page)).toBe(place);
  // It is the same page, so no question about leaving.
  await eventually(() => page.getByRole("alertdialog").allInnerTexts()).toEqual([]);
  await eventually(() => shownNumber(page, "Quantity")).toBe("2");
  await page.getByRole("heading", { level: 1, name: "1 Kitchen" }).waitFor();
  await page.getByRole("button", { name: "Save window", exact: true }).click();
  expect(shownStep(page)).toBe(2);
  await eventually(() => serverQuantities(journey.app, id)).toMatchObject({ window: 2 });
  const total = await readBarTotal(page);
  expect(total).toBeCloseTo(2 * saved, 2);
  await openEstimate(page, id);
  await eventually(async () => (await readEstimateTotals(page)).total).toBe(total);
});

test("[OP-33][SYNC-06] edits of a further copy move with it when it makes room for the one that another user added", async () => {
  const { context, page } = await readyDevice();
  const id = await beginGutters(page, "Copies");
  await everythingSent(page);
  const addCopy = async (person: Page, name: string): Promise<void> => {
    await openEstimate(person, id);
    await person.getByRole("button", { name: "Another Gutters", exact: true }).click();
    const dialog = person.getByRole("dialog", { name: "Another Gutters" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await startSteps(person, name);
  };
  await openEstimate(page, id);
  await setOffline(context, true);
  await addCopy(page, "Garage");
  await typeNumber(page, LENGTH, "30");
  await saveStep(page);
  await typeNumber(page, CORNERS, "3");

  const colleague = await openColleague(id, "/gutters/1", "Details");
  await addCopy(colleague, "Shed");
  await typeNumber(colleague, LENGTH, "20");
  await saveStep(colleague);
  await everythingSent(colleague);

  await setOffline(context, false);
  await eventually(() => syncChip(page).textContent()).toBe("1 needs you");
  const panel = await openSyncPanel(page);
  await panel.getByRole("radio", { name: /^This device: .*Garage/ }).check();
  await panel.getByRole("button", { name: "Keep this one" }).click();
  await panel.getByText("Everything is sent").waitFor();
  await panel.getByRole("button", { name: "Close" }).click();

  await page.waitForURL(/\/gutters\/1\?copy=3$/);
  await page.getByText("Garage", { exact: false }).first().waitFor();
  await eventually(() => page.getByRole("alertdialog").allInnerTexts()).toEqual([]);
  await eventually(() => shownNumber(page, CORNERS)).toBe("3");
  await eventually(() => shownNumber(page, LENGTH)).toBe("30");
  // It was never away.
  const told = await page.getByText(/^Unsaved changes from .* are back$/).count();
  expect(told).toBe(0);
  await saveStep(page);
  await everythingSent(page);
  const { items, duplicateWorkflows } = await serverEstimate(journey.app, id);
  expect(duplicateWorkflows.map(({ workflowEstimateId, name }) => [workflowEstimateId, name])).toEqual([
    [2, "Shed"],
    [3, "Garage"],
  ]);
  const quantityOf = (key: string, copy: number): number | undefined =>
    items.find((item) => item.workflowEstimateId === copy && findField(item.fieldId)?.key === key)?.quantity;
  expect(quantityOf("totalGutterLength", 2)).toBe(20);
  expect(quantityOf("totalGutterCorners", 2)).toBeUndefined();
  expect(quantityOf("totalGutterLength", 3)).toBe(30);
  expect(quantityOf("totalGutterCorners", 3)).toBe(3);

  // Opened again, nothing of it waits at the other one.
  await openEstimate(page, id, "/gutters/1?copy=2");
  await eventually(() => shownNumber(page, LENGTH)).toBe("20");
  await eventually(() => shownNumber(page, CORNERS)).toBe("");
});
