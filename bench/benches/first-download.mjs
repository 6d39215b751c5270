import { setTimeout as delay } from "node:timers/promises";
import { median } from "../measuring/median.mjs";
import { openBrowser, waitUntilUsable } from "../product/browser.mjs";
import { startDatabase } from "../product/database.mjs";
import { countRecords, hasWholePriceBook } from "../product/sales-device.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { signIn, startProductServer } from "../product/server.mjs";

const LEADS = 5_000;
const ROUNDS = 5;
const USABLE_WITHIN_MS = 2_000;
const ARRIVED_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

/**
 * A new device of a company with 5,000 leads and the starter price book: from pressing "Log in" to a usable lead list, to the price
 * book, and to everything.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureFirstDownload({ resources }) {
  const database = await startDatabase({ resources });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: LEADS });
  const server = await startProductServer({ resources, database });
  // The company's first device makes the server create its price book; a second one finds it.
  const { headers } = await signIn({ server, ...company.user });
  await fetch(`${server.url}/api/changes?stores=estimate-fields,estimate-sections,estimate-workflows`, { headers });

  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = await measureOneDevice({ resources, url: server.url, user: company.user });
    // The first round warms up what all share: the server, and the browser's files on disk.
    if (round > 0) rounds.push(times);
  }
  const middle = (/** @type {"usable" | "priceBook" | "complete"} */ name) =>
    median(rounds.map((times) => times[name]));
  const slowest = (/** @type {"usable" | "priceBook" | "complete"} */ name) =>
    `slowest ${Math.max(...rounds.map((times) => times[name])).toFixed(0)} ms`;
  return [
    {
      what: "lead list usable",
      measured: middle("usable"),
      unit: "ms",
      goal: { atMost: USABLE_WITHIN_MS },
      floor: { atMost: 2 * USABLE_WITHIN_MS },
      note: slowest("usable"),
    },
    { what: "price book on the device", measured: middle("priceBook"), unit: "ms", note: slowest("priceBook") },
    { what: `all ${LEADS} leads on the device`, measured: middle("complete"), unit: "ms", note: slowest("complete") },
  ];
}

/**
 * @param {object} options
 * @param {import("../measuring/held-resources.mjs").HeldResources} options.resources
 * @param {string} options.url
 * @param {{ email: string, password: string }} options.user
 * @returns {Promise<{ usable: number, priceBook: number, complete: number }>} milliseconds since "Log in" was pressed
 */
async function measureOneDevice({ resources, url, user }) {
  const context = await openBrowser({ resources });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  // By the page's own clock, which goes on: logging in does not load a new page.
  const pressedAt = await page.evaluate(() => performance.now());
  const pressed = performance.now();
  await page.getByRole("button", { name: "Log in" }).click();
  const usable = (await waitUntilUsable(page)) - pressedAt;
  const giveUpAt = pressed + ARRIVED_WITHIN_MS;
  /** @param {() => Promise<boolean>} isThere */
  const waitFor = async (isThere) => {
    while (!(await isThere())) {
      if (performance.now() > giveUpAt) throw new Error("The download does not end.");
      await delay(ASK_EVERY_MS);
    }
    return performance.now() - pressed;
  };
  const priceBook = await waitFor(() => hasWholePriceBook(page));
  const complete = await waitFor(async () => (await countRecords(page, "leads")) >= LEADS);
  await context.close();
  return { usable, priceBook, complete };
}
