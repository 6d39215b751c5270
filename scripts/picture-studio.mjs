// The common parts of all pictures: devices, users of the demo company, navigation, and the shutter.
/* global document -- in functions that run in the page */
import { join } from "node:path";
import { URLSearchParams } from "node:url";
import { PROJECT_ROOT } from "./project-root.mjs";

export const PICTURES_FOLDER = join(PROJECT_ROOT, "docs/pictures");
const PATIENCE_MS = 30_000;

export const SALES = "sales@demo.test";
export const ADMIN = "admin@demo.test";
export const PASSWORD = "Ridgebook-1";
/** The demo company's own, in every zone of this machine. */
const TIME_ZONE = "America/New_York";

/** The owner of the demo company's complete estimate, and its name. */
export const CUSTOMER = "Karen & Tom Whitfield";
const ESTIMATE_NAME = "Roof, windows and gutters";

export const DESKTOP = { viewport: { width: 1440, height: 820 } };
/** The width of a page of the user guide. */
export const LAPTOP = { viewport: { width: 1280, height: 800 } };
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const LANDSCAPE = { viewport: { width: 1180, height: 820 }, hasTouch: true };
export const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A page on a separate device, in the middle of a working day. */
export async function openPage({ browser, url, device, colorScheme = "light" }) {
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-US",
    timezoneId: TIME_ZONE,
    reducedMotion: "reduce",
    colorScheme,
    ...device,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

export async function signIn(page, email = SALES) {
  await page.goto("/account/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/estimator/leads");
  await page.locator("[data-row-link]").first().waitFor();
}

/** Takes the picture once nothing moves any more, without a caret or a pointer in it. */
export async function shoot(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => document.getElementById("splash") === null && document.fonts.status === "loaded");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(PICTURES_FOLDER, `${name}.png`), animations: "disabled", caret: "hide" });
  console.log(`docs/pictures/${name}.png`);
}

/** The last picture of a device. */
export async function shootAndLeave(page, name) {
  await shoot(page, name);
  await page.context().close();
}

/** Opens the demo company's complete estimate. */
export async function openEstimate(page) {
  await openLead(page, CUSTOMER);
  await page.getByRole("link", { name: ESTIMATE_NAME }).first().click();
  await page.waitForURL(/\/estimate\/\d+$/);
}

/** Finds a lead of the demo company in the list and opens it; returns its id. */
export async function openLead(page, name) {
  await page.goto(`/estimator/leads?${new URLSearchParams({ searchQuery: name }).toString()}`);
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("heading", { name }).waitFor();
  return Number(/\/leads\/(\d+)\//.exec(page.url())?.[1]);
}
