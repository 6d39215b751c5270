import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* An admin uses the contract settings: a text with a field found by its name, saved, and still there after a reload. */

const journey = prepareJourney();

const SETTINGS = "/config/contract-settings";

test("[ROUTE-21][SET-10][SET-11][SET-20][KEY-06] an admin writes a scope text with a field found by name; it is saved and comes back", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, SETTINGS);
  const gutters = page.getByRole("textbox", { name: "Gutters", exact: true });
  await gutters.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Clean up along ");
  // One editor for each text: the picker that follows this one's name belongs to it.
  await page
    .getByRole("toolbar", { name: "Formatting of Gutters", exact: true })
    .locator("..")
    .getByRole("button", { name: "Insert field" })
    .click();
  await page.getByRole("radio", { name: "Quantity" }).check({ force: true });
  await page.getByRole("combobox", { name: "Field" }).fill("total gutter length");
  await page.keyboard.press("Enter");
  const written = /Clean up along \{\{quantity 4\.\d+\}\}/;
  await expect.poll(() => gutters.innerText()).toMatch(written);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => gutters.innerText()).toMatch(written);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("No changes to save").waitFor();
});

test("contract settings are accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signInToConfig(page, SETTINGS);
  await page.getByRole("textbox", { name: "E-mail message" }).waitFor();
  expect(await inspect(page, "contract settings")).toEqual([]);
});
