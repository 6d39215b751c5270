import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { moveToEstimate } from "./support/estimates.ts";
import { inspectInHand } from "./support/inspect-page.ts";
import { INSPECTED_WORKFLOWS, makeError, shareInspection } from "./support/inspect-steps.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/*
 * The quick estimate of each workflow and of one window, on a phone and on a tablet, in both themes: axe finds nothing, nothing is wider than the
 * screen, and nothing smaller than a finger.
 */

const journey = prepareJourney();

const { roofing, siding, windows, gutters, repairs, insulation, trim } = INSPECTED_WORKFLOWS;
/** The shortest page first: what all have in common is looked at there. */
const WORKFLOWS = [gutters, windows, insulation, trim, repairs, siding, roofing];

const findInspection = shareInspection(journey, WORKFLOWS);

/** The sections far below are rendered when idle. */
async function openQuickEstimate(page: Page, id: number, slug: string): Promise<void> {
  // Without the page of another workflow, which looks alike.
  await moveToEstimate(page, id);
  await page.getByText("Estimate total").waitFor();
  await moveToEstimate(page, id, `/quick_estimate_${slug}`);
  await page.locator("section[data-mounted=true]").first().waitFor();
  await eventually(() => page.locator("section[data-mounted=false]").count()).toBe(0);
}

test("[EST-31][ROUTE-28][ROUTE-29] every quick estimate, filled and with an error", async () => {
  const { page, filledId } = await findInspection();
  const findings: string[] = [];
  for (const [index, { slug }] of WORKFLOWS.entries()) {
    await openQuickEstimate(page, filledId, slug);
    // With an error it is a page of the same fields: the filled ones are beside it.
    await makeError(page);
    const look = { darkOn: "tablet", isSeen: index > 0 } as const;
    findings.push(...(await inspectInHand(page, `quick ${slug}, filled and with an error`, look)));
  }
  await openQuickEstimate(page, filledId, "windows");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByLabel("Width", { exact: true }).waitFor();
  await makeError(page);
  findings.push(...(await inspectInHand(page, "a quick window, filled and with an error", { darkOn: "tablet" })));
  expect(findings).toEqual([]);
});

test("[EST-31][ROUTE-28][ROUTE-29] every quick estimate, empty", async () => {
  const { page, emptyId } = await findInspection();
  const look = { darkOn: "phone", isSeen: true } as const;
  const findings: string[] = [];
  for (const { slug } of WORKFLOWS) {
    await openQuickEstimate(page, emptyId, slug);
    findings.push(...(await inspectInHand(page, `quick ${slug}, empty`, look)));
  }
  await moveToEstimate(page, emptyId, "/quick_estimate_by_window/0");
  await page.getByLabel("Width", { exact: true }).waitFor();
  findings.push(...(await inspectInHand(page, "a quick window, empty", look)));
  expect(findings).toEqual([]);
});
