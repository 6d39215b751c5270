import { FIRST_DOWNLOAD_ESTIMATES } from "@ridgebook/contract";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { openAccountMenu, signIn } from "./support/account.ts";
import { DEMO_LEAD, WHOLE_HOUSE } from "./support/demo-estimates.ts";
import { setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, findLeadId, openLead } from "./support/leads.ts";

/* A large company does not fit on a tablet: the app says that a missing record needs a signal, and a pinned lead is complete. */

const journey = prepareJourney();

/** Newer estimates of another lead than the device downloads: those of the demo leads are left out. */
async function crowdOutEstimates(otherLeadId: number): Promise<void> {
  await journey.app.query(
    `insert into estimate (company_id, lead_id, name, term, price_book_version)
     select company_id, $1, 'Estimate ' || number, term, price_book_version
     from (select * from estimate order by id limit 1) as sample, generate_series(1, $2::int) as number`,
    [otherLeadId, FIRST_DOWNLOAD_ESTIMATES + 5],
  );
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const isHereWhole = (page: Page): Promise<void> => page.getByText("All of it is on this device.").waitFor();

test("[SYNC-44][SYNC-45] a pinned lead of a large company opens offline; others say that they need a signal", async () => {
  await crowdOutEstimates(await findLeadId(journey.app, "Sam Okafor"));
  const id = await findLeadId(journey.app, DEMO_LEAD);
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });

  await setOffline(context, true);
  await page.goto("/estimator/leads?searchQuery=Whitfield");
  await page.getByText("From this device. Updated a moment ago.").waitFor();
  await rowOf(page, DEMO_LEAD).getByText("Needs a signal").waitFor();

  await openLead(page, id);
  await page.getByText("Its estimates and documents may not all be on this device: they open with a signal.").waitFor();
  const pin = page.getByRole("button", { name: "Pin", exact: true });
  await pin.click();
  const pinned = page.getByRole("button", { name: "Pinned", exact: true });
  await pinned.waitFor();
  await eventually(() => pinned.getAttribute("aria-pressed")).toBe("true");

  // With a signal it is downloaded without being opened.
  await page.goto("/estimator/leads?pinned=yes");
  await page.getByText("1 pinned lead is not on this device with everything: they open with a signal.").waitFor();
  await setOffline(context, false);
  await page.getByText("1 pinned lead", { exact: false }).waitFor({ state: "detached" });

  await setOffline(context, true);
  await page.reload();
  await rowOf(page, DEMO_LEAD).getByRole("img", { name: "Pinned" }).waitFor();
  await eventually(() => page.getByText("Needs a signal").count()).toBe(0);
  await page.getByRole("link", { name: DEMO_LEAD }).click();
  await isHereWhole(page);
  await page.getByRole("link", { name: WHOLE_HOUSE }).first().waitFor();

  await pinned.click();
  await pin.waitFor();
  await page.goto("/estimator/leads?pinned=yes");
  await page.getByText("No pinned leads").waitFor();
});

test("[SYNC-40] the account menu leads to what the browser promises for the data on this device", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Data on this device" }).click();
  const panel = page.getByRole("dialog");
  await panel
    .getByText(/^(This device keeps your work\.|The browser may clear this app's data) .*\d+ MB of .* used\.$/)
    .waitFor();
});
