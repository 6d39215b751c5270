import { WORKFLOWS } from "@ridgebook/estimating";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_LEAD, findEstimateId, visitEstimate, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { moveToEstimate, openEstimate, openListedWindow } from "./support/estimates.ts";
import { INSPECTED_DEVICE, inspectAtDesk, inspectInHand } from "./support/inspect-page.ts";
import { INSPECTED_WORKFLOWS, shareInspection } from "./support/inspect-steps.ts";
import { prepareJourney } from "./support/journey.ts";
import { findLeadId, moveToLead } from "./support/leads.ts";

/*
 * The estimator's pages beside its steps and quick estimates, and its dialogs, on a phone and on a tablet, in both themes: axe finds nothing, nothing is
 * wider than the screen, and nothing smaller than a finger.
 */

const journey = prepareJourney();

const STEPPED = WORKFLOWS.filter(({ id }) => id !== 0);

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const waitForError = (page: Page): Promise<void> => page.locator("[aria-invalid=true]").first().waitFor();

/** Leaves a dialog by its safe answer. */
async function dismiss(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await dialog.getByRole("button", { name, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** All tests but the one at a desk look at this device, and leave it without a dialog. */
const findInspection = shareInspection(journey, Object.values(INSPECTED_WORKFLOWS));

const findWholeHouse = (): Promise<number> => findEstimateId(journey.app, WHOLE_HOUSE);

test.each([
  { state: "filled", darkOn: "tablet" },
  { state: "empty", darkOn: "phone" },
] as const)(
  "[ROUTE-26][ROUTE-27] an estimate of all work with its scope, and the summary of each workflow, $state",
  async ({ state, darkOn }) => {
    const { page, filledId, emptyId } = await findInspection();
    const id = state === "filled" ? filledId : emptyId;
    const findings: string[] = [];
    await moveToEstimate(page, id);
    await page
      .locator(`a[href*="/estimate/${String(id)}/summary/"]`)
      .first()
      .waitFor();
    await page.getByText("Estimate total").waitFor();
    await button(page, "Check the scope").click();
    findings.push(...(await inspectInHand(page, `an estimate, ${state}`, { darkOn })));
    for (const [index, { id: workflowId, name }] of STEPPED.entries()) {
      await moveToEstimate(page, id, `/summary/${String(workflowId)}`);
      await heading(page, name);
      await page.getByLabel(`Notes of ${name}`).waitFor();
      const isSeen = state === "empty" || index > 0;
      findings.push(...(await inspectInHand(page, `the summary of ${name}, ${state}`, { darkOn, isSeen })));
    }
    await page.getByLabel("Discount", { exact: true }).fill("200");
    await page.locator("#discount").getByRole("button", { name: "Save", exact: true }).click();
    await waitForError(page);
    findings.push(...(await inspectInHand(page, `the summary of a workflow with errors, ${state}`, { darkOn })));
    expect(findings).toEqual([]);
  },
);

test("[LEAD-13][EST-23] a lead with its estimates, and what asks for a new one, another name and a yes to delete", async () => {
  const { page } = await findInspection();
  const findings: string[] = [];
  await moveToLead(page, await findLeadId(journey.app, DEMO_LEAD));
  await page.getByRole("link", { name: WHOLE_HOUSE, exact: true }).waitFor();
  findings.push(...(await inspectInHand(page, "a lead with estimates")));

  await button(page, "New estimate").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").waitFor();
  findings.push(...(await inspectInHand(page, "a new estimate")));
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Create estimate" }).click();
  await waitForError(page);
  findings.push(...(await inspectInHand(page, "a new estimate with errors")));
  await dismiss(page, "Cancel");

  await button(page, `Rename ${WHOLE_HOUSE}`).click();
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await waitForError(page);
  findings.push(...(await inspectInHand(page, "another name with errors")));
  await dismiss(page, "Cancel");

  await button(page, `Delete ${WHOLE_HOUSE}`).click();
  await page.getByRole("alertdialog").waitFor();
  findings.push(...(await inspectInHand(page, "deleting an estimate")));
  await dismiss(page, "Cancel");
  expect(findings).toEqual([]);
});

test("[EST-31][VAL-18] a window, what deletes it, a section's help, why, more work, and what is no step", async () => {
  const { page } = await findInspection();
  const findings: string[] = [];
  const wholeHouse = await findWholeHouse();
  await moveToEstimate(page, wholeHouse, "/windows/2");
  await openListedWindow(page, "1 Main bedroom");
  findings.push(...(await inspectInHand(page, "a window")));
  await page.getByLabel("Width", { exact: true }).fill("-1");
  await button(page, "Save window").click();
  await page.getByText(/^\d+ errors? in form$/).waitFor();
  findings.push(...(await inspectInHand(page, "a window with errors")));
  await page
    .getByRole("button", { name: /^Remove window/ })
    .first()
    .click();
  await page.getByRole("alertdialog").waitFor();
  findings.push(...(await inspectInHand(page, "deleting a window")));
  await dismiss(page, "Cancel");

  await moveToEstimate(page, wholeHouse, "/roofing/3");
  await button(page, "About Decking & Underlayment").click();
  await button(page, "Close").waitFor();
  findings.push(...(await inspectInHand(page, "the help of a section")));
  await dismiss(page, "Close");
  await page.getByRole("button", { name: /^Roofing \$[\d,.]+, why$/ }).click();
  await page.getByRole("heading", { name: "Why this number" }).waitFor();
  findings.push(...(await inspectInHand(page, "why")));

  await moveToEstimate(page, wholeHouse);
  await button(page, "Another Roofing").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await waitForError(page);
  findings.push(...(await inspectInHand(page, "more work with errors")));
  await dismiss(page, "Cancel");

  await moveToEstimate(page, wholeHouse, "/roofing/99");
  await heading(page, "Roofing has no step 99.");
  findings.push(...(await inspectInHand(page, "no step")));
  expect(findings).toEqual([]);
});

test("[ROUTE-26] the homeowner's view of all work and of one workflow, and the question on its way out", async () => {
  const { page, filledId } = await findInspection();
  const findings: string[] = [];
  await moveToEstimate(page, filledId, "/homeowner");
  await page.locator("#homeowner-total").waitFor();
  findings.push(...(await inspectInHand(page, "the homeowner's view of all work")));
  await openEstimate(page, await findWholeHouse(), "/homeowner?show=1");
  await button(page, /^Chosen/).waitFor();
  findings.push(...(await inspectInHand(page, "the homeowner's view of one workflow")));
  await button(page, "Done").click();
  await button(page, "Leave this view").waitFor();
  findings.push(...(await inspectInHand(page, "the way out of the homeowner's view")));
  expect(findings).toEqual([]);
});

test("[EST-25][PKG-01] at a desk: an estimate, a step with why, packages, and a window", async () => {
  const wholeHouse = await findWholeHouse();
  const page = await visitEstimate(journey, { id: wholeHouse, ...INSPECTED_DEVICE });
  const findings: string[] = [];
  await page.getByText("Estimate total").waitFor();
  findings.push(...(await inspectAtDesk(page, "an estimate")));
  await moveToEstimate(page, wholeHouse, "/roofing/2");
  await page.getByRole("button", { name: /^Total squares for material: .*, calculated\. Why\?$/ }).click();
  await page.getByRole("heading", { name: "Why this number" }).waitFor();
  findings.push(...(await inspectAtDesk(page, "a step with why")));
  await moveToEstimate(page, wholeHouse, "/roofing/14");
  await page.getByText("3 of 3 in comparison").waitFor();
  findings.push(...(await inspectAtDesk(page, "the packages")));
  await moveToEstimate(page, wholeHouse, "/windows/2");
  await openListedWindow(page, "1 Main bedroom");
  findings.push(...(await inspectAtDesk(page, "a window")));
  expect(findings).toEqual([]);
});
