import { expect, test } from "vitest";
import { ADMIN, fillInLogin, OTHER_COMPANY_SALES, PASSWORD, signIn } from "./support/account.ts";
import { countStored, everythingDownloaded, readStore } from "./support/device.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { countLeads, findLeadId, serverLeads, showAllLeads } from "./support/leads.ts";

/* From an address that a person was given to the first lead, on a desk, on a phone, and without a mouse. */

const journey = prepareJourney();

test("[ROUTE-01][ROUTE-10][AUTH-07][ROUTE-02][ROUTE-25] a visitor logs in with a demo login and stands before the leads", async () => {
  const page = await journey.openPage({ serviceWorkers: "allow" });
  await page.goto("/");
  await page.waitForURL("**/account/login");
  await eventually(() => page.title()).toMatch(/^Log in - Ridgebook/);

  await page.getByRole("button", { name: "Use sales@demo.test" }).click();
  await eventually(() => page.getByLabel("E-mail").inputValue()).toBe("sales@demo.test");
  await page.getByRole("button", { name: "Log in" }).click();

  await page.waitForURL("**/estimator/leads");
  const total = await countLeads(journey.app);
  await showAllLeads(page);
  await eventually(() => page.locator("tbody td a").count()).toBe(100);
  await page.getByText(`1 – 100 of ${String(total)}`).waitFor();
  await eventually(() => page.title()).toMatch(/^Leads - North Gable Exteriors/);
});

test("no page of a visit breaks the content security policy", async () => {
  const page = await journey.openPage({ serviceWorkers: "allow" });
  // The journey fails on any error that a page reports.
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`Content security: ${effectiveDirective} refused ${blockedURI} in ${sourceFile}`),
    );
  });
  await page.goto("/");
  await signIn(page);
  await page.goto("/estimator/leads/add");
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test("a browser that is too old shows what to do instead of the app", async () => {
  const page = await journey.openPage({ device: "tablet" });
  await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "popover"));
  await page.goto("/");
  await page.getByRole("heading", { name: "This browser is too old for Ridgebook" }).waitFor();
  await page.waitForLoadState("load");
  await eventually(() => page.getByRole("button").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("[ROUTE-10][AUTH-07][GUARD-03] after the login a deep link leads to its page", async () => {
  const id = await findLeadId(journey.app, "Luis Ortega");
  const page = await journey.openPage();
  await page.goto(`/estimator/leads/${String(id)}/details`);
  await page.waitForURL((url) => url.pathname === "/account/login");
  expect(new URL(page.url()).searchParams.get("referrer")).toBe(`/estimator/leads/${String(id)}/details`);
  await fillInLogin(page);
  await page.waitForURL(`**/estimator/leads/${String(id)}/details`);
  await page.getByRole("heading", { name: "Luis Ortega" }).waitFor();
});

test("[SYNC-43][SYNC-65] the leads are usable before all are on the device, and a download that the server interrupted continues when the user comes back", async () => {
  const page = await journey.openPage();
  let isBroken = true;
  await page.context().route(/\/api\/changes\?/, async (route) => {
    if (isBroken)
      await route.fulfill({ status: 500, json: { status: 500, code: "unexpected", title: "Something failed." } });
    else await route.continue();
  });
  await signIn(page);
  await page.locator("tbody td a").first().waitFor();
  await eventually(async () => (await readStore(page, "info")).map(({ key }) => key)).not.toContain(
    "last-refresh-time",
  );
  isBroken = false;
  // No click and no navigation; the page becomes visible again, which spares the test the pause between two tries.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const total = await countLeads(journey.app);
  await eventually(() => countStored(page, "leads")).toBe(total);
  await everythingDownloaded(page);
});

/** On the wire: compressed, as the server sends them. */
const MAX_SCRIPT_BYTES = 240 * 1024;

test("[SYNC-71] the first visit of the leads takes few scripts, without the estimating engine and its catalogue", async () => {
  const page = await journey.openPage();
  const scripts: Promise<string>[] = [];
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    // The user does not wait for what the service worker fetches for later.
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.text().catch(() => ""));
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  const areAnyFrom = async (label: string): Promise<boolean> =>
    (await Promise.all(scripts)).some((script) => script.includes(label));
  await signIn(page);
  await page.locator("tbody td a").first().waitFor();
  await eventually(() => areAnyFrom("Search leads")).toBe(true);
  // A field of the catalogue.
  await eventually(() => areAnyFrom("Total gutter corners")).toBe(false);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  // Less would mean that they came from elsewhere.
  expect(bytes).toBeGreaterThan(MAX_SCRIPT_BYTES / 2);
});

test("[AUTH-07][AUTH-30] a wrong password and a busy server are reported in the form, and its input stays", async () => {
  const page = await journey.openPage();
  await page.goto("/account/login");
  await fillInLogin(page, { password: "Ridgebook-2" });
  await page.getByText("The e-mail or password is not correct.").waitFor();
  const busy = { status: 429, code: "tooBusy", title: "The server is busy. Please try again in a few seconds." };
  await page.context().route("**/api/users/login", (route) => route.fulfill({ status: 429, json: busy }), { times: 1 });
  await fillInLogin(page, { password: PASSWORD });
  await page.locator("form").getByText(busy.title).waitFor();
  await eventually(() => page.getByLabel("E-mail").inputValue()).toBe("sales@demo.test");
  await fillInLogin(page, { password: PASSWORD });
  await page.waitForURL("**/estimator/leads");
});

test("[LEAD-01] the list is searched while typing, and the search stays in the address", async () => {
  const page = await journey.openPage();
  await signIn(page);
  const total = await countLeads(journey.app);
  await eventually(() => countStored(page, "leads")).toBe(total);
  const search = page.getByRole("searchbox", { name: "Search leads" });
  await search.pressSequentially("kowalsk");
  // A row that the next letter also matches is not rendered again.
  await page.locator("tr", { hasText: "Amy Kowalski" }).evaluate((row) => row.setAttribute("data-first", ""));
  await search.press("i");
  await page.waitForURL("**/estimator/leads?searchQuery=kowalski");
  await page.locator("tr[data-first]", { hasText: "Amy Kowalski" }).waitFor();

  // A typo still finds her, once the server has answered.
  await page.getByRole("searchbox").fill("kowalsky");
  await page.getByRole("link", { name: "Amy Kowalski" }).waitFor();

  // By phone digits, as read from a call.
  const [lead] = await journey.app.query<{ phone: string }>(
    "select phone from lead where last_name = 'Kowalski' and first_name = 'Amy'",
  );
  await page.getByRole("searchbox").fill(lead?.phone.slice(2) ?? "");
  await page.getByRole("link", { name: "Amy Kowalski" }).waitFor();

  await page.getByRole("searchbox").fill("nobody at all");
  await page.getByText("No lead fits “nobody at all”.").waitFor();
  await page.getByRole("button", { name: "Show all leads" }).click();
  await eventually(() => page.locator("tbody td a").count()).toBe(100);
});

test("[LEAD-01][LEAD-04][LEAD-07][LEAD-08] sort, filters and pages stay in the address, over back and reload", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await showAllLeads(page);
  const names = () => page.locator("tbody td a").allTextContents();
  await eventually(async () => (await names()).length).toBe(100);

  await page.getByLabel("Sort").selectOption({ label: "Name, Z to A" });
  await page.waitForURL("**/estimator/leads?sort=name-desc");
  const [last] = await journey.app.query<{ name: string }>(
    `select trim(first_name || ' ' || last_name) as name from lead where company_id = (select min(id) from company)
     order by name_sort desc, id desc limit 1`,
  );
  await eventually(async () => (await names())[0]).toContain(last?.name);

  await page.getByLabel("Salesperson").selectOption({ label: "Dana Mercer" });
  await page.waitForURL(/sort=name-desc.*userId=|userId=.*sort=name-desc/);
  const [mine] = await journey.app.query<{ count: number }>(
    `select count(*)::int as count from lead where company_id = (select min(id) from company) and
     (select membership.id from membership join account on account.id = membership.account_id
      where email = 'sales@demo.test' and company_id = lead.company_id) in (user_id, additional_salesman_id)`,
  );
  await page
    .getByText(`of ${String(mine?.count)}`, { exact: false })
    .first()
    .waitFor();
  await page.getByLabel("Salesperson").selectOption({ label: "All salespeople" });
  await page.getByText("1 – 100 of 400").waitFor();

  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await page.waitForURL(/page=2/);
  await page.getByText("101 – 200 of 400").waitFor();
  await page.getByLabel("Page", { exact: true }).fill("9x");
  await eventually(() => page.getByLabel("Page", { exact: true }).inputValue()).toBe("9");
  await page.getByLabel("Page", { exact: true }).press("Enter");
  await page.waitForURL(/page=4/);
  await page.getByText("301 – 400 of 400").waitFor();
  await eventually(() => page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);

  await page.reload();
  await page.getByText("301 – 400 of 400").waitFor();
  await page.goBack();
  await page.getByText("101 – 200 of 400").waitFor();
});

test("[LEAD-06] sorted by meeting the list is grouped by day, and leads without a meeting come last", async () => {
  const page = await journey.openPage();
  await signIn(page);
  await page.goto("/estimator/leads?sort=meeting-asc&page=4");
  await page.getByText("301 – 400 of 400").waitFor();
  const groups = page.locator("tbody th[scope=rowgroup]");
  await eventually(async () => (await groups.allTextContents()).at(-1)).toBe("No meeting yet");
});

test("[LEAD-01] the keyboard alone is enough, from the login to a saved lead", async () => {
  const page = await journey.openPage();
  await page.goto("/");
  await page.getByLabel("E-mail").waitFor();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  const { keyboard } = page;
  await keyboard.type(ADMIN);
  await keyboard.press("Tab");
  // The link beside the label comes first or after; the field is found by its name.
  for (let step = 0; step < 3; step += 1) {
    const name = await page.evaluate(() => document.activeElement?.getAttribute("name"));
    if (name === "password") break;
    await keyboard.press("Tab");
  }
  await keyboard.type(PASSWORD);
  await keyboard.press("Enter");
  await page.waitForURL("**/estimator/leads");
  await page.locator("tbody td a").first().waitFor();

  // Faster than the list can follow: both keys are about the typed text. Which other leads have the name depends on the day.
  await keyboard.press("/");
  await keyboard.type("Luis Ortega");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "Luis Ortega" }).waitFor();
  await page.goBack();
  await page.waitForURL("**/estimator/leads?searchQuery=Luis+Ortega");
  await page.getByRole("link", { name: "Luis Ortega" }).waitFor();

  await keyboard.press("n");
  await page.getByRole("heading", { name: "New lead" }).waitFor();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("firstName");
  await keyboard.type("Kay");
  await keyboard.press("Tab");
  await keyboard.type("Board");
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "Kay Board" }).waitFor();
  await eventually(() => serverLeads(journey.app, "Board")).toHaveLength(1);
});

test("[LEAD-01] on a phone the same list is cards, with the filters in a sheet", async () => {
  const page = await journey.openPage({ device: "phone" });
  await signIn(page);
  await page.getByRole("searchbox").fill("Ortega");
  await page.getByRole("link", { name: "Luis Ortega" }).waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await showAllLeads(page);

  await page.getByRole("button", { name: "Filter and sort" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Sort").selectOption({ label: "Meeting, soonest first" });
  await sheet.getByRole("button", { name: "Today" }).click();
  await sheet.getByRole("button", { name: /^Show \d+ leads?$/ }).click();
  await page.waitForURL(/startDate=.*sort=meeting-asc|sort=meeting-asc.*startDate=/);
  await page.getByRole("button", { name: "Filter and sort, 1 filter set" }).waitFor();
  await page.getByRole("link", { name: "New lead" }).click();
  await page.getByRole("heading", { name: "New lead" }).waitFor();
});

test("[AUTH-08] another company's people see only their own", async () => {
  const page = await journey.openPage();
  await signIn(page, { email: OTHER_COMPANY_SALES });
  await showAllLeads(page);
  await page.getByText("1 – 12 of 12").waitFor();
  await page.getByRole("searchbox").fill("Kowalski");
  await page.getByText("No lead fits “Kowalski”.").waitFor();
  const id = await findLeadId(journey.app, "Luis Ortega");
  await page.goto(`/estimator/leads/${String(id)}/details`);
  await page.getByRole("alert").getByText("The information you requested was not found.").waitFor();
  await page.waitForURL("**/estimator/leads");
});
