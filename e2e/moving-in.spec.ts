import { NO_INSTALLATION_SERVER } from "@ridgebook/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillInLogin, SUPER_ADMIN } from "./support/account.ts";
import { setOffline } from "./support/device.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { waitForMailedLink } from "./support/mails.ts";

/* The owner of a new company, from the mailed link to the list, through two of its items, and past it. */

const journey = prepareJourney();

const START = "**/estimator/start";
const LEADS = "**/estimator/leads";
const PASSWORD = "Seven-Piers-49408";
const OWNER = "rita@lakeside.test";
const SALESPERSON = "sam@lakeside.test";

async function invite(page: Page, { name, email, role }: { name: string; email: string; role: string }): Promise<void> {
  const [first = "", last = ""] = name.split(" ");
  await page.goto("/config/users/-1");
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText(NO_INSTALLATION_SERVER).waitFor();
}

/** From the mailed link to the page after the first login. */
async function setUp(page: Page, email: string): Promise<void> {
  await page.goto(await waitForMailedLink(journey.app, email));
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("[name=repeatPassword]").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL("**/account/login");
  await fillInLogin(page, { email, password: PASSWORD });
}

const itemOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

test("[MOVE-01][MOVE-04][MOVE-05][MOVE-07][MOVE-08][MOVE-09][ADMIN-30][OPS-18] an owner comes from the mailed link to the list, does an item, adds a lead, and finds the list in Config", async () => {
  const installer = await journey.openPage();
  await installer.goto("/account/login");
  await fillInLogin(installer, { email: SUPER_ADMIN });
  await installer.waitForURL("**/admin/companies");
  await installer.getByRole("button", { name: "New company" }).click();
  await installer.getByRole("dialog").getByLabel("Company name").fill("Lakeside Exteriors");
  // Companies exist already, so the installer is not taken for the owner.
  await eventually(() => installer.getByRole("dialog").getByLabel("I work in this company").isChecked()).toBe(false);
  await installer.getByRole("dialog").getByRole("button", { name: "Add company" }).click();
  await installer.getByRole("button", { name: "Enter Lakeside Exteriors" }).click();
  await installer.waitForURL(START);
  await invite(installer, { name: "Rita Kohl", email: OWNER, role: "Admin" });

  const page = await journey.openPage(INSPECTED_DEVICE);
  await setUp(page, OWNER);
  await page.waitForURL(START);
  await page.getByText("0 of 7 done").waitFor();
  // This installation has no PUBLIC_URL but an address of this machine.
  await page.getByText(/^Links in e-mails, such as invitations, open on the server’s own computer only\./).waitFor();
  await itemOf(page, "Users").getByText("One person so far").waitFor();
  expect(await inspect(page, "the list")).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The link opens the page at the exact field.
  const wording = itemOf(page, "Contract wording");
  await wording.getByText("The license number, the address and the phone number are missing on page 1").waitFor();
  await wording.getByRole("link", { name: "Add it" }).click();
  const license = page.getByLabel("License");
  await eventually(() => license.evaluate((field) => field === document.activeElement)).toBe(true);
  await license.fill("2101-123456");
  for (const [label, value] of Object.entries({ Street: "1 Pier Cove Rd", City: "Fennville", State: "MI" }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel(/zip/i).fill("49408");
  await page.getByLabel("Phone", { exact: true }).fill("(269) 555-0142");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Up to the first contract" }).click();
  await page.getByText("1 of 7 done").waitFor();
  await wording.getByText("License number, address and phone number are on page 1").waitFor();
  await page.getByText("Next: your company’s logo, under Settings.").waitFor();

  // Offline it is unchanged.
  await setOffline(page.context(), true);
  await page.getByText("No signal.").waitFor();
  await page.getByText("1 of 7 done").waitFor();
  await setOffline(page.context(), false);

  // A salesperson of the same company does not see it.
  await invite(page, { name: "Sam Ortiz", email: SALESPERSON, role: "User" });
  const sales = await journey.openPage();
  await setUp(sales, SALESPERSON);
  await sales.waitForURL(LEADS);
  await sales.goto("/estimator/start");
  await sales.waitForURL("**/access-denied");

  // Hidden, the leads come first; Config links back.
  await page.goto("/");
  await page.waitForURL(START);
  await itemOf(page, "Users").getByText("2 active").waitFor();
  await page.getByText("2 of 7 done").waitFor();
  await page.getByRole("button", { name: "Hide it now" }).click();
  await page.waitForURL(LEADS);
  await page.goto("/");
  await page.waitForURL(LEADS);
  // On a phone too, where the menu is a separate page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/config/settings");
  await page.getByRole("link", { name: "Up to the first contract" }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Show it at the start again" }).click();
  await page.getByRole("button", { name: "Hide it now" }).waitFor();
  await page.goto("/");
  await page.waitForURL(START);

  await itemOf(page, "First lead").getByRole("link", { name: "Add a lead" }).click();
  await page.getByLabel("Last name").fill("Marsh");
  await page.getByRole("button", { name: "Save" }).click();
  await eventually(() => journey.app.query("select from lead where last_name = 'Marsh'")).toHaveLength(1);
  await page.goto("/estimator/start");
  await itemOf(page, "First lead").getByText("1 lead").waitFor();
  await page.getByText("3 of 7 done").waitFor();
  await page.goto("/");
  await page.waitForURL(LEADS);
});
