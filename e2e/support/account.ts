import type { Page } from "playwright-core";

export const PASSWORD = "Ridgebook-1";

/** Users of the demo company, by their roles. */
export const SALES = "sales@demo.test";
export const ADMIN = "admin@demo.test";
export const OTHER_SALES = "marcus@demo.test";
export const SUPER_ADMIN = "super@demo.test";
export const MASTER_ADMIN = "master@demo.test";
export const OTHER_COMPANY_SALES = "sales@other.test";

/** Fills in the shown login form, and submits it. */
export async function fillInLogin(
  page: Page,
  { email = SALES, password = PASSWORD }: { email?: string; password?: string } = {},
): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** From the login page to the lead list. */
export async function signIn(page: Page, who: { email?: string; password?: string } = {}): Promise<void> {
  await page.goto("/account/login");
  await fillInLogin(page, who);
  await page.waitForURL("**/estimator/leads");
  await page.getByRole("heading", { name: "Leads", level: 1 }).waitFor();
}

/** Opens the menu behind the user's initials. */
export const openAccountMenu = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /account menu/i }).click();

export async function chooseLogout(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Logout" }).click();
}
