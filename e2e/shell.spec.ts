import { appendFile } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAccountMenu, signIn } from "./support/account.ts";
import { openReadyDevice, setOffline, waitUntilOfflineReady } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { forgetCompressed } from "./support/next-version.ts";
import { countLeads, createLead, fillInLead } from "./support/leads.ts";
import { openSyncPanel, syncChip } from "./support/sync-panel.ts";

/* The frame of every page: titles, menus, notices, public pages, and the app's own offers. */

const journey = prepareJourney({ ownProduct: true });
const visitor = journey.shareDevice(() => journey.openPage());

describe("public pages", () => {
  test.each([
    ["ROUTE-06", "/about", "About Ridgebook", "About - Ridgebook"],
    ["ROUTE-06", "/policies", "Policies", "Policies - Ridgebook"],
    ["ROUTE-06", "/access-denied", "Access denied", "Access denied - Ridgebook"],
    ["ROUTE-07", "/offline?referrer=/about", "You are online", "Offline - Ridgebook"],
    ["ROUTE-08", "/no/such/page", "Page not found", "Page not found - Ridgebook"],
    ["ROUTE-09", "/account/forgot-password", "Forgot password", "Forgot password - Ridgebook"],
    ["ROUTE-13", "/account/reset-password?code=abc", "Reset password", "Reset password - Ridgebook"],
    ["ROUTE-14", "/account/setup?code=abc&userId=1", "Set up your account", "Set up your account - Ridgebook"],
  ])("[%s][GUARD-13] %s opens without login and has its title", async (_, address, heading, title) => {
    const page = await visitor();
    await page.goto(address);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await eventually(() => page.title()).toBe(`${title} (Development)`);
  });

  test.each([
    ["ROUTE-11", "/account/manage"],
    ["ROUTE-12", "/account/companies?select=true"],
    ["ROUTE-25", "/estimator/leads?sort=name-desc&page=2"],
  ])("[%s][GUARD-03] %s asks for a login first and comes back", async (_, address) => {
    const page = await visitor();
    await page.goto(address);
    await page.waitForURL(`**/account/login?${new URLSearchParams({ referrer: address }).toString()}`);
  });
});

test("[GUARD-01][SHELL-06][SHELL-17] a message in the address becomes a notice and leaves the address", async () => {
  const page = await visitor();
  await page.goto("/about?message=Hello%20there&messageType=error");
  await page.getByRole("alert").getByText("Hello there").waitFor();
  await page.waitForURL("**/about");
  await page.getByRole("button", { name: "Close message" }).click();
  await page.getByText("Hello there").waitFor({ state: "detached" });
});

test.each(["phone", "tablet", "desktop"] as const)(
  "[SHELL-06] on a %s a notice is above the buttons of the open sync panel",
  async (device) => {
    const { context, page } = await openReadyDevice(journey, { device });
    await setOffline(context, true);
    await createLead(page, { "First name": "Nora", "Last name": "Notice" });
    const notice = page.getByText("Saved on this device.", { exact: false });
    // A notice under the pointer does not close by itself: the panel is opened with the keyboard.
    await notice.hover();
    await syncChip(page).focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog");
    await panel.waitFor();
    const foot = panel.getByRole("button", { name: "Sends when online" }).locator("..");
    // The panel slides in, and the notice makes room.
    await eventually(() => isAbove(notice, foot)).toBe(true);
    // In front of the panel: it can be pointed at.
    await notice.hover({ trial: true });
  },
);

/** Whether one ends before the other begins, from above. */
async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  return above !== null && below !== null && above.y + above.height <= below.y;
}

test("[SHELL-01][SHELL-02][SHELL-03][SHELL-04] the account menu shows the version and leads on; the area switcher says where one is", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await eventually(() => page.getByRole("button", { name: /account menu/i }).textContent()).toBe("DM");
  await openAccountMenu(page);
  await page.getByText("Version 1.7.76").waitFor();
  await page.getByRole("link", { name: "Select company" }).waitFor();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  await page.getByRole("link", { name: "Manage account" }).click();
  await page.getByRole("heading", { name: "Manage account" }).waitFor();

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Sales" }).click();
  await page.waitForURL("**/estimator/leads");
  await page.getByRole("button", { name: "Sales", exact: true }).waitFor();
});

describe("[OP-81] the Policies page says what leaves the installation", () => {
  const NO_VIEWS = "No page views leave this installation.";
  const NO_REPORTS = "No error reports leave this installation.";

  test("nothing, where the operator set no receiver", async () => {
    const page = await visitor();
    await page.goto("/policies");
    for (const sentence of [NO_VIEWS, NO_REPORTS]) await page.getByText(sentence).waitFor();
  });

  test.each([
    [{ pageViews: true, errorReports: false }, ["Page views leave this installation:", NO_REPORTS]],
    [{ pageViews: false, errorReports: true }, [NO_VIEWS, "Error reports leave this installation:"]],
  ])("with %j just that", async (telemetry, sentences) => {
    const page = await journey.openPage();
    await page.route("**/api/info?keys=telemetry", (route) => route.fulfill({ json: { telemetry } }));
    await page.goto("/policies");
    for (const sentence of sentences) await page.getByText(sentence).waitFor();
  });

  test("without an answer of the server, a text that it would say so", async () => {
    const page = await journey.openPage();
    await page.route("**/api/info?keys=telemetry", (route) => route.abort());
    await page.goto("/policies");
    await page.getByText("Whether page views or error reports leave this installation").waitFor();
  });
});

test("[SHELL-05] the splash is gone once the first page is there", async () => {
  const page = await visitor();
  await page.goto("/about");
  await page.getByRole("heading", { name: "About Ridgebook" }).waitFor();
  await eventually(() => page.locator("#splash").count()).toBe(0);
});

test("[TEXT-02] on paper stands what is read: in the colors of a light page, without bars and buttons", async () => {
  const page = await journey.openPage({ colorScheme: "dark" });
  await page.goto("/policies");
  const heading = page.getByRole("heading", { name: "Policies", level: 1 });
  await heading.waitFor();
  await page.locator("#splash").waitFor({ state: "detached" });
  const bar = page.getByRole("banner");
  await bar.waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await bar.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Skip to content" }).waitFor({ state: "hidden" });
  const scheme = () => page.evaluate(() => document.documentElement.dataset["mantineColorScheme"]);
  expect(await scheme()).toBe("dark");
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await scheme()).toBe("light");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  expect(await scheme()).toBe("dark");
});

test("[PWA-01] the app can be installed: manifest, icons, and a worker at the root", async () => {
  const page = await journey.openPage({ serviceWorkers: "allow" });
  await page.goto("/about");
  const manifestPath = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = (await (await page.request.get(String(manifestPath))).json()) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: "Ridgebook", display: "standalone" });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok()).toBe(true);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith("/service-worker.js"));
});

describe("the install banner", () => {
  /** As a browser that is ready to install the app; `answer` is what the person says to the browser's own question. */
  const offerInstall = (page: Page, answer: "accepted" | "dismissed"): Promise<void> =>
    page.evaluate((outcome) => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      Object.assign(event, { prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome }) });
      dispatchEvent(event);
    }, answer);
  const question = (page: Page) => page.getByText("Install Ridgebook on this device?", { exact: false });

  test("[PWA-03][PWA-04][SHELL-09] shows when the browser offers it, and stays away after No, also after a reload", async () => {
    const page = await journey.openPage();
    await page.goto("/about");
    await page.getByRole("heading", { name: "About Ridgebook" }).waitFor();
    await eventually(() => question(page).count()).toBe(0);
    await offerInstall(page, "accepted");
    await question(page).waitFor();
    await page.getByRole("button", { name: "No", exact: true }).click();
    await question(page).waitFor({ state: "detached" });

    await page.reload();
    await page.getByRole("heading", { name: "About Ridgebook" }).waitFor();
    await offerInstall(page, "accepted");
    await eventually(() => question(page).count()).toBe(0);
  });

  test.each(["accepted", "dismissed"] as const)("[PWA-05] after Yes and %s it is gone", async (answer) => {
    const page = await journey.openPage();
    await page.goto("/about");
    await page.getByRole("heading", { name: "About Ridgebook" }).waitFor();
    await offerInstall(page, answer);
    await page.getByRole("button", { name: "Yes", exact: true }).click();
    await question(page).waitFor({ state: "detached" });
    await offerInstall(page, answer);
    await eventually(() => question(page).count()).toBe(answer === "accepted" ? 1 : 0);
  });
});

describe("on an iPad", () => {
  /** Safari of an iPad, as far as the app asks for it; `standalone` is true on the home screen. */
  async function openIpad({ standalone }: { standalone: boolean }) {
    const context = await journey.openDevice({ device: "tablet", serviceWorkers: "allow" });
    await context.addInitScript((isStandalone) => {
      const facts = { standalone: isStandalone, vendor: "Apple Computer, Inc.", maxTouchPoints: 5 };
      const userAgent =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15";
      for (const [name, value] of Object.entries({ ...facts, userAgent }))
        Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
    }, standalone);
    return { context, page: await context.newPage() };
  }
  const hint = (page: Page) => page.getByText(/^Put .+ on the home screen before you work\./);
  const DAY_MS = 86_400_000;

  test("[PWA-09][SYNC-47] the hint about the home screen shows only while nothing is unsent, and not again once dismissed; changes that wait for days are a warning", async () => {
    const { context, page } = await openIpad({ standalone: false });
    await page.goto("/account/login");
    await hint(page).waitFor();
    await signIn(page);
    await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
    await hint(page).waitFor();

    await setOffline(context, true);
    await createLead(page, { "Last name": "Ipad" });
    await page.getByRole("link", { name: "Leads", exact: true }).click();
    await eventually(() => syncChip(page).textContent()).toBe("1 waiting");
    await eventually(() => hint(page).count()).toBe(0);
    const panel = await openSyncPanel(page);
    await panel.getByText("Send everything first", { exact: false }).waitFor();
    await panel.getByRole("button", { name: "Close" }).click();

    await setOffline(context, false);
    await hint(page).waitFor();
    await page.getByRole("button", { name: "Don’t show again" }).click();
    await hint(page).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "Leads" }).waitFor();
    await eventually(() => hint(page).count()).toBe(0);

    await setOffline(context, true);
    await createLead(page, { "Last name": "Later" });
    await page.clock.setFixedTime(Date.now() + 3 * DAY_MS);
    await page.goto("/estimator/leads");
    const warning = page.getByText(/Not sent since \w+day\..*Safari removes the data of websites/);
    await warning.waitFor();
    await eventually(() => syncChip(page).textContent()).toBe("1 waiting, 3 days");
    await page.getByRole("button", { name: "Later" }).click();
    await warning.waitFor({ state: "detached" });
  });

  test("[PWA-09] opened from the home screen it has no hint", async () => {
    const { page } = await openIpad({ standalone: true });
    await signIn(page);
    await eventually(() => hint(page).count()).toBe(0);
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Data on this device" }).click();
    await page.getByText("This device keeps your work.").or(page.getByText("The browser may clear")).waitFor();
    await eventually(() => hint(page).count()).toBe(0);
  });
});

test("[PWA-06][SHELL-09] a new version is offered, never forced: unsaved input stays until Update is pressed", async () => {
  const context = await journey.openDevice({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await signIn(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole("link", { name: "New lead" }).click();
  await fillInLead(page, { "Last name": "Unsaved" });

  // Any changed byte is another version to a browser.
  await forgetCompressed(journey.app.webFolder);
  await appendFile(path.join(journey.app.webFolder, "service-worker.js"), "\n// the next version\n");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText("A new version is ready.").waitFor();
  await eventually(() => page.getByLabel("Last name").inputValue()).toBe("Unsaved");

  await page.evaluate(() => {
    Object.assign(window, { isFormerPage: true });
  });
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL("**/estimator/leads");
  await page.getByRole("button", { name: "Update" }).click();
  await page.waitForFunction(() => !("isFormerPage" in window));
  await page.getByRole("heading", { name: "Leads" }).waitFor();
  await eventually(() => page.getByText("A new version is ready.").count()).toBe(0);
});
