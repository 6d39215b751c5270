import { expect, test } from "vitest";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { makeHouses, visitEstimate } from "./support/demo-estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { shareConfig, signInToConfig } from "./support/price-book.ts";

/* The two pages with the company's data and its mail settings. */

const journey = prepareJourney();
const openConfig = shareConfig(journey);
const openInspected = shareConfig(journey, INSPECTED_DEVICE);

const SETTINGS = "/config/settings";
const EMAIL = "/config/email-settings";

test("[CST-01][ADMIN-27][ADMIN-28][ADMIN-33][SET-02][SET-03][SET-19][SET-20][SET-21] an admin names the company and sees that a phone number is wrong; the app takes the saved color, its login page the logo", async () => {
  const page = await journey.openPage();
  await signInToConfig(page, SETTINGS);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.getByRole("textbox", { name: "Name in the app" }).fill("Gable Estimates");
  await page.getByRole("combobox", { name: "Time zone" }).selectOption("America/Phoenix");
  await page.getByText(/It is \d{1,2}:\d\d [AP]M there\./).waitFor();
  const state = page.getByRole("textbox", { name: "State" });
  const formerState = await state.inputValue();
  await state.fill("Ontario");
  await page.getByText("Your address is in Canada.").waitFor();
  await state.fill(formerState);
  const license = page.getByRole("textbox", { name: "License" });
  const formerLicense = await license.inputValue();
  await license.fill("MI-2102");
  await page.getByRole("img", { name: "Head of a paper" }).getByText("License MI-2102").waitFor();
  await license.fill(formerLicense);
  await page.getByRole("textbox", { name: "Phone", exact: true }).fill("269555");
  await page.getByRole("textbox", { name: "Theme color", exact: true }).fill("#7a1f5c");
  await page.getByText("your color", { exact: true }).waitFor();
  await page.getByText("Name in the app, Time zone and 2 more: not saved yet, kept on this device.").waitFor();
  await save.click();
  await page.getByRole("link", { name: /^Phone: / }).waitFor();

  await page.getByRole("textbox", { name: /^Phone/ }).fill("2695550188");
  await save.click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByText("Gable Estimates", { exact: true }).first().waitFor();
  const action = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--rb-action").trim());
  await expect.poll(action).toBe("#7a1f5c");
  await page.reload();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Phone", exact: true }).inputValue())
    .toBe("(269) 555-0188");
  await save.click();
  await page.getByText("No changes to save").waitFor();

  await page.getByRole("img", { name: "Head of the login page" }).waitFor();
  await page.context().clearCookies();
  await page.goto("/account/login");
  await eventually(() => page.locator("header img").getAttribute("src")).toMatch(/^data:image\/png/);
});

test("[CST-04][CST-05][SET-04][ADMIN-26][OPS-18] the password of the mail server is written, and neither shown nor kept on the device; the page says who set it and when", async () => {
  const page = await openConfig(EMAIL);
  // This installation has no PUBLIC_URL but an address of this machine.
  await page.getByText(/^Links in e-mails, such as invitations, open on the server’s own computer only\./).waitFor();
  const host = page.getByRole("textbox", { name: "SMTP host" });
  const secret = page.getByRole("group", { name: "SMTP password" });
  await host.fill("mail.example.com");
  await secret.getByRole("button", { name: "Enter password" }).click();
  await page.getByLabel("SMTP password", { exact: true }).fill("Mail-1");
  await page.getByText("SMTP host, SMTP password: not saved yet, kept on this device except the password.").waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText("Restored what you had typed.").waitFor();
  await eventually(() => host.inputValue()).toBe("mail.example.com");
  await secret.getByText("Not set").waitFor();

  await secret.getByRole("button", { name: "Enter password" }).click();
  await page.getByLabel("SMTP password", { exact: true }).fill("Mail-1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await secret.getByText("Set", { exact: true }).waitFor();
  await secret.getByText(/^Set by \S+ \S.*, \d{4}, \d{1,2}:\d{2} [AP]M\./).waitFor();
  await page.reload();
  await secret.getByRole("button", { name: "Replace" }).waitFor();
  expect(await page.content()).not.toContain("Mail-1");
});

test("[CST-11][ADMIN-24][ADMIN-38] an admin reads each mail as the company sends it, in a frame that may do nothing", async () => {
  const page = await openConfig(EMAIL);
  const mail = page.getByRole("combobox", { name: "Mail", exact: true });
  for (const { name, subject, words } of [
    { name: "Invitation of a new user", subject: "North Gable Exteriors invites you", words: "Set up your account" },
    {
      name: "New password",
      subject: "Choose a new password for North Gable Exteriors",
      words: "Choose a new password",
    },
    { name: "Usage report", subject: "North Gable Exteriors: Usage report", words: "Sam Sample" },
    { name: "Document", subject: "Sample contract from North Gable Exteriors", words: "Attached is a copy" },
  ]) {
    await mail.selectOption({ label: name });
    const preview = page.getByRole("region", { name: `Preview: ${name}` });
    await preview.getByText(subject).first().waitFor();
    await preview.getByText("office@northgable.test").waitFor();
    await preview.frameLocator("iframe").getByText(words).first().waitFor();
    await eventually(() => preview.locator("iframe").getAttribute("sandbox")).toBe("");
    await eventually(() => preview.locator("pre").innerText()).toContain(words);
  }

  // Edits show before they are saved.
  const message = page.getByRole("textbox", { name: "Document", exact: true });
  await message.fill("Here are your papers.");
  const preview = page.getByRole("region", { name: "Preview: Document" });
  await preview.frameLocator("iframe").getByText("Here are your papers.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await preview.frameLocator("iframe").getByText("Attached is a copy").first().waitFor();

  // The invitation has the company's text above the app's.
  await page.getByRole("textbox", { name: "Invitation of a new user", exact: true }).fill("Welcome to the crew.");
  await mail.selectOption({ label: "Invitation of a new user" });
  const invitation = page.getByRole("region", { name: "Preview: Invitation of a new user" });
  await invitation.frameLocator("iframe").getByText("Welcome to the crew.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  await invitation.frameLocator("iframe").getByText("Welcome to the crew.").waitFor();
});

test.each([
  { title: "company settings", address: SETTINGS, field: "Company name" },
  { title: "e-mail settings", address: EMAIL, field: "SMTP host" },
])("$title are accessible, at every width, light and dark", async ({ title, address, field }) => {
  const page = await openInspected(address);
  await page.getByRole("textbox", { name: field }).waitFor();
  expect(await inspect(page, title)).toEqual([]);
});

test("[CST-10] cost and margin show on a press if the company hides them, and hide again on the next page", async () => {
  const id = await makeHouses(journey.app, { name: "At the table", files: ["gutters-cape"] });
  await journey.app.query(
    `update company_settings set "values" = "values" || '{"hideAmountsOnSalesScreens": true}'
     where company_id = (select min(id) from company)`,
  );
  const page = await visitEstimate(journey, { id });
  const show = page.getByRole("button", { name: "Show cost and margin" });
  const cost = page.getByRole("columnheader", { name: "Cost" });
  await show.first().waitFor();
  await eventually(() => cost.count()).toBe(0);
  await eventually(() => page.getByText(/^Margin/).count()).toBe(0);
  await show.first().click();
  await cost.waitFor();
  await page
    .getByRole("link", { name: /^Summary of/ })
    .first()
    .click();
  await show.first().waitFor();
  await eventually(() => page.getByText("Items at price").count()).toBe(1);
});
