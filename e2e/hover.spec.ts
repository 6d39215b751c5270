import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { makeOpenEstimate, visitEstimate } from "./support/demo-estimates.ts";
import { setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { createLead, openLead, shownLeadId } from "./support/leads.ts";
import { callAsAdmin, offerPopulate, openPopulate } from "./support/measurements.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin connects the demo Hover; a salesperson finds the house of a lead there. The provider is the product's own stand-in. */

const journey = prepareJourney();

const HOVER = "/config/hover-integration";
const REMEASURED = fileURLToPath(
  new URL("../packages/estimating/src/measurements/testing/remeasured.json", import.meta.url),
);
const STREET = "1840 Larkspur Bend";

/** From the page of the connection to the stand-in's consent page and back. */
async function decide(page: Page, decision: "Allow" | "Deny"): Promise<void> {
  await page.getByRole("button", { name: "Connect to the demo Hover" }).click();
  await page.getByRole("button", { name: decision }).click();
  await page.waitForURL((url) => url.pathname === HOVER);
}

const isHoverOn = async (): Promise<boolean | undefined> => {
  const rows = await journey.app.query<{ isOn: boolean }>(
    `select (values ->> 'hoverIntegrationEnabled')::boolean as "isOn" from company_settings
     where company_id = (select min(id) from company)`,
  );
  return rows[0]?.isOn;
};

test("[ROUTE-22][INT-13][INT-16][HVR-01][HVR-04] an admin connects the demo Hover, a salesperson keeps a house with a lead, and the admin disconnects", async () => {
  const admin = await journey.openPage();
  await signInToConfig(admin, HOVER);
  await decide(admin, "Deny");
  await admin.getByText("You did not give the permission. Nothing of Hover has changed.").waitFor();
  await eventually(() => new URL(admin.url()).search).toBe("");
  await decide(admin, "Allow");
  await admin.getByText("Hover is connected", { exact: true }).waitFor();
  await admin.getByText("Working", { exact: true }).waitFor();
  await eventually(() => new URL(admin.url()).search).toBe("");
  await eventually(isHoverOn).toBe(true);

  // The consent page of another user, or an old one.
  await admin.goto(`${HOVER}?code=anything&state=foreign`);
  await admin.getByText("This permission was asked for too long ago, or by somebody else.").waitFor();
  await eventually(() => new URL(admin.url()).search).toBe("");
  await admin.getByText("Working", { exact: true }).waitFor();

  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: 1 });
  await createLead(page, { "First name": "Dana", "Last name": "Whitlock", Street: STREET });
  await eventually(() => shownLeadId(page)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Find measurements" }).click();
  const found = page.getByRole("dialog", { name: "Find measurements" });
  await found.getByRole("button", { name: `Choose ${STREET}`, exact: true }).click();
  await page.getByText("Main house: measured").waitFor();
  await page.getByText("Kept on this device").waitFor();
  await page.reload();
  await page.getByText("Main house: measured").waitFor();
  const kept = await journey.app.query<{ job: string }>(
    `select hover_job_id as job from lead where id = ${String(shownLeadId(page))}`,
  );
  expect(kept).toEqual([{ job: "48210337" }]);
  await eventually(() => page.getByRole("link", { name: "Open in Hover" }).getAttribute("href")).toBe(
    "https://hover.to/wr/jobs/48210337",
  );

  await setOffline(context, true);
  await openLead(page, shownLeadId(page));
  await page.getByText("Main house: measured").waitFor();
  await page.getByText("Searching needs a signal.").waitFor();
  await setOffline(context, false);

  await admin.getByRole("button", { name: "Disconnect" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await admin.getByText("Hover is disconnected", { exact: true }).waitFor();
  await eventually(isHoverOn).toBe(false);
});

test("[INT-14][INT-29][HVR-05][HVR-06] with the stand-in's faults on, the page stays usable and says what to do", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, HOVER);
  await decide(page, "Allow");
  await page.getByText("Working", { exact: true }).waitFor();
  expect(await inspect(page, "hover")).toEqual([]);

  await page.getByLabel("Limits").check();
  await page.getByText("The demo Hover now misbehaves").first().waitFor();
  await eventually(() => page.getByLabel("Limits").isEnabled()).toBe(true);
  await page.getByLabel("Limits").uncheck();
  await page.getByText("The demo Hover behaves again").first().waitFor();
  await eventually(() => page.getByLabel("Expires").isEnabled()).toBe(true);
  await page.getByLabel("Expires").check();
  await eventually(() => page.getByLabel("Expires").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^Reconnect: Hover no longer accepts the permission that/).waitFor();
  await page.getByLabel("Expires").uncheck();
  await eventually(() => page.getByLabel("Expires").isChecked()).toBe(false);
  await page.getByRole("button", { name: "Reconnect" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Working", { exact: true }).waitFor();
});

test("[OP-54][MEASURE-12][MEASURE-20] a step is filled from the house that the lead names at Hover", async () => {
  // The test before leaves the company connected.
  await callAsAdmin(journey.app, { method: "POST", path: "/api/hoverintegration/oauth-disable", body: {} });
  const admin = await journey.openPage();
  await signInToConfig(admin, HOVER);
  await decide(admin, "Allow");
  await admin.getByText("Working", { exact: true }).waitFor();
  await eventually(isHoverOn).toBe(true);
  await offerPopulate(journey.app);
  const id = await makeOpenEstimate(journey.app, { name: "House at Hover", workflowIds: [1] });
  const [estimate] = await journey.app.query<{ lead: string }>(
    `select lead_id as lead from estimate where id = ${String(id)}`,
  );
  await callAsAdmin(journey.app, {
    method: "POST",
    path: `/api/leads/${estimate?.lead ?? ""}/SetHoverJobId`,
    body: { jobId: "48210337" },
  });
  const page = await visitEstimate(journey, { id, below: "/roofing/2" });
  await openPopulate(page);
  const house = page.getByRole("region", { name: "From Hover" });
  await house.getByText(`Hover: ${STREET}`).waitFor();
  await house.getByRole("button", { name: "Use these measurements" }).click();
  await page.getByRole("row").filter({ hasText: "Eave length" }).getByText("FT Gutters and eaves").waitFor();
  await page.getByRole("button", { name: /^Take \d+ measurements$/ }).click();
  await page.getByRole("button", { name: /^Total roof area from Hover, / }).waitFor();

  // Filled from another document of the house, the step says that Hover's differs, and links to the table.
  await openPopulate(page);
  await page.getByLabel("File of measurements").setInputFiles(REMEASURED);
  await page.getByRole("button", { name: /^Take \d+ measurements$/ }).click();
  await page.getByText("6 of the 13 values").waitFor();
  await page.getByRole("button", { name: "Look at them" }).click();
  await page.getByText("6 of the 13 values that were taken before are different.").waitFor();
});
