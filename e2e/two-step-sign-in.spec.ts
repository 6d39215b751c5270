import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseLogout, fillInLogin, OTHER_SALES, PASSWORD, signIn } from "./support/account.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { signInToConfig } from "./support/price-book.ts";

/* A user turns two-step sign-in on, logs in with it, loses their phone, and an admin helps. */

const journey = prepareJourney();

const INES = "ines@demo.test";

/** The code that an authenticator app shows this many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

const focusedName = (page: Page): Promise<string | null> => page.locator(":focus").getAttribute("name");

/** Opens the form that asks for the password before a secret is shown. */
async function openSetUp(page: Page): Promise<Locator> {
  await page.goto("/account/manage");
  const panel = page.getByRole("region", { name: "Two-step sign-in" });
  await panel.getByRole("button", { name: "Set up" }).click();
  return panel;
}

test("[TWO-01][TWO-04][TWO-06][TWO-13] a person sets it up, keeps the backup codes, and logs in with a code", async () => {
  const page = await journey.openPage();
  await signIn(page);
  const panel = await openSetUp(page);
  await eventually(() => focusedName(page)).toBe("currentPassword");
  await panel.getByLabel("Your password").fill("wrong");
  await panel.getByRole("button", { name: "Continue" }).click();
  await panel.getByText("The current password is not correct.").waitFor();
  await panel.getByLabel("Your password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Continue" }).click();
  await panel.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await eventually(() => focusedName(page)).toBe("code");

  const secret = await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await panel.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, -20));
  await panel.getByRole("button", { name: "Turn on" }).click();
  await panel.getByText("This code is not correct, or was used already. Try the next one.").waitFor();
  await panel.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await panel.getByRole("button", { name: "Turn on" }).click();
  const codes = panel.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await eventually(() => codes.count()).toBe(10);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Save as file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Ridgebook backup codes.txt");
  await panel.getByRole("button", { name: "I have kept them" }).click();
  await panel.getByText("10 backup codes left").waitFor();

  // The password alone is not enough any more; a code is, and a wrong one is reported at its field.
  await chooseLogout(page);
  await page.waitForURL("**/account/login");
  await fillInLogin(page);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await eventually(() => focusedName(page)).toBe("code");
  await page.getByLabel("Code").fill(codeOf(secret, -20));
  await page.keyboard.press("Enter");
  await page.getByText("This code is not correct, or was used already. Try the next one.").waitFor();
  await eventually(() => focusedName(page)).toBe("code");
  await page.getByLabel("Code").fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/estimator/leads");
});

test("[TWO-04][TWO-11] a person without their phone uses a backup code, and an admin removes the second step", async () => {
  const email = INES;
  const hash = createHash("sha256").update("K7QDM4XPW2HR9TBC").digest("base64url");
  await journey.app.query(
    `insert into two_step (account_id, secret, confirmed_time)
     select id, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', now() from account where email = $1`,
    [email],
  );
  await journey.app.query(
    "insert into backup_code (account_id, code_hash) select id, $2 from account where email = $1",
    [email, hash],
  );
  const page = await journey.openPage();
  await page.goto("/account/login");
  await fillInLogin(page, { email });
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill("k7qd m4xp w2hr 9tbc");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/estimator/leads");

  const admin = await journey.openPage();
  await signInToConfig(admin, "/config/users");
  await admin.getByRole("button", { name: "Actions for Ines Tavares" }).click();
  await admin.getByRole("button", { name: "Remove second step" }).click();
  await admin
    .getByRole("alertdialog", { name: "Remove the second step of Ines Tavares?" })
    .getByRole("button", { name: "Remove second step" })
    .click();
  await admin.getByText("Ines Tavares logs in without a code").waitFor();
  await chooseLogout(page);
  await page.waitForURL("**/account/login");
  await fillInLogin(page, { email });
  await page.waitForURL("**/estimator/leads");
});

test("[TWO-14][TWO-15][TWO-17] an admin requires it, and who logs in next sets it up before the company opens", async () => {
  const earlier = await journey.openPage();
  await signIn(earlier, { email: INES });
  const admin = await journey.openPage();
  await signInToConfig(admin, "/config/settings");
  await admin.getByRole("checkbox", { name: "Require two-step sign-in" }).check();
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByText("Saved", { exact: true }).waitFor();

  const page = await journey.openPage(INSPECTED_DEVICE);
  await page.goto("/account/login");
  await fillInLogin(page, { email: INES });
  await page.getByRole("heading", { name: "A second step is needed" }).waitFor();
  expect(await inspect(page, "a company that asks for a second step")).toEqual([]);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const panel = page.getByRole("region", { name: "Two-step sign-in" });
  await panel.getByRole("button", { name: "Set up" }).click();
  await panel.getByLabel("Your password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Continue" }).click();
  const secret = await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await panel.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await panel.getByRole("button", { name: "Turn on" }).click();
  await panel.getByRole("button", { name: "I have kept them" }).click();
  await panel.getByRole("button", { name: "Continue to your company" }).click();
  await page.waitForURL("**/estimator/leads");

  // Earlier logins keep working.
  await earlier.reload();
  await earlier.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
  await admin.getByRole("checkbox", { name: "Require two-step sign-in" }).uncheck();
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await eventually(async () =>
    journey.app.query("select from company where two_step_required_time is not null"),
  ).toEqual([]);
});

test("[TWO-13] setting up is accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await signIn(page, { email: OTHER_SALES });
  const panel = await openSetUp(page);
  await panel.getByLabel("Your password").fill(PASSWORD);
  await panel.getByRole("button", { name: "Continue" }).click();
  await panel.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expect(await inspect(page, "setting up two-step sign-in")).toEqual([]);
});
