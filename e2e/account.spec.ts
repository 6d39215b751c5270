import { expect, test } from "vitest";
import { ADMIN, fillInLogin, MASTER_ADMIN, PASSWORD, signIn } from "./support/account.ts";
import { readStore } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { findMailedLink, waitForMailedLink } from "./support/mails.ts";

/* Logins, passwords and mailed links, from the user's side. */

const journey = prepareJourney();

test("[AUTH-09][AUTH-10][VAL-03][VAL-07][ROUTE-13] a forgotten password is replaced through a mailed link, which counts once", async () => {
  const page = await journey.openPage();
  await page.goto("/account/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  for (const email of ["nobody@demo.test", "ines@demo.test"]) {
    await page.goto("/account/forgot-password");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Mail me a link" }).click();
    // Both get the same text.
    await page.getByText(`If an account belongs to ${email}, a link for a new password is on its way.`).waitFor();
  }
  const link = await waitForMailedLink(journey.app, "ines@demo.test");
  expect(await findMailedLink(journey.app, "nobody@demo.test")).toBeUndefined();

  await page.goto(link);
  await page.locator("[name=password]").fill("weak");
  await page.locator("[name=repeatPassword]").fill("weaker");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password is not complex enough.").waitFor();
  await eventually(() =>
    page.getByRole("list", { name: "A password needs" }).getByRole("listitem").allTextContents(),
  ).toEqual([
    "At least 1 uppercase letter",
    "At least 1 lowercase letter (done)",
    "At least 1 number",
    "At least 1 symbol",
    "Minimum 6 characters",
    "Maximum 100 characters (done)",
  ]);
  await page.locator("[name=password]").fill("Newer-Than-1");
  await page.locator("[name=repeatPassword]").fill("Newer-Than-1");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your password has been changed. Log in with the new one.").waitFor();
  await fillInLogin(page, { email: "ines@demo.test", password: "Newer-Than-1" });
  await page.waitForURL("**/estimator/leads");

  const elsewhere = await journey.openPage();
  await elsewhere.goto(link);
  await elsewhere.locator("[name=password]").fill("Newest-Of-All-1");
  await elsewhere.locator("[name=repeatPassword]").fill("Newest-Of-All-1");
  await elsewhere.getByRole("button", { name: "Change password" }).click();
  await elsewhere.getByText("This link is not valid any more. Please ask for a new one.").waitFor();
});

test("[AUTH-12][AUTH-15] people change their own name and password; other logins end", async () => {
  const elsewhere = await journey.openPage();
  await signIn(elsewhere, { email: ADMIN });
  const page = await journey.openPage();
  await signIn(page, { email: ADMIN });
  await page.goto("/account/manage");
  await page.getByLabel("First name").fill("Gracia");
  await page.getByLabel("Phone number").fill("2695550199");
  await page.getByRole("button", { name: "Save" }).click();
  await eventually(() =>
    journey.app.query("select first_name, phone_number from account where email = $1", [ADMIN]),
  ).toEqual([{ first_name: "Gracia", phone_number: "+12695550199" }]);
  await eventually(() => page.getByText("This device", { exact: true }).count()).toBe(1);

  await page.locator("[name=currentPassword]").fill("wrong");
  await page.locator("[name=password]").fill("Changed-By-Me-1");
  await page.locator("[name=repeatPassword]").fill("Changed-By-Me-1");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("The current password is not correct.").waitFor();
  await page.locator("[name=currentPassword]").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your password has been changed. Other devices have been logged out.").waitFor();

  await page.goto("/");
  await page.waitForURL("**/estimator/leads");
  await elsewhere.reload();
  await elsewhere.waitForURL(/\/account\/login/);
});

test("[ROUTE-04][ROUTE-05][GUARD-07][GUARD-04] a master admin without a company stands before the folder log, and never before the login", async () => {
  const page = await journey.openPage();
  await page.goto("/account/login");
  await fillInLogin(page, { email: MASTER_ADMIN });
  await page.waitForURL("**/master/folder-log");
  await page.getByText("No folders yet").waitFor();
  await page.goto("/estimator/leads");
  await page.waitForURL("**/account/companies");
  await page.getByText("No company yet").waitFor();
  await page.goto("/account/login");
  await page.waitForURL("**/master/folder-log");
});

test("[AUTH-02][ADM-07] a deactivated user is out at the next call, and the device forgets nothing that waits", async () => {
  const page = await journey.openPage();
  await signIn(page, { email: "theo@demo.test" });
  await journey.app.query(
    "update membership set active = false where account_id = (select id from account where email = 'theo@demo.test')",
  );
  await page.reload();
  await page.waitForURL((url) => !url.pathname.startsWith("/estimator"));
  await eventually(() => readStore(page, "local-changes")).toEqual([]);
});

test("[AUTH-43][AUTH-44] a person who works elsewhere is invited, signs in, accepts, and works in both companies", async () => {
  const invited = await journey.app.query<{ id: string }>(
    `with made as (insert into company (name) values ('Harbor Siding') returning id)
     insert into membership (company_id, role, first_name, last_name, invited_email, invited_time)
     select id, 'User', 'Dee', 'Mercer', 'sales@demo.test', now() from made returning id`,
  );
  expect(invited).toHaveLength(1);
  const page = await journey.openPage();
  await page.goto("/account/login");
  await fillInLogin(page, { email: "sales@demo.test" });
  await page.waitForURL("**/estimator/leads");
  await page.goto("/account/companies");
  await page.getByText("Harbor Siding invites you").waitFor();
  await page.getByRole("button", { name: "Accept the invitation of Harbor Siding" }).click();
  await page.getByText("You joined Harbor Siding. Select it to work there.").waitFor();
  await page.getByRole("button", { name: "Select Harbor Siding" }).click();
  await page.waitForURL("**/estimator/leads");
  await page.goto("/account/manage");
  await page.getByLabel("First name").waitFor();
  await eventually(() => page.getByLabel("First name").inputValue()).toBe("Dee");
  await page.goto("/account/companies?select=true");
  await page.getByRole("button", { name: "Select North Gable Exteriors" }).click();
  await page.waitForURL("**/estimator/leads");
});

test("[LEAD-37][LEAD-38] a calendar reads one's meetings at the secret address, until it is ended", async () => {
  const page = await journey.openPage();
  await signIn(page, { email: "sales@demo.test" });
  await page.goto("/account/manage");
  await page.getByRole("button", { name: "Create address" }).click();
  const address = await page.getByLabel("Your calendar address").inputValue();
  const read = () => page.request.get(new URL(new URL(address).pathname, page.url()).href);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText(/No calendar has read it yet/).waitFor();
  const calendar = await read();
  expect(calendar.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(await calendar.text()).toContain("BEGIN:VEVENT");
  await page.reload();
  await page.getByText(/^Made .* Last read /).waitFor();
  await page.getByRole("button", { name: "End address" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End address" }).click();
  await page.getByText("The calendar address is ended").waitFor();
  await eventually(async () => (await read()).status()).toBe(404);
});
