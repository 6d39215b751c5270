import { PATIENCE_MS } from "@ridgebook/testing/patience";
import { expect, test } from "vitest";
import { ADMIN } from "../support/account.ts";
import { DEMO_LEAD, findEstimateId, makeHouses, WHOLE_HOUSE } from "../support/demo-estimates.ts";
import { makeDocument } from "../support/documents.ts";
import { INSPECTED_WORKFLOWS, stepsOfWorkflow } from "../support/inspect-steps.ts";
import { findLeadId } from "../support/leads.ts";
import type { Target } from "./in-page.ts";
import { FIRST_HALF, takeSteps } from "./walk.ts";
import { prepareWebKitTablet } from "./webkit-tablet.ts";

/* Safari's engine, on a tablet: the first half of the walk, every list, and on every page no covered control. */

const PHONE = { width: 390, height: 844 };

const tablet = prepareWebKitTablet();
const { visit, coveredAt } = tablet;

test("from the login to the homeowner's view everything is reached and pressed", async () => {
  await takeSteps(tablet, FIRST_HALF);
  expect(tablet.browser.errors).toEqual([]);
});

/** The first, the middle and the last row of the shown list: the text and target of its link. Names in several rows are left out. */
const someRows = async (): Promise<readonly { readonly name: string; readonly leadsTo: string }[]> =>
  tablet.person.waitFor("rows with links", async () => {
    const sole = await tablet.browser.tab.evaluate(() => {
      const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
      const texts = [...document.querySelectorAll("tr")].map((row) => clean(row.textContent));
      return [...document.querySelectorAll<HTMLAnchorElement>("tbody tr a[href]:not(:has(*))")]
        .map((link) => ({
          name: clean(link.textContent),
          leadsTo: new URL(link.href).pathname + new URL(link.href).search,
        }))
        .filter(({ name }) => texts.filter((text) => text.includes(name)).length === 1);
    });
    return sole.length >= 3 && [0, Math.floor(sole.length / 2), sole.length - 1].flatMap((index) => sole[index] ?? []);
  });
/** Presses rows and their links, and comes back each time. */
const pressRowsOf = async (list: string, heading: string): Promise<void> => {
  const { person, browser } = tablet;
  await visit(list, heading);
  for (const { name, leadsTo } of await someRows()) {
    for (const target of [
      { role: "link", name },
      { role: "row", contains: name },
    ] as const satisfies readonly Target[]) {
      await person.press(target);
      await person.waitFor(`${name} opened by its ${target.role}, at ${leadsTo}`, () =>
        browser.tab.evaluate((address) => location.pathname + location.search === address, leadsTo),
      );
      await browser.tab.evaluate(() => {
        history.back();
      });
      await person.see({ role: "heading", name: heading });
      await person.waitFor(`the list at ${list}`, () =>
        browser.tab.evaluate((address) => location.pathname === address, list.split("?")[0]),
      );
    }
  }
};

test("pressing a row of the lead list opens that row's lead, and New lead is not covered by any", async () => {
  await pressRowsOf("/estimator/leads", "Leads");
  await tablet.person.press({ role: "link", name: "New lead" });
  await tablet.person.see({ role: "heading", name: "New lead" });
});

test("a lead's estimates open by their rows, and each document in the list can be reached", async () => {
  const estimateId = await findEstimateId(tablet.app, WHOLE_HOUSE);
  const { name } = await makeDocument(tablet.app, { estimateId, kind: "contract", name: "Contract of the list" });
  // Reloaded, which gets the document from the server.
  await tablet.open(`/estimator/leads/${await findLeadId(tablet.app, DEMO_LEAD)}/details`, DEMO_LEAD);
  await tablet.person.press({ role: "link", name: WHOLE_HOUSE });
  await tablet.person.arriveAt(new RegExp(`/estimator/estimate/${estimateId}$`));
  await tablet.person.reach({ role: "button", contains: name, within: { role: "region", name: "Documents" } });
});

/** Presses a field, or its label, and types, without selecting its content first. */
const typeOver = async (
  name: string,
  text: string,
  { within, pressed = "field" }: { within?: Target; pressed?: "field" | "label" } = {},
): Promise<void> => {
  const inside = within && { within };
  await tablet.person.press({ role: pressed, name, ...inside });
  await tablet.browser.tab.type(text);
  await tablet.person.waitFor(`"${name}" with nothing but ${text}`, async () => {
    const shown = await tablet.person.see({ role: "field", name, ...inside });
    return shown.text === text;
  });
};

test("[TOUCH-02] typing after a press replaces what an amount, a discount, a page number and a name held", async () => {
  const estimate = `/estimator/estimate/${await findEstimateId(tablet.app, WHOLE_HOUSE)}`;
  await visit(estimate, "Payment");
  await typeOver("Down payment", "500");
  await typeOver("Promotion", "25");
  await typeOver("Down payment", "640", { pressed: "label" });
  await typeOver("Promotion", "30", { pressed: "label" });
  await typeOver("Down payment", "1750");
  await tablet.person.press({ role: "button", name: "Another Roofing" });
  await typeOver("Name", "Garage", { within: { role: "dialog", name: "Another Roofing" } });
  await tablet.person.press({ role: "button", name: "Cancel", within: { role: "dialog", name: "Another Roofing" } });
  await visit(`${estimate}/summary/1`, "Roofing");
  await typeOver("Discount", "12");
  await tablet.person.press({ role: "button", name: "Undo" });
  await visit("/estimator/leads?sort=meeting-desc", "Leads");
  await typeOver("Page", "2");
});

test("[TOUCH-08] a field that gets the focus comes out from under the top bar", async () => {
  const { person, browser } = tablet;
  await visit("/estimator/leads/new/edit", "New lead");
  await person.see({ role: "field", name: "Last name" });
  // As a form does with the field of its first error.
  await browser.tab.evaluate(() => {
    const field = document.querySelector<HTMLElement>("[name=lastName]");
    scrollBy({ top: (field?.getBoundingClientRect().top ?? 0) - 10, behavior: "instant" });
    field?.focus();
  });
  await person.waitFor("the whole field in sight", () =>
    browser.tab.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement?.matches("[name=lastName]")) return false;
      const { left, top } = activeElement.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + 2) === activeElement;
    }),
  );
});

test("on no page anything lies over the middle of a control", async () => {
  const estimateId = await findEstimateId(tablet.app, WHOLE_HOUSE);
  const estimate = `/estimator/estimate/${estimateId}`;
  const covered: string[] = [];
  for (const [address, heading] of [
    ["/estimator/leads", "Leads"],
    ["/estimator/leads?sort=meeting-desc", "Leads"],
    [`/estimator/leads/${await findLeadId(tablet.app, DEMO_LEAD)}/details`, DEMO_LEAD],
    ["/estimator/leads/new/edit", "New lead"],
    [estimate, "Payment"],
    [`${estimate}/roofing/1`, "Questionnaire"],
    [`${estimate}/roofing/14`, "Package"],
    [`${estimate}/windows/2/0/0`, "Window Details"],
    [`${estimate}/summary/1`, "Roofing"],
    [`${estimate}/contract/create`, "New contract"],
    ["/account/manage", "Manage account"],
    ["/account/companies?select=true", "Select company"],
    ["/about", "About North Gable Exteriors"],
    // Leaving this one raises a question.
    [`${estimate}/homeowner`, "Your estimate"],
  ] as const) {
    await visit(address, heading);
    covered.push(...(await coveredAt(address)));
  }
  expect(covered).toEqual([]);
});

/** Runs in the page: shows one step after the other inside the running app, and returns those that are wider than the page. */
async function findWideSteps(
  steps: readonly { readonly address: string; readonly name: string }[],
  patienceMs: number,
): Promise<string[]> {
  const wide: string[] = [];
  for (const { address, name } of steps) {
    history.pushState(null, "", address);
    const giveUpAt = performance.now() + patienceMs;
    const isShown = (): boolean =>
      document.querySelector("h1")?.textContent.includes(name) === true &&
      document.querySelector("main :is(input, select, textarea)") !== null &&
      !document.querySelector("[aria-busy=true]");
    while (!isShown()) {
      if (performance.now() > giveUpAt)
        throw new Error(`${address} does not show ${name}, but at ${location.href}: ${document.body.innerText}`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) wide.push(`${address}: ${String(scrollWidth)} px`);
  }
  return wide;
}

test("[TOUCH-09] on a phone no step of any workflow is wider than the page", async () => {
  const workflows = Object.values(INSPECTED_WORKFLOWS);
  const files = workflows.map(({ file }) => file);
  const id = await makeHouses(tablet.app, { name: "Every workflow", files, isDone: true });
  const steps = workflows.flatMap(({ workflowId, slug }) =>
    stepsOfWorkflow(workflowId).map(({ order, name }) => ({
      address: `/estimator/estimate/${id}/${slug}/${order}`,
      name,
    })),
  );
  await tablet.browser.tab.resize(PHONE);
  await tablet.open(`/estimator/estimate/${id}`, "Payment");
  const wide = await tablet.browser.tab.evaluate(findWideSteps, steps, PATIENCE_MS);
  expect(wide).toEqual([]);
});

/** Three people changed the legal text, which is too long for a row of the activity. */
const ACTIVE = ["Ann Lee", "Bo Ruiz", "Cy Ode"];
const LEGAL_TEXT = JSON.stringify(
  "<p>Rotten decking is replaced at $62.00 a sheet, up to six sheets without asking.</p>",
);
const pressActivityRows = async (): Promise<void> => {
  const { person, app, browser } = tablet;
  for (const [index, name] of ACTIVE.entries())
    await app.query(
      `insert into activity (company_id, actor_id, actor_name, address, user_agent, kind, action, subject, from_value, to_value, value_size, details, searched)
       select min(id), $1, $2, '203.0.113.24', '', 'settings', 'changed', 'contractLegalText', '"<p>Before</p>"', $3, 2, '{}', '' from company`,
      [900 + index, name, LEGAL_TEXT],
    );
  await visit("/config/activity", "Activity");
  const openRows = (): Promise<readonly string[]> =>
    browser.tab.evaluate(() => [...document.querySelectorAll("tr[data-open]")].map(({ textContent }) => textContent));
  for (const name of ACTIVE) {
    await person.press({ role: "row", contains: name });
    await person.waitFor(`the row of ${name} alone to open`, async () => {
      const [opened = "", ...others] = await openRows();
      return opened.includes(name) && others.length === 0;
    });
    await person.press({ role: "row", contains: name });
    await person.waitFor(`the row of ${name} to close`, async () => (await openRows()).length === 0);
  }
};

test("[TOUCH-01] pressing a row of the settings or of the activity opens that row, and nothing lies over a control of theirs", async () => {
  await tablet.replace();
  await tablet.logIn(ADMIN, "/config/estimate-fields", "Fields and prices");
  await pressRowsOf("/config/estimate-fields", "Fields and prices");
  await pressRowsOf("/config/users", "Users");
  await pressActivityRows();
  const covered: string[] = [];
  for (const [page, heading] of [
    ["estimate-fields", "Fields and prices"],
    ["estimate-field-options", "Field options"],
    ["estimate-sections", "Estimate sections"],
    ["contract-settings", "Contract settings"],
    ["settings", "Company settings"],
    ["payment-options", "Payment options"],
    ["email-settings", "E-mail settings"],
    ["users", "Users"],
    ["activity", "Activity"],
    ["usage-report", "Usage report"],
    ["sections-info", "Section help"],
    ["estimate-templates", "Templates"],
    ["import-leads", "Import leads"],
    ["api-integration", "API access"],
  ] as const) {
    await visit(`/config/${page}`, heading);
    covered.push(...(await coveredAt(page)));
  }
  expect(covered).toEqual([]);
});

test("an option opens from the list of its field", async () => {
  const { person, browser } = tablet;
  const options: Target = { role: "navigation", name: "Options" };
  await visit("/config/estimate-fields", "Fields and prices");
  const [first] = await someRows();
  await person.press({ role: "row", contains: first?.name ?? "" });
  const { count } = await person.see({ role: "link", matches: ".", within: options });
  for (const index of new Set([0, count - 1])) {
    const [name, id] = await browser.tab.evaluate((place) => {
      const link = document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Options] a")[place];
      return [
        link?.textContent.replaceAll(/\s+/g, " ").trim() ?? "",
        new URL(link?.href ?? "").searchParams.get("option"),
      ];
    }, index);
    await person.press({ role: "link", contains: name, within: options });
    await person.waitFor(`the option ${name}`, () =>
      browser.tab.evaluate((option) => new URLSearchParams(location.search).get("option") === option, id),
    );
  }
});
