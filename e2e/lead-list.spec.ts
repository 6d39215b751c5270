import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, showAllLeads } from "./support/leads.ts";

/* The list of leads opens on today's and later meetings. */

const journey = prepareJourney();

const names = (page: Page): Promise<string[]> => page.locator("tbody td a").allTextContents();

/** The meetings from today on, from the database: the company's day, by its settings or New York. */
const nextMeetings = (without: readonly string[]): Promise<{ name: string }[]> =>
  journey.app.query(
    `select coalesce(nullif(trim(first_name || ' ' || last_name), ''), company) as name from lead
     where company_id = (select min(id) from company) and lead_status <> all($1)
       and meeting_date >= date_trunc('day', now() at time zone 'America/New_York') at time zone 'America/New_York'
     order by meeting_date, id limit 100`,
    [without],
  );

test("[LEAD-33][LEAD-34][LEAD-35] the list opens on the next meetings, a press leads to all leads, and both choices are kept", async () => {
  const page = await journey.openPage({ serviceWorkers: "allow" });
  const asked = page.waitForRequest((request) => request.url().includes("/api/leads?"));
  await signIn(page);
  const query = new URL((await asked).url()).searchParams;
  expect(query.getAll("withoutStatus")).toEqual(["Sold", "Lost"]);
  expect(query.get("sort")).toBe("meeting-asc");
  expect(new URL(page.url()).search).toBe("");

  const open = (await nextMeetings(["Sold", "Lost"])).map(({ name }) => name);
  await eventually(() => names(page)).toEqual(open);
  // The demo's estimates of the first appointment of the day.
  const [estimate] = await journey.app.query<{ total: string }>(
    `select sum(total_with_margin)::text as total from estimate_summary where (company_id, estimate_id) = (
       select company_id, max(id) from estimate where company_id = (select min(id) from company) and lead_id =
         (select id from lead where last_name = 'Whitfield' and first_name = 'Karen & Tom' order by id limit 1)
       group by company_id)`,
  );
  const amount = Number(estimate?.total).toLocaleString("en-US", { minimumFractionDigits: 2 });
  const whitfield = page.locator("tbody tr", { hasText: "Karen & Tom Whitfield" });
  await eventually(() => whitfield.locator("td").nth(4).innerText()).toBe(amount);

  // Excluding another status is the user's choice, not the address's.
  await page.getByRole("button", { name: "Status: Not Sold or Lost" }).click();
  await page.getByRole("checkbox", { name: "Appointment set" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Status: Without 3 statuses" }).waitFor();
  const fewer = (await nextMeetings(["Sold", "Lost", "Appointment set"])).map(({ name }) => name);
  await eventually(() => names(page)).toEqual(fewer);
  expect(new URL(page.url()).search).toBe("");

  // A search covers all leads.
  await page.getByRole("searchbox").fill("Kowalski");
  await page.getByRole("link", { name: "Amy Kowalski" }).waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await eventually(() => names(page)).toEqual(fewer);

  await page.reload();
  await eventually(() => names(page)).toEqual(fewer);

  const total = await countLeads(journey.app);
  await showAllLeads(page);
  await page.getByText(`1 – 100 of ${String(total)}`).waitFor();
  await page.goto("/estimator/leads");
  await page.getByText(`1 – 100 of ${String(total)}`).waitFor();

  // Offline the device gives the same answer, amounts included.
  await page.getByRole("button", { name: "Today and next" }).click();
  await waitUntilOfflineReady(page, { leadCount: total });
  await setOffline(page.context(), true);
  await page.reload();
  await page.getByText("From this device.", { exact: false }).waitFor();
  await eventually(() => names(page)).toEqual(fewer);
  await eventually(() => whitfield.locator("td").nth(4).innerText()).toBe(amount);
});

test("[LEAD-33] a day without meetings says so and links to all leads", async () => {
  await journey.app.query(
    "update lead set meeting_date = '2020-01-01T12:00:00Z' where meeting_date > now() - interval '2 days'",
  );
  const page = await journey.openPage({ device: "phone" });
  await signIn(page);
  await page.getByText("No meetings from today on").waitFor();
  await page.getByRole("button", { name: "Show all leads" }).click();
  await eventually(() => page.getByRole("button", { name: "All leads" }).getAttribute("aria-pressed")).toBe("true");
});
