import { findField, isTemplateField } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { ADMIN, signIn } from "./support/account.ts";
import { DEMO_LEAD, WHOLE_HOUSE, findEstimateId } from "./support/demo-estimates.ts";
import { everythingSent, openReadyDevice, setOffline } from "./support/device.ts";
import { openEstimate, serverEstimate, shownEstimateId } from "./support/estimates.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { findLeadId, openLead } from "./support/leads.ts";

/* An admin saves an estimate as a template of the company; a salesperson starts from it offline with two presses. */

const journey = prepareJourney();

/** The contents of an estimate, as far as a template holds them, in any order. */
async function contentsOf(id: number): Promise<string[]> {
  const { items } = await serverEstimate(journey.app, id);
  return items
    .filter(({ fieldId }) => {
      const field = findField(fieldId);
      return field !== undefined && isTemplateField(field);
    })
    .map(({ fieldId, value, quantity }) => `${fieldId} ${value ?? ""} ${String(quantity)}`)
    .toSorted();
}

test("[TPL-05][TPL-06][TPL-07][TPL-08][TPL-09] a template is saved, started from without a signal with two presses, and managed", async () => {
  const admin = await journey.openPage(INSPECTED_DEVICE);
  await signIn(admin, { email: ADMIN });
  const source = await findEstimateId(journey.app, WHOLE_HOUSE);
  await openEstimate(admin, source);
  await admin.getByRole("button", { name: "Save as template…" }).click();
  const saving = admin.getByRole("dialog", { name: "Save as template" });
  await saving.getByLabel("Name").fill("");
  await saving.getByRole("button", { name: "Save template" }).click();
  await saving.getByText("Name is required.").waitFor();
  expect(await inspect(admin, "an estimate that is saved as a template")).toEqual([]);
  await saving.getByLabel("Name").fill("Whole house");
  await saving.getByLabel("Keep quantities").check();
  await saving.getByLabel("For everybody in the company").check();
  await saving.getByRole("button", { name: "Save template" }).click();
  await saving.waitFor({ state: "detached" });

  const { context, page } = await openReadyDevice(journey);
  const leadId = await findLeadId(journey.app, DEMO_LEAD);
  await openLead(page, leadId);
  await page.getByRole("button", { name: "New estimate" }).waitFor();
  await setOffline(context, true);
  // Two presses from the lead to the first step.
  await page.getByRole("button", { name: "New estimate" }).click();
  await page.getByRole("button", { name: /^Whole house .*with quantities$/ }).click();
  await page.getByRole("navigation", { name: /^Steps of / }).waitFor();
  await eventually(() => shownEstimateId(page)).toBeLessThan(0);
  await setOffline(context, false);
  await everythingSent(page);
  await eventually(() => shownEstimateId(page)).toBeGreaterThan(0);
  const made = shownEstimateId(page);
  const saved = await contentsOf(source);
  await eventually(() => contentsOf(made)).toEqual(saved);

  // A salesperson's own, without quantities: the steps start with its choices.
  await openEstimate(page, made);
  await page.getByRole("button", { name: "Save as template…" }).click();
  const own = page.getByRole("dialog", { name: "Save as template" });
  await own.getByLabel("Name").fill("My house");
  await eventually(() => own.getByLabel("For everybody in the company").count()).toBe(0);
  await own.getByRole("button", { name: "Save template" }).click();
  await own.waitFor({ state: "detached" });
  await openLead(page, leadId);
  await page.getByRole("button", { name: "New estimate" }).click();
  await page.getByRole("button", { name: /^My house .*yours$/ }).click();
  await page.getByRole("navigation", { name: /^Steps of / }).waitFor();
  await everythingSent(page);
  await eventually(() => shownEstimateId(page)).toBeGreaterThan(0);
  await eventually(() => contentsOf(shownEstimateId(page))).toEqual([]);
  await page.goto(`/estimator/estimate/${String(shownEstimateId(page))}/gutters/2`);
  const { items } = await serverEstimate(journey.app, source);
  const gutterType = items.find(({ fieldId }) => findField(fieldId)?.key === "gutter.gutterType");
  expect(gutterType?.value).toBeTruthy();
  await eventually(() => page.locator("main select option:checked").allInnerTexts()).toContain(gutterType?.value);

  await openLead(page, leadId);
  await page.getByRole("button", { name: "New estimate" }).click();
  const offered = page.getByRole("region", { name: "Templates" });
  await offered.getByRole("button", { name: "Rename My house" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename My house" });
  await renaming.getByLabel("Name").fill("Mine");
  await renaming.getByRole("button", { name: "Rename" }).click();
  await offered.getByRole("button", { name: "Delete Mine" }).click();
  await offered.getByRole("button", { name: "Delete it Mine" }).click();
  await eventually(() => offered.getByRole("button", { name: /^Mine / }).count()).toBe(0);

  await admin.goto("/config/estimate-templates");
  const row = admin.getByRole("listitem").filter({ hasText: "Whole house" });
  await row.getByText(/^Made by /).waitFor();
  expect(await inspect(admin, "the templates of the company")).toEqual([]);
  await row.getByRole("button", { name: "Rename Whole house" }).click();
  const dialog = admin.getByRole("dialog", { name: "Rename Whole house" });
  await dialog.getByLabel("Name").fill("Full house");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await admin.getByRole("button", { name: "Delete Full house" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Delete template" }).click();
  await admin.getByText("No templates yet").waitFor();
  await eventually(() => journey.app.query("select id from estimate_template")).toEqual([]);
});
