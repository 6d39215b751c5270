import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findEstimateId, GUTTERS_ONLY } from "./support/demo-estimates.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* The wording of contracts beside the paper that it makes: chosen, updated while typing, and refused with a reason. */

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
  await eventually(() => paperOf(page).locator("[data-change]").count()).toBe(0);

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
  await paperOf(page).getByRole("region", { name: "Page 2", exact: true }).waitFor();
});

test("[PBS-01][PBS-05] on a narrow screen the paper opens from the bar; a picture that is not there is named", async () => {
  const page = await journey.openPage({ ...INSPECTED_DEVICE, viewport: { width: 390, height: 844 } });
  // Before the company's records arrive: its pictures come with its settings.
  await page.route("**/api/Files/**", (route) => route.abort());
  await signInToConfig(page, SETTINGS);
  const see = page.getByRole("button", { name: "See paper" });
  const dialog = page.getByRole("dialog", { name: "Paper with this wording" });
  await see.click();
  await dialog.getByText(/^Not on this device: the company's logo/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.unroute("**/api/Files/**");
  await see.click();
  await dialog.getByRole("region", { name: "Page 1", exact: true }).waitFor();
  expect(await inspect(page, "the paper beside the wording")).toEqual([]);
});

test("[PBS-06][PBS-08] a new document tells what it was made with, and leads an admin to what changed on that day", async () => {
  const id = await findEstimateId(journey.app, GUTTERS_ONLY);
  const page = await journey.openPage();
  await signInToConfig(page, `/estimator/estimate/${String(id)}`);
  await page.getByRole("button", { name: "New document" }).click();
  await page
    .getByRole("dialog", { name: "New document" })
    .getByRole("link", { name: "Work order", exact: true })
    .click();
  await page.getByRole("button", { name: "Create work order" }).click();
  await page.getByText(/^Made with settings of .+, price book version \d+$/).waitFor();
  await page.getByRole("link", { name: /^settings of / }).click();
  await page.waitForURL(/\/config\/activity\?.*kind=settings/);
  await page.getByRole("heading", { name: "Activity" }).waitFor();
});
