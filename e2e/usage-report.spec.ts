import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { everythingSent, readStore } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { createLead, saveLead } from "./support/leads.ts";
import { shareConfig, signInToConfig } from "./support/price-book.ts";

/* An admin uses the usage report: days, one person, a file for the spreadsheet; a reversed range of days is refused. */

const journey = prepareJourney();
const openConfig = shareConfig(journey);

const REPORT = "/config/usage-report";

test("[ROUTE-23][SET-18] an admin reads a year, one person of it, and exports it as CSV; a reversed range of days is refused", async () => {
  const page = await openConfig(REPORT);
  await page.getByLabel("First day").fill("2020-01-01");
  const table = page.getByRole("table");
  const total = table.getByRole("row", { name: /^Total/ });
  await total.waitFor();
  const [row] = await journey.app.query<{ leads: number }>(
    "select count(*)::int as leads from lead where company_id = (select min(id) from company) and created_time < now()",
  );
  await expect.poll(() => total.getByRole("cell").first().innerText()).toBe(String(row?.leads));

  const name = await table.getByRole("rowheader").nth(1).innerText();
  await page.getByRole("combobox", { name: "Salesperson" }).selectOption({ label: name });
  await expect.poll(() => table.getByRole("row").count()).toBe(3);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFPerson,Leads,Estimates,Contract,.*,Signed value,Last activity$/);
  expect(lines[1]).toMatch(new RegExp(`^${name},\\d+,`));
  expect(lines).toHaveLength(3);

  await page.getByLabel("Last day").fill("2019-12-31");
  await page.getByText("The last day must not be before the first.").waitFor();
  await eventually(() => page.getByRole("button", { name: "Download CSV" }).isDisabled()).toBe(true);
});

test("[SET-14][USAGE-08][ADMIN-34] an admin sets who gets the report and how often; a half-typed address survives a reload, a doubled one is refused; one is sent now", async () => {
  const page = await openConfig(`${REPORT}?view=mail`);
  const address = page.getByLabel("Add another address");
  await address.fill("boss@gable");
  await eventually(async () => JSON.stringify(await readStore(page, "drafts"))).toContain("boss@gable");
  await page.reload();
  await eventually(() => address.inputValue()).toBe("boss@gable");
  await page.getByLabel("How often").selectOption({ label: "Weekly" });
  await page.getByLabel("Periods count from").fill("2026-05-04");
  await address.fill("boss@gable.test");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("listitem").filter({ hasText: "boss@gable.test" }).waitFor();
  await address.fill("Boss@gable.test");
  await address.press("Enter");
  await page.getByText("Recipients must not repeat a value.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const [stored] = await journey.app.query<{ values: Record<string, unknown> }>(
    'select "values" from company_settings where company_id = (select min(id) from company)',
  );
  expect(stored?.values).toMatchObject({
    usageReportFrequency: 1,
    usageReportStartDate: "2026-05-04T00:00:00Z",
    usageReportRecipients: { userIds: [], emails: ["boss@gable.test"] },
  });

  await page.getByRole("navigation", { name: "Report" }).getByRole("link", { name: "Sales" }).click();
  await page.getByRole("heading", { name: "Open estimates by age" }).waitFor();
  await page.getByRole("navigation", { name: "Report" }).getByRole("link", { name: "Usage" }).click();
  await page.getByRole("button", { name: "Send me one now" }).click();
  await page.getByText(/^The report of these days is on its way to /).waitFor();
});

test("[LEAD-42][SALES-07] a salesperson says why a lead is lost, beside its status, and the admin counts it in Sales", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, REPORT);
  await page.goto("/estimator/leads");
  await createLead(page, { "Last name": "Reed" });
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  const reason = page.getByLabel("Why lost");
  await page.getByLabel("Status").selectOption({ label: "New" });
  await eventually(() => reason.count()).toBe(0);
  await page.getByLabel("Status").selectOption({ label: "Lost" });
  await reason.selectOption({ label: "Price" });
  await saveLead(page);
  await page.getByRole("definition").filter({ hasText: "Price" }).waitFor();
  await everythingSent(page);
  await page.goto(`${REPORT}?view=sales`);
  await page.getByLabel("First day").fill("2020-01-01");
  const [row] = await journey.app.query<{ leads: number }>(
    `select count(*)::int as leads from lead
     where company_id = (select min(id) from company) and lead_status = 'Lost' and lost_reason = 'Price'`,
  );
  const lost = page.getByRole("region", { name: "Lost leads" });
  await lost.getByRole("row", { name: `Price ${String(row?.leads)}`, exact: true }).waitFor();
});

test("the usage report is accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, REPORT);
  await page.getByRole("row", { name: /^Total/ }).waitFor();
  expect(await inspect(page, "usage report")).toEqual([]);
  // Upright, a tablet shows all columns.
  await page.setViewportSize({ width: 820, height: 1180 });
  const rest = () =>
    page.getByRole("region", { name: "Usage" }).evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  await expect.poll(rest).toBe(0);
  const views = [
    { view: "sales", shows: page.getByRole("heading", { name: "Open estimates by age" }) },
    { view: "mail", shows: page.getByRole("group", { name: "Recipients" }) },
  ];
  for (const { view, shows } of views) {
    await page.goto(`${journey.app.url}${REPORT}?view=${view}`);
    await shows.waitFor();
    expect(await inspect(page, `usage report, ${view}`)).toEqual([]);
  }
});
