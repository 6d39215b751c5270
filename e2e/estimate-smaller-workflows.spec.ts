import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findEstimateId, GUTTERS_ONLY, visitEstimate, WHOLE_HOUSE, WINDOWS_ONLY } from "./support/demo-estimates.ts";
import { everythingSent } from "./support/device.ts";
import {
  openEstimate,
  openListedWindow,
  readBarTotal,
  readEstimateTotals,
  saveStep,
  serverEstimate,
  shownEstimateId,
  startSteps,
  typeNumber,
} from "./support/estimates.ts";
import { readHouse } from "./support/house-entry.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { press } from "./support/press.ts";
import { beginEstimate, reloadUnsaved, SHORT_WALKS, WALK_TIMEOUT_MS, walkWorkflow } from "./support/workflow-walk.ts";

/* The walks that `estimate-workflows.spec.ts` leaves, reloads of unsaved work elsewhere, and a second copy of a workflow. */

const journey = prepareJourney();

describe("from an empty lead to the finished last step", () => {
  test.each(SHORT_WALKS)(
    "[$rule][EST-13][EST-14][EST-16][EST-25][MSG-06][SUM-07][SUM-12][OFF-17][OFF-18] $slug, without a network $lost: every step at its address, totals to the cent as of the price tool, and the same on the server once it is back",
    { timeout: WALK_TIMEOUT_MS },
    (walk) => walkWorkflow(journey, walk),
  );
});

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
    await eventually(() => width.inputValue()).toBe("40");

    const other = await openDemo(WINDOWS_ONLY, "/windows/2/0/0");
    const newWidth = other.getByLabel("Width", { exact: true });
    await press(newWidth);
    await other.keyboard.type("30");
    await reloadUnsaved(other);
    await eventually(() => newWidth.inputValue()).toBe("30");
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
    await eventually(() => corners.inputValue()).toBe("17");
  });
});

test("[EST-22][SUM-07] gutters: a second copy at its own address, which begins like the first and leaves it alone", async () => {
  const { page } = await beginEstimate(journey, readHouse("gutters-cape"), { device: "desktop" });
  const id = shownEstimateId(page);
  await typeNumber(page, "Total gutter length", "150");
  await saveStep(page);
  await openEstimate(page, id, "/gutters/2");
  await page.getByRole("button", { name: "Add gutter", exact: true }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Gutter type");
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
  await eventually(() => readBarTotal(page)).toBe(first);
  await eventually(() => page.getByLabel("Gutter quantity", { exact: true }).inputValue()).toBe("150");

  await openEstimate(page, id);
  await eventually(async () => (await readEstimateTotals(page)).total).toBeCloseTo(first + second, 2);
  await everythingSent(page);
  const { workflowSummaries } = await serverEstimate(journey.app, id);
  expect(workflowSummaries["4"]?.totalWithMargin).toBe(first);
  expect(workflowSummaries["4.2"]?.totalWithMargin).toBe(second);
});
