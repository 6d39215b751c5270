import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* The wording of contracts beside the paper that it makes: chosen, followed while it is typed, and refused with a reason. */

const journey = prepareJourney();

const SETTINGS = "/config/contract-settings";
const WORDS = "Balances bear interest at two percent.";

const paperOf = (page: Page) => page.getByRole("region", { name: "Paper with this wording" });
const leafOf = (page: Page) => paperOf(page).getByRole("region", { name: /^Page \d+$/ });

async function choose(page: Page, words: string, name: RegExp): Promise<void> {
  await paperOf(page)
    .getByRole("button", { name: /Choose another$/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Choose an estimate" });
  await dialog.getByLabel("Search").fill(words);
  await dialog.getByRole("button", { name }).click();
}

test("[PBS-01][PBS-02][PBS-03][PBS-04] the paper of a chosen estimate follows the wording and marks what is not saved; the choice is remembered", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, SETTINGS);
  await choose(page, "whitfield", /Roof, windows and gutters/);
  await paperOf(page)
    .getByRole("button", { name: /^Estimate: .*Roof, windows and gutters/ })
    .waitFor();
  await leafOf(page).getByText("Home improvement contract").waitFor();
  await paperOf(page)
    .getByText(/^Page 1 of \d+$/)
    .waitFor();
  expect(await paperOf(page).locator("[data-change]").count()).toBe(0);

  const terms = page.getByRole("textbox", { name: "Legal text", exact: true });
  await terms.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(WORDS);
  // It turned to the page of the change, where exactly the new words are marked.
  await paperOf(page)
    .getByText(/^Changed on page \d+$/)
    .waitFor();
  await leafOf(page).getByText(WORDS).waitFor();
  await eventually(() => paperOf(page).locator("[data-change=added]").count()).toBe(1);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await eventually(() => paperOf(page).locator("[data-change]").count()).toBe(0);

  await page.reload();
  await paperOf(page)
    .getByRole("button", { name: /^Estimate: .*Roof, windows and gutters/ })
    .waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await paperOf(page)
    .getByText(/^Page 2 of \d+$/)
    .waitFor();
});

test("[PBS-01][PBS-05] on a phone the paper opens from the bar; a picture that is not there is named", async () => {
  const page = await journey.openPage({ ...INSPECTED_DEVICE, device: "phone" });
  await page.route("**/files/**", (route) => route.abort());
  await signInToConfig(page, SETTINGS);
  await page.getByRole("button", { name: "See paper" }).click();
  const dialog = page.getByRole("dialog", { name: "Paper with this wording" });
  await dialog.getByText(/^Page 1 of \d+$/).waitFor();
  expect(await inspect(page, "the paper beside the wording")).toEqual([]);
});
