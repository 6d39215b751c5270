// The pictures that only the user guide (docs/guide) shows, in the order of its pages.
/* global navigator, Navigator -- in a function that runs in the page */
import {
  ADMIN,
  CUSTOMER,
  LAPTOP,
  openEstimate,
  openLead,
  openPage,
  shoot,
  shootAndLeave,
  signIn,
  TABLET,
} from "./picture-studio.mjs";

/** The last ones change the demo company. */
export async function takeGuidePictures(studio) {
  await pictureAccountMenu(studio);
  await pictureLeadPage(studio);
  await pictureNewEstimate(studio);
  await pictureErrors(studio);
  await pictureQuickEstimate(studio);
  await pictureWhy(studio);
  await pictureWindow(studio);
  await pictureDiscount(studio);
  await pictureRescueFile(studio);
  await pictureIpad(studio);
  await pictureConfig(studio, {
    name: "sections-desktop-light",
    path: "estimate-sections",
    waitFor: "Decking & Underlayment",
  });
  await pictureConfig(studio, { name: "fields-desktop-light", path: "estimate-fields", waitFor: "Area of work" });
  await pictureConfig(studio, { name: "wording-desktop-light", path: "contract-settings", waitFor: "Cover plants" });
  await pictureScopeCheck(studio);
  await pictureVersions(studio);
  await pictureNewerPrices(studio);
}

/** The screen of a laptop, as high as its contents. */
async function openLaptop(studio, { email, height = LAPTOP.viewport.height } = {}) {
  const page = await openPage({ ...studio, device: { viewport: { ...LAPTOP.viewport, height } } });
  await signIn(page, email);
  return page;
}

/** A page of the complete estimate; `path` is below it. */
async function openBelowEstimate(studio, path, device) {
  const page = await openLaptop(studio, device);
  await openEstimate(page);
  const estimate = page.url();
  await page.goto(`${estimate}${path}`);
  return { page, estimate };
}

async function pictureAccountMenu(studio) {
  const page = await openLaptop(studio, { height: 560 });
  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("link", { name: "Manage account" }).waitFor();
  await shootAndLeave(page, "menu-desktop-light");
}

async function pictureLeadPage(studio) {
  const page = await openLaptop(studio);
  await openLead(page, CUSTOMER);
  await page.getByText("Gutters only").first().waitFor();
  await shootAndLeave(page, "lead-desktop-light");
}

async function pictureNewEstimate(studio) {
  const page = await openLaptop(studio);
  await openLead(page, CUSTOMER);
  await page.getByRole("button", { name: "New estimate" }).click();
  await page.getByRole("button", { name: "Create estimate" }).waitFor();
  await shootAndLeave(page, "new-estimate-desktop-light");
}

/** Two unreadable numbers, after an attempt to save them. */
async function pictureErrors(studio) {
  const { page } = await openBelowEstimate(studio, "/roofing/3");
  await page.getByRole("textbox", { name: "Eave length" }).fill("80 ft 6");
  await page.getByRole("textbox", { name: "Valley length" }).fill("3o");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("2 errors in form").waitFor();
  await shootAndLeave(page, "errors-desktop-light");
}

async function pictureQuickEstimate(studio) {
  const { page } = await openBelowEstimate(studio, "/quick_estimate_gutters");
  await page.getByText("Quick estimate · 4 sections on one page").waitFor();
  await page.getByRole("heading", { name: "Extras" }).waitFor({ state: "attached" });
  await shootAndLeave(page, "quick-desktop-light");
}

async function pictureWhy(studio) {
  const { page } = await openBelowEstimate(studio, "/roofing/3");
  await page.getByRole("button", { name: /recommended for Ice barrier/ }).click();
  await page.getByRole("heading", { name: "Why this number" }).waitFor();
  await shootAndLeave(page, "why-desktop-light");
}

async function pictureWindow(studio) {
  const { page } = await openBelowEstimate(studio, "/windows/2/0/0");
  await page.getByRole("link", { name: /Main bedroom/ }).click();
  await page.getByRole("heading", { name: "1 Main bedroom" }).waitFor();
  await shootAndLeave(page, "window-desktop-light");
}

/** The result of another discount. */
async function pictureDiscount(studio) {
  const { page } = await openBelowEstimate(studio, "/summary/1", { height: 940 });
  await page.getByRole("textbox", { name: "Discount" }).fill("7.5");
  await page.getByText("Discount 7.5 %").waitFor();
  await shootAndLeave(page, "discount-desktop-light");
}

/** The rescue of a device that cannot send: one change is unsent, and is saved to a file. */
async function pictureRescueFile(studio) {
  const page = await openLaptop(studio);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openLead(page, CUSTOMER);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Mobile phone", { exact: true }).fill("2695550160");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/details$/);
  // The saved notice would be hidden behind the dialog.
  await page.getByRole("button", { name: "Close message" }).click();
  await page.getByRole("button", { name: "1 waiting" }).click();
  await page.getByRole("button", { name: "Save a rescue file" }).click();
  await page.getByLabel("Passphrase again").waitFor();
  await shootAndLeave(page, "rescue-desktop-light");
}

/** Safari on an iPad: how to add the app to the home screen, and a change that has waited for days. */
async function pictureIpad(studio) {
  const page = await openPage({ ...studio, device: { ...TABLET, viewport: { width: 820, height: 640 } } });
  await page.addInitScript(() => {
    const facts = { standalone: false, vendor: "Apple Computer, Inc.", maxTouchPoints: 5 };
    const userAgent =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15";
    for (const [name, value] of Object.entries({ ...facts, userAgent }))
      Object.defineProperty(Navigator.prototype, name, { get: () => value });
  });
  await signIn(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByText("Add to Home Screen").waitFor();
  await shoot(page, "ipad-tablet-light");

  await openLead(page, CUSTOMER);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Mobile phone", { exact: true }).fill("2695550160");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/details$/);
  await page.getByRole("button", { name: "1 waiting" }).waitFor();
  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
  await page.goto("/estimator/leads?sort=meeting-asc");
  await page.locator("[data-row-link]").first().waitFor();
  await page.getByText("Not sent since").waitFor();
  await shootAndLeave(page, "unsent-days-tablet-light");
}

/** A page of the office, below /config. */
async function pictureConfig(studio, { name, path, waitFor }) {
  const page = await openLaptop(studio, { email: ADMIN });
  await page.goto(`/config/${path}`);
  await page.getByText(waitFor).first().waitFor();
  await shootAndLeave(page, name);
}

/** A roof of two stories whose height is not paid for, and that has neither valley metal nor step flashing. */
async function pictureScopeCheck(studio) {
  const { page, estimate } = await openBelowEstimate(studio, "/roofing/2");
  await page.getByRole("textbox", { name: "Squares on story 2" }).fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.goto(`${estimate}/roofing/4`);
  for (const name of ["Valley quantity", "Step flashing quantity"])
    await page.getByRole("textbox", { name, exact: true }).fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.goto(estimate);
  await page.getByRole("button", { name: "Check the scope" }).click();
  await page.getByText(/nobody pays for the height/).waitFor();
  await shootAndLeave(page, "scope-desktop-light");
}

/** A price that the office has raised, as a second version of the price book. */
async function pictureVersions(studio) {
  const page = await openLaptop(studio, { email: ADMIN, height: 520 });
  await page.goto("/config/estimate-field-options?field=4.13");
  const [cost, price] = ["Material cost", "Material price"].map((name) => page.getByLabel(name).first());
  await cost.fill("3.60");
  await price.fill("6.00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as version 2").waitFor();
  await page.goto("/config/estimate-fields?view=versions");
  await page.getByRole("button", { name: "Show changes" }).first().click();
  await page.getByText("Difference").first().waitFor();
  await shootAndLeave(page, "versions-desktop-light");
}

/** The effect of the second version on an estimate of the first. */
async function pictureNewerPrices(studio) {
  const page = await openLaptop(studio);
  await openEstimate(page);
  await page.getByRole("button", { name: "Show the difference" }).click();
  await page.getByRole("button", { name: "Update prices" }).waitFor();
  await shootAndLeave(page, "newer-prices-desktop-light");
}
