import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin changes prices: their effect on open estimates is shown first, and then an estimate offers exactly that. */

const journey = prepareJourney();

const OPTIONS = "/config/estimate-field-options";
const addressOf = (field: string, option?: string): string =>
  `${OPTIONS}?${new URLSearchParams({ field, ...(option !== undefined && { option }) }).toString()}`;

test("[PRI-01][PRI-02][PRI-04][PRI-08] a typed price shows its effect on an open estimate, whose page then offers exactly that", async () => {
  const [line] = await journey.app.query<{ option: string; estimate: number }>(
    `select item.field_option_id as option, item.estimate_id::int as estimate from estimate_item item
     where item.material_price > 0 and item.quantity > 0 and item.field_option_id is not null order by item.estimate_id, item.id limit 1`,
  );
  if (!line) throw new Error("The demo has no estimate with a priced option.");
  const field = line.option.slice(0, line.option.lastIndexOf("."));
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, OPTIONS);
  await page.goto(addressOf(field, line.option));
  const prices = page.getByRole("textbox", { name: /^Material price/ });
  await prices.first().waitFor();
  for (const price of await prices.all()) await price.fill("999");
  const impact = page.getByRole("region", { name: "What it does to open estimates" });
  await impact.getByText(/would change, by \+\$[\d,.]+ in all\./).waitFor();
  const row = impact.getByRole("row").filter({ has: page.locator(`a[href$="/estimate/${String(line.estimate)}"]`) });
  // Slowly typed prices trigger requests in between, and the last answer starts over.
  await eventually(async () => {
    await impact.getByRole("textbox", { name: "Least margin" }).fill("99");
    return impact.getByText(/No estimate would fall below it\. \d+ estimates? (?:is|are) below it already\./).count();
  }).toBe(1);
  await impact.getByRole("table", { name: "Sample houses" }).getByText("Cape with new gutters").waitFor();
  expect(await inspect(page, "the impact of a price")).toEqual([]);
  const total = (await row.getByRole("cell").nth(2).innerText()).match(/[\d,]+\.\d\d/)?.[0];
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/Saved as version \d+/).waitFor();

  await page.goto(`/estimator/estimate/${String(line.estimate)}`);
  await page.getByRole("button", { name: "Show the difference" }).click();
  const offered = page.getByRole("region", { name: "Newer prices" }).getByRole("row").last().getByRole("cell").last();
  await eventually(() => offered.innerText()).toContain(total);
});

test("[PRI-05][PRI-06][PRI-07] an option is added like another, put first and retired; a text that is there already is refused", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, OPTIONS);
  await page.goto(addressOf("4.13"));
  const options = page.getByRole("navigation", { name: "Options" }).getByRole("link");
  await options.first().waitFor();
  const [first = ""] = await options.allInnerTexts();
  await page.getByRole("button", { name: "Add option" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an option" });
  await dialog.getByLabel("Text").fill(first.split("\n")[0]?.trim() ?? "");
  await dialog.getByRole("button", { name: "Add option" }).click();
  await dialog.getByText("The field has an option with this text already.").waitFor();
  await dialog.getByLabel("Text").fill("Half round, copper");
  await dialog.getByRole("button", { name: "Add option" }).click();
  await page.getByText(/Saved as version \d+/).waitFor();
  await eventually(async () => (await options.allInnerTexts()).at(-1)).toContain("Half round, copper");

  await page.getByRole("button", { name: "Reorder" }).click();
  const up = page.getByRole("button", { name: "Move up: Half round, copper" });
  await up.focus();
  const count = await page.getByRole("button", { name: /^Move up: / }).count();
  for (let place = 1; place < count; place++) await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save order" }).click();
  await eventually(async () => (await options.allInnerTexts())[0]).toContain("Half round, copper");

  await options.first().click();
  await page.getByRole("button", { name: "Retire", exact: true }).click();
  const retiring = page.getByRole("dialog", { name: "Retire Half round, copper?" });
  // Estimates that the price of the test above would change still do.
  await retiring
    .getByText(/would change/)
    .first()
    .waitFor();
  await retiring.getByRole("button", { name: "Retire option" }).click();
  await page.getByText("Retired: not offered any more.").waitFor();
  await page.getByRole("button", { name: "Offer again" }).click();
  await page.getByRole("button", { name: "Retire", exact: true }).waitFor();
});

test("[PRI-17][PRI-09][PRI-01] a field without options is refused a range that ends before it begins, and shows what its price does before it is saved", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, "/config/estimate-fields");
  await page.goto(addressOf("4.11"));
  await page.getByRole("textbox", { name: /^Minimum/ }).fill("9");
  await page.getByRole("textbox", { name: /^Maximum/ }).fill("1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The maximum is less than the minimum.").first().waitFor();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.goto("/config/estimate-fields");
  await page.getByRole("searchbox", { name: "Search fields and options" }).fill("1.68");
  await page.getByRole("link", { name: "Ice barrier", exact: true }).click();
  await page.getByRole("link", { name: /^All options/ }).click();
  const waste = page.getByRole("textbox", { name: /^Waste in percent/ });
  await waste.fill("12");
  await page.getByText("Waste: not saved yet, kept on this device.").waitFor();
  await page
    .getByRole("region", { name: "What it does to open estimates" })
    .getByText(/open estimate/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByText("Restored what you had typed.").waitFor();
  await eventually(() => waste.inputValue()).toBe("12");
  expect(await inspect(page, "a field")).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/Saved as version \d+/).waitFor();
});
