import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeHouses, makeOpenEstimate, visitEstimate } from "./support/demo-estimates.ts";
import { openEstimate } from "./support/estimates.ts";
import { INSPECTED_TABLET, inspectInHand } from "./support/inspect-page.ts";
import { INSPECTED_WORKFLOWS, makeError } from "./support/inspect-steps.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/*
 * The quick estimate of each workflow and of one window, on a phone and on a tablet, in both themes: axe finds nothing, nothing is wider than the
 * screen, and nothing smaller than a finger.
 */

const journey = prepareJourney();

/** Each check runs axe, which is slow on a page of hundreds of fields. */
const TIMEOUT_MS = 300_000;

const WORKFLOWS = Object.values(INSPECTED_WORKFLOWS);

/** The sections far below are rendered when idle. */
async function openQuickEstimate(page: Page, id: number, slug: string): Promise<void> {
  await openEstimate(page, id, `/quick_estimate_${slug}`);
  await page.locator("section[data-mounted=true]").first().waitFor();
  await eventually(() => page.locator("section[data-mounted=false]").count()).toBe(0);
}

test("[EST-31][ROUTE-28][ROUTE-29] every quick estimate, empty", { timeout: TIMEOUT_MS }, async () => {
  const id = await makeOpenEstimate(journey.app, {
    name: "Nothing entered",
    workflowIds: WORKFLOWS.map(({ workflowId }) => workflowId),
  });
  const page = await visitEstimate(journey, { id, ...INSPECTED_TABLET });
  const findings: string[] = [];
  for (const { slug } of WORKFLOWS) {
    await openQuickEstimate(page, id, slug);
    findings.push(...(await inspectInHand(page, `quick ${slug}, empty`, { darkOn: "phone" })));
  }
  await openEstimate(page, id, "/quick_estimate_by_window/0");
  await page.getByLabel("Width", { exact: true }).waitFor();
  findings.push(...(await inspectInHand(page, "a quick window, empty", { darkOn: "phone" })));
  expect(findings).toEqual([]);
});

test(
  "[EST-31][ROUTE-28][ROUTE-29] every quick estimate, filled and with an error",
  { timeout: TIMEOUT_MS },
  async () => {
    const id = await makeHouses(journey.app, {
      name: "Everything entered",
      files: WORKFLOWS.map(({ file }) => file),
      isDone: true,
    });
    const page = await visitEstimate(journey, { id, ...INSPECTED_TABLET });
    const findings: string[] = [];
    for (const { slug } of WORKFLOWS) {
      await openQuickEstimate(page, id, slug);
      // With an error it is a page of the same fields: the filled ones are beside it.
      await makeError(page);
      findings.push(...(await inspectInHand(page, `quick ${slug}, filled and with an error`, { darkOn: "tablet" })));
    }
    await openEstimate(page, id, "/quick_estimate_windows");
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByLabel("Width", { exact: true }).waitFor();
    await makeError(page);
    findings.push(...(await inspectInHand(page, "a quick window, filled and with an error", { darkOn: "tablet" })));
    expect(findings).toEqual([]);
  },
);
