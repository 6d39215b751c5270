import { expect, test } from "vitest";
import { OTHER_SALES, SALES, signIn } from "./support/account.ts";
import { DEMO_LEAD } from "./support/demo-estimates.ts";
import { countStored, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { findLeadId, openLead } from "./support/leads.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin lets salespeople see only the leads that name them; a lead that is given to another user is removed from the first one's device. */

const journey = prepareJourney();

/** Assigns leads of the demo company to one person: one of them, or all. */
const giveTo = (email: string, leadId: number | null) =>
  journey.app.query(
    `update lead set additional_salesman_id = null, user_id = m.id from membership m join account a on a.id = m.account_id
     where m.company_id = lead.company_id and a.email = $1 and lead.company_id = (select min(id) from company)
       and ($2::bigint is null or lead.id = $2::bigint)`,
    [email, leadId],
  );

test("[LEAD-29][SYNC-77] with the setting off a salesperson sees only their own leads, and one that is handed over goes from the device", async () => {
  const id = await findLeadId(journey.app, DEMO_LEAD);
  const otherId = await findLeadId(journey.app, "Sam Okafor");
  await giveTo(OTHER_SALES, null);
  await giveTo(SALES, id);
  const admin = await journey.openPage();
  await signInToConfig(admin, "/config/settings");
  await admin.getByRole("checkbox", { name: "Salespeople see all leads" }).uncheck();
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByText("Saved", { exact: true }).waitFor();

  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: 1 });
  await page.goto("/estimator/leads");
  await page.getByRole("link", { name: DEMO_LEAD }).waitFor();
  await eventually(() => page.getByRole("link", { name: "Sam Okafor" }).count()).toBe(0);
  await openLead(page, otherId);
  await page.getByText("The information you requested was not found.").first().waitFor();

  await giveTo(OTHER_SALES, id);
  await page.goto("/estimator/leads");
  await page.getByText("Add the first lead").waitFor();
  await eventually(() => countStored(page, "leads")).toBe(0);
  await setOffline(context, true);
  await openLead(page, id);
  await eventually(() => page.getByText(DEMO_LEAD).count()).toBe(0);
  expect(await journey.app.query("select from lead where id = $1", [id])).toHaveLength(1);
});
