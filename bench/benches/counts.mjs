import { percentile } from "../measuring/percentile.mjs";
import { median } from "../measuring/median.mjs";
import { startDatabase } from "../product/database.mjs";
import { queueLeads, readOneLead } from "../product/queued-leads.mjs";
import { countRecords, openSalesDevice } from "../product/sales-device.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { startProductServer } from "../product/server.mjs";

const LEADS = 1_000;
const WAITING = 5_000;
const ROUNDS = 12;
const WITHIN_MS = 200;

/**
 * How long the count of unsent changes takes to update after a change is stored, offline, in its own tab and in another: with an empty
 * queue, and behind 5,000 changes.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureCounts({ resources }) {
  const database = await startDatabase({ resources });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: LEADS });
  const server = await startProductServer({ resources, database });
  const { context, page } = await openSalesDevice({ resources, server, user: company.user, estimates: 0 });
  while ((await countRecords(page, "leads")) < LEADS) await page.waitForTimeout(100);
  const lead = await readOneLead(page);
  const other = await context.newPage();
  await other.goto(server.url);
  await other.locator("tbody td a").first().waitFor();
  await context.setOffline(true);

  const figures = await measureQueue({ page, other, name: "behind none" });
  await queueLeads(page, { lead, count: WAITING, firstId: -10_000 });
  for (const tab of [page, other]) await tab.reload();
  return [...figures, ...(await measureQueue({ page, other, name: `behind ${WAITING}` }))];
}

/** @param {{ page: import("playwright-core").Page, other: import("playwright-core").Page, name: string }} options */
async function measureQueue({ page, other, name }) {
  const here = [];
  const there = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(new URL("/estimator/leads/new/edit", page.url()).href);
    await page.getByLabel("First name", { exact: true }).fill("Cora");
    await page.getByLabel("Last name", { exact: true }).fill(`Count ${round}`);
    const expected = (await countRecords(page, "local-changes")) + 1;
    const shown = [page, other].map((tab) => tab.evaluate(whenShown, expected));
    const stored = page.evaluate(whenStored, expected);
    await page.getByRole("button", { name: "Save" }).click();
    const [storedAt, hereAt, thereAt] = await Promise.all([stored, ...shown]);
    here.push(hereAt - storedAt);
    there.push(thereAt - storedAt);
  }
  return [
    toFigure({ what: `count after a change, ${name}, same tab`, times: here }),
    toFigure({ what: `count after a change, ${name}, another tab`, times: there }),
  ];
}

/** @param {{ what: string, times: number[] }} measured @returns {import("../measuring/figures.mjs").Figure} */
const toFigure = ({ what, times }) => ({
  what: `${what}, 95 of 100`,
  measured: Math.max(0, percentile(times, 95)),
  unit: "ms",
  goal: { atMost: WITHIN_MS },
  floor: { atMost: 5 * WITHIN_MS },
  note: `median ${median(times).toFixed(0)} ms, ${times.length} rounds`,
});

/* Run in the pages. They share a clock: milliseconds since 1970, with fractions. */

/** When the queue has this many changes. @param {number} count */
async function whenStored(count) {
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("ridgebook");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  const countWaiting = () =>
    new Promise((resolve, reject) => {
      const counting = database.transaction("local-changes").objectStore("local-changes").count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => resolve(counting.result);
    });
  while ((await countWaiting()) < count) await new Promise((resolve) => setTimeout(resolve, 2));
  database.close();
  return performance.timeOrigin + performance.now();
}

/** When the top bar shows this count. @param {number} count */
const whenShown = (count) =>
  new Promise((resolve) => {
    const look = () => {
      const chip = document.querySelector("header button[aria-haspopup=dialog]");
      if (!chip?.textContent?.includes(`${count} waiting`)) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
