import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin uses the activity: a setting is changed, found, undone and exported as CSV; a reversed range of days is refused. */

const journey = prepareJourney();

const ACTIVITY = "/config/activity";

test("[ACT-12][ACT-13] an admin finds a changed setting, puts it back and takes the list as CSV; turned days are refused", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, "/config/settings");
  const name = page.getByRole("textbox", { name: "Salesperson title" });
  const before = await name.inputValue();
  await name.fill("Roof advisor");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();

  await page.getByRole("navigation", { name: "Config" }).getByRole("link", { name: "Activity" }).click();
  await page.waitForURL(`**${ACTIVITY}`);
  const changed = page.getByRole("row").filter({ hasText: "Salesperson title" });
  await eventually(() => changed.count()).toBe(1);
  await eventually(() => changed.innerText()).toMatch(/Grace Holloway[^]*Salesperson title[^]*Roof advisor/);

  await page.getByRole("button", { name: /^Undo Salesperson title/ }).click();
  await page.getByText("Salesperson title put back").waitFor();
  await eventually(() => changed.count()).toBe(2);
  await changed
    .nth(1)
    .getByText(/^Undone /)
    .waitFor();
  const [settings] = await journey.app.query<{ title: string | null }>(
    "select values ->> 'salespersonTitle' as title from company_settings where company_id = (select min(id) from company)",
  );
  expect(settings?.title ?? "").toBe(before);

  await page.getByRole("searchbox", { name: "Search" }).fill("salesperson TITLE");
  await page.getByRole("link", { name: "Settings 2" }).click();
  await page.waitForURL(/kind=settings/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/,Grace Holloway,Settings,Salesperson title,,Roof advisor,/);

  await page.getByRole("searchbox", { name: "Search" }).fill("no such thing");
  await page.getByText("Nothing changed in this time").waitFor();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await changed.first().waitFor();

  await page.getByLabel("First day").fill("2026-05-02");
  await page.getByLabel("Last day").fill("2026-05-01");
  await page.getByText("The last day must not be before the first.").waitFor();
  await eventually(() => page.getByRole("button", { name: "Export CSV" }).isDisabled()).toBe(true);
});

test("[ACT-13] an Undo that conflicts with another change shows both values, and either stays", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, "/config/settings");
  const name = page.getByRole("textbox", { name: "Salesperson title" });
  await name.fill("Gutter advisor");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("navigation", { name: "Config" }).getByRole("link", { name: "Activity" }).click();
  const undo = page.getByRole("button", { name: /^Undo Salesperson title/ });
  await undo.waitFor();
  const setTitle = (title: string) =>
    journey.app.query(
      `update company_settings set values = values || '{"salespersonTitle": "${title}"}'
       where company_id = (select min(id) from company)`,
    );
  const title = async (): Promise<string | null | undefined> =>
    (
      await journey.app.query<{ title: string | null }>(
        "select values ->> 'salespersonTitle' as title from company_settings where company_id = (select min(id) from company)",
      )
    )[0]?.title;

  // Another user saves after the list was read.
  await setTitle("Siding advisor");
  await undo.click();
  const versions = page.getByRole("region", { name: "Two versions" });
  await versions.getByText("Siding advisor").waitFor();
  await eventually(() => title()).toBe("Siding advisor");
  await versions.getByRole("button", { name: "Keep this choice" }).click();
  await page.getByText("Salesperson title put back").waitFor();
  await eventually(async () => (await title()) === "Siding advisor").toBe(false);
});

test("[ACT-12] the activity is accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await journey.app.query(
    `insert into activity (company_id, actor_id, actor_name, address, user_agent, kind, action, subject, from_value, to_value, value_size, details, searched)
     select (select min(id) from company), 7, 'Ann Lee', '203.0.113.24', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537', each.kind, each.action,
       each.subject, each.from_value::jsonb, each.to_value::jsonb, 2, each.details::jsonb, ''
     from (values ('settings', 'changed', 'themeColor', '"#2ab0da"', '"#1d5c3a"', '{}'),
       ('settings', 'changed', 'contractLegalText', '"<p>Rotten decking is replaced at $62.00 a sheet.</p>"', '"<p>Rotten decking is replaced at $78.00 a sheet, up to 6 sheets without asking.</p>"', '{}'),
       ('secrets', 'changed', 'smtpPassword', null, null, '{"isSet": true}'),
       ('prices', 'published', '14', '13', '14', '{"fields": 23, "source": "import", "note": ""}'),
       ('refused', 'signInRefused', '7', null, null, '{"reason": "wrongCredentials"}'))
       as each (kind, action, subject, from_value, to_value, details)`,
  );
  await signInToConfig(page, ACTIVITY);
  await page.getByRole("button", { name: /Legal text: both versions/ }).click();
  await page.getByRole("region", { name: "After" }).getByText("$78.00").waitFor();
  expect(await inspect(page, "activity")).toEqual([]);
});
