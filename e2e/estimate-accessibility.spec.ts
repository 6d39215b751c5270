import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_LEAD, findEstimateId, makeEstimate, visitEstimate, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { openEstimate } from "./support/estimates.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { prepareJourney } from "./support/journey.ts";
import { findLeadId, openLead } from "./support/leads.ts";

/* The estimator's pages as `accessibility.spec.ts` looks at all others: nothing that axe finds in either theme, nothing too wide. */

const journey = prepareJourney();

/** Each look runs axe four times, which takes its time on a page of hundreds of fields. */
const TIMEOUT_MS = 240_000;

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const save = (page: Page): Promise<void> => page.getByRole("button", { name: "Save", exact: true }).click();
const DESK = { width: 1440, height: 900 };

test(
  "[EST-25][ROUTE-26][ROUTE-27] the lead with its estimates, an estimate and the summary of a workflow",
  { timeout: TIMEOUT_MS },
  async () => {
    const id = await findEstimateId(journey.app, WHOLE_HOUSE);
    const page = await visitEstimate(journey, { id, ...INSPECTED_DEVICE });
    const findings: string[] = [];
    await page.getByText("Estimate total").waitFor();
    findings.push(...(await inspect(page, "an estimate")));
    await openEstimate(page, id, "/summary/1");
    await heading(page, "Roofing");
    await page.getByRole("region", { name: "Notes" }).waitFor();
    findings.push(...(await inspect(page, "the summary of a workflow")));
    await openLead(page, await findLeadId(journey.app, DEMO_LEAD));
    await page.getByRole("link", { name: WHOLE_HOUSE }).waitFor();
    findings.push(...(await inspect(page, "a lead with estimates")));
    expect(findings).toEqual([]);
  },
);

test("[EST-31] a step filled in and with errors, its questions, and why", { timeout: TIMEOUT_MS }, async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id, below: "/roofing/2", ...INSPECTED_DEVICE });
  const findings: string[] = [];
  await page.getByLabel("Install pitch 1 quantity", { exact: true }).waitFor();
  findings.push(...(await inspect(page, "a step")));
  await page.setViewportSize(DESK);
  await page.getByRole("button", { name: /^Total squares for material: .* Why\?$/ }).click();
  await page.getByRole("heading", { name: "Why this number" }).waitFor();
  findings.push(...(await inspect(page, "a step with why")));
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.setViewportSize(DESK);
  await page.getByLabel("Install pitch 1 quantity", { exact: true }).fill("13");
  await page.getByLabel("Tear-off quantity", { exact: true }).fill("-1");
  await save(page);
  await page.getByText(/^\d errors in form$/).waitFor();
  findings.push(...(await inspect(page, "a step with errors")));
  expect(findings).toEqual([]);
});

test("[EST-31] an empty step, the quick estimate, and what is no step", { timeout: TIMEOUT_MS }, async () => {
  const id = await makeEstimate(journey.app, { name: "Empty", work: { 1: 1, 4: 0 } });
  const page = await visitEstimate(journey, { id, below: "/roofing/2", ...INSPECTED_DEVICE });
  const findings: string[] = [];
  await page.getByLabel("Total roof area", { exact: true }).waitFor();
  findings.push(...(await inspect(page, "an empty step")));
  await openEstimate(page, id, "/quick_estimate_gutters");
  await page.getByRole("heading", { level: 2, name: "Extras" }).waitFor();
  await page.getByText("Add add-on service").waitFor();
  findings.push(...(await inspect(page, "a quick estimate")));
  await openEstimate(page, id, "/roofing/99");
  await heading(page, "Roofing has no step 99.");
  findings.push(...(await inspect(page, "no step")));
  expect(findings).toEqual([]);
});

test("[ROUTE-32][PKG-01] a window, a new one, and the choice of a package", { timeout: TIMEOUT_MS }, async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id, below: "/windows/2", ...INSPECTED_DEVICE });
  const findings: string[] = [];
  await heading(page, "4 New window");
  findings.push(...(await inspect(page, "a new window")));
  await page.setViewportSize(DESK);
  await page
    .getByRole("region", { name: "Windows" })
    .getByRole("link", { name: /^1 Main bedroom/ })
    .click();
  await heading(page, "1 Main bedroom");
  findings.push(...(await inspect(page, "a window")));
  await openEstimate(page, id, "/roofing/14");
  await page.getByText("3 of 3 in comparison").waitFor();
  findings.push(...(await inspect(page, "the packages")));
  expect(findings).toEqual([]);
});

test("[ROUTE-26] the homeowner's view and the question on its way out", { timeout: TIMEOUT_MS }, async () => {
  const id = await findEstimateId(journey.app, WHOLE_HOUSE);
  const page = await visitEstimate(journey, { id, below: "/homeowner", ...INSPECTED_DEVICE });
  const findings: string[] = [];
  await page.getByRole("button", { name: /^Chosen/ }).waitFor();
  findings.push(...(await inspect(page, "the homeowner's view")));
  await page.getByRole("button", { name: "Done" }).click();
  findings.push(...(await inspect(page, "the way out of the homeowner's view")));
  expect(findings).toEqual([]);
});
