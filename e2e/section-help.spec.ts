import { STARTER_SECTION_HELP } from "@ridgebook/estimating/starter-section-help";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin edits texts of sections: one is changed, one emptied, and the info dialog shows both. */

const journey = prepareJourney();

const HELP = "/config/sections-info";
const NO_HELP = "No description available. Please contact your administrator to configure the named field.";

const roofing = (page: Page, name: string) =>
  page.getByRole("region", { name: "Roofing", exact: true }).getByRole("textbox", { name: new RegExp(`^${name}`) });

const savedTexts = async (): Promise<Record<string, string>> => {
  const [row] = await journey.app.query<{ texts: Record<string, string> }>(
    `select "values" -> 'sectionsInfo' as texts from company_settings where company_id = (select min(id) from company)`,
  );
  return row?.texts ?? {};
};

test("[ROUTE-23][SET-16][HELP-01][HELP-03][HELP-06][SHELL-12] an admin changes one text and empties another, and each says by whom; too long a text is refused", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, HELP);
  await page.getByText(/^All \d+ sections have a text$/).waitFor();
  await roofing(page, "Questionnaire").fill("");
  await page.getByText(/^1 of \d+ without a text$/).waitFor();
  await page.getByRole("checkbox", { name: "Show only those without a text" }).check();
  await expect.poll(() => page.locator("textarea").count()).toBe(1);
  await page.getByRole("button", { name: "Preview Questionnaire" }).click();
  await page.getByRole("alertdialog").getByText(NO_HELP, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Show only those without a text" }).uncheck();

  await roofing(page, "Soffit").fill("a".repeat(501));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The page has errors which must be fixed before saving").waitFor();
  await eventually(async () => (await savedTexts())["soffit"]).toBe(STARTER_SECTION_HELP["soffit"]);

  await roofing(page, "Soffit").fill("Measure the depth at the corner.");
  await page.getByText("Roofing: Questionnaire, Soffit: not saved yet", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const changed = page.getByRole("region", { name: "Roofing", exact: true }).getByText(/Changed by Grace Holloway, /);
  await expect.poll(() => changed.count()).toBe(2);
  const { "roofing-questionnaire": emptied, soffit, gutters } = await savedTexts();
  expect([emptied, soffit, gutters]).toEqual([
    undefined,
    "Measure the depth at the corner.",
    STARTER_SECTION_HELP["gutters"],
  ]);
});

test("section help is accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, HELP);
  await roofing(page, "Soffit").waitFor();
  expect(await inspect(page, "section help")).toEqual([]);
});
