import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillInLogin, MASTER_ADMIN, SALES, signIn, SUPER_ADMIN } from "./support/account.ts";
import { INSPECTED_DEVICE, inspect } from "./support/inspect-page.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/* A super admin adds a company, enters and leaves it, deactivates and deletes it, and adds a user. */

const journey = prepareJourney();

async function openAs(page: Page, email: string, path: string): Promise<void> {
  await page.goto("/account/login");
  await fillInLogin(page, { email });
  await page.waitForURL(path);
}

const keptCompany = (page: Page) => page.evaluate(() => localStorage.getItem("ridgebook-company-id"));

test("[MOVE-09][ADMIN-34][ADM-01][ADM-02][ADM-03][ADMIN-01][ADMIN-02][ADMIN-03][ADMIN-04][ADMIN-12][GUARD-10][ROUTE-16] a super admin adds a company, works in it, leaves, closes and deletes it", async () => {
  const page = await journey.openPage();
  await openAs(page, SUPER_ADMIN, "**/admin/companies");
  await page.getByRole("button", { name: "New company" }).click();
  const dialog = page.getByRole("dialog");
  await eventually(() => dialog.getByLabel("Active").isChecked()).toBe(true);
  await dialog.getByLabel("Company name").fill("Harbor");
  await page.reload();
  await page.getByRole("button", { name: "New company" }).click();
  await dialog.getByText("Restored what you had typed.").waitFor();
  await eventually(() => dialog.getByLabel("Company name").inputValue()).toBe("Harbor");
  await dialog.getByLabel("Company name").fill("");
  await dialog.getByRole("button", { name: "Add company" }).click();
  await dialog.getByText("Company name is required.").waitFor();
  await dialog.getByLabel("Company name").fill("Harbor Siding");
  await dialog.getByLabel("Copy users from").selectOption({ label: "North Gable Exteriors" });
  const asked = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/api/companies"),
  );
  await dialog.getByRole("button", { name: "Add company" }).click();
  expect(new URL((await asked).url()).searchParams.get("sourceCompanyId")).toMatch(/^\d+$/);

  await page.getByRole("button", { name: "Enter Harbor Siding" }).click();
  await page.waitForURL("**/estimator/start");
  const bar = page.getByRole("complementary", { name: "Company mode" });
  await bar.getByText("You are in Harbor Siding as a super admin").waitFor();
  await page.goto("/config/users");
  await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
  await bar.getByText("You are in Harbor Siding as a super admin").waitFor();
  await eventually(() => keptCompany(page)).toMatch(/^\d+$/);
  await page.goto("/estimator/leads");
  await page.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
  const refreshed = page.waitForRequest((request) => request.url().includes("/refresh"));
  await bar.getByRole("link", { name: "Leave the company" }).click();
  await refreshed;
  await page.waitForURL("**/admin/companies");
  await bar.waitFor({ state: "detached" });
  await eventually(() => keptCompany(page)).toBeNull();

  await eventually(() => page.getByRole("button", { name: "Delete Harbor Siding" }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit Harbor Siding" }).click();
  await dialog.getByLabel("Company name").fill("Harbor Siding & Trim");
  await dialog.getByLabel("Active").uncheck();
  await dialog.getByText("signed out of it as soon as you save").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByLabel("State").selectOption({ label: "Inactive" });
  await page.waitForURL("**/admin/companies?active=false");
  await page.getByRole("button", { name: "Export Harbor Siding & Trim" }).click();
  await dialog.getByText("No archive yet.").waitFor();
  await dialog.getByRole("button", { name: "Start an export" }).click();
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: /^Download the archive of Harbor Siding & Trim/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^Harbor Siding & Trim \d{4}-\d\d-\d\d\.tar\.gz$/);
  await dialog.getByRole("button", { name: /^Delete the export of/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete export" }).click();
  await dialog.getByText("No archive yet.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Delete Harbor Siding & Trim" }).click();
  await dialog.getByRole("textbox").fill("Harbor");
  await dialog.getByRole("button", { name: "Delete company" }).click();
  await dialog.getByText("This is not the company’s name.").waitFor();
  await dialog.getByRole("textbox").fill("Harbor Siding & Trim");
  await dialog.getByRole("button", { name: "Delete company" }).click();
  await page.getByText("Harbor Siding & Trim is deleted").waitFor();
  await eventually(() => page.getByRole("button", { name: "Edit Harbor Siding & Trim" }).count()).toBe(0);
  // A job removes it.
  await eventually(() => journey.app.query("select from company where name = 'Harbor Siding & Trim'")).toEqual([]);
});

test("[ADMIN-05][ADMIN-06][ADMIN-18][ROUTE-17] a super admin adds a user to a company and changes them; a used e-mail is reported at its field", async () => {
  const page = await journey.openPage();
  await openAs(page, SUPER_ADMIN, "**/admin/companies");
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("link", { name: "New user" }).click();
  await page.waitForURL("**/admin/users/-1");
  await page.getByLabel("First name").fill("Dana");
  await page.getByLabel("Last name").fill("Ortiz");
  await page.getByLabel("E-mail").fill(SALES);
  // A tab that is reloaded, or dies, loses nothing.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await eventually(() => page.getByLabel("First name").inputValue()).toBe("Dana");
  await eventually(() => page.getByLabel("E-mail").inputValue()).toBe(SALES);
  await page.getByLabel("Company").selectOption({ label: "North Gable Exteriors" });
  await page.getByRole("button", { name: "Add user" }).click();
  const email = page.getByLabel("E-mail");
  await eventually(() => email.getAttribute("aria-invalid")).toBe("true");
  await email.fill("dana@gable.test");
  await page.getByRole("button", { name: "Add user" }).click();
  await page.waitForURL("**/admin/users");
  await page.getByRole("searchbox", { name: "Search users" }).fill("dana");
  const row = page.getByRole("row", { name: /Dana Ortiz/ });
  await row.getByText("North Gable Exteriors").waitFor();
  await row.getByText("Invited").waitFor();
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: "Dana Ortiz" }).waitFor();
  await page.getByLabel("Role").selectOption("Admin");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.waitForURL("**/admin/users");
  // An action on a row applies to that row's company.
  await page.getByRole("button", { name: "Actions for Dana Ortiz" }).click();
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("Dana Ortiz is deactivated").waitFor();
  const [noted] = await journey.app.query<{ count: string }>(
    "select count(*) from activity where subject_name = 'Dana Ortiz' and company_id is not null and member = 'active'",
  );
  expect(noted?.count).toBe("1");
  const kept = await journey.app.query(
    "select role from membership m join account a on a.id = m.account_id where email = 'dana@gable.test'",
  );
  expect(kept).toEqual([{ role: "Admin" }]);
});

test("[ROUTE-24][AUTH-06] a master admin reads the open entries of the folder log, and continues from there", async () => {
  const page = await journey.openPage();
  await openAs(page, MASTER_ADMIN, "**/master/folder-log");
  await page.getByText("No folders yet").waitFor();
  await page.getByRole("link", { name: "Select a company" }).click();
  await page.waitForURL("**/account/companies?select=true");
  const other = await journey.openPage();
  await signIn(other);
  await other.goto("/master");
  await other.waitForURL("**/access-denied");
});

test("the pages of administration are accessible, at every width, light and dark", async () => {
  const page = await journey.openPage(INSPECTED_DEVICE);
  await openAs(page, SUPER_ADMIN, "**/admin/companies");
  await page.getByRole("button", { name: "Enter North Gable Exteriors" }).waitFor();
  expect(await inspect(page, "companies")).toEqual([]);
  await page.goto("/admin/users");
  await page.getByRole("link", { name: /./ }).first().waitFor();
  await page.getByRole("table").waitFor();
  expect(await inspect(page, "users of the installation")).toEqual([]);
  await page.goto("/admin/users/-1");
  await page.getByLabel("First name").waitFor();
  expect(await inspect(page, "a new user of the installation")).toEqual([]);
});
