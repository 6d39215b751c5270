import { describe, expect, test } from "vitest";
import { everythingSent } from "./support/device.ts";
import {
  openEstimate,
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
import { beginEstimate, shareWalkedDevice, WALKS_BY_MOUSE, walkWorkflow } from "./support/workflow-walk.ts";

/* The walks at a desk, and a second copy of a workflow. Those on a tablet are in `estimate-workflows.spec.ts`. */

const journey = prepareJourney();

const findDevice = shareWalkedDevice(journey, "desktop");

describe("from an empty lead to the finished last step", () => {
  test.each(WALKS_BY_MOUSE)(
    "[$rule][EST-13][EST-14][EST-16][EST-25][MSG-06][SUM-07][SUM-12][OFF-17][OFF-18] $slug, without a network $lost: every step at its address, totals to the cent as of the price tool, and the same on the server once it is back",
    async (walk) => walkWorkflow(journey, await findDevice(), walk),
  );
});

test("[EST-22][SUM-07] gutters: a second copy at its own address, which begins like the first and leaves it alone", async () => {
  const { page } = await beginEstimate(journey, readHouse("gutters-cape"), {
    context: await findDevice(),
    made: "pastThePage",
  });
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
