import { gzipSync } from "node:zlib";
import { openBrowser, waitUntilUsable } from "../product/browser.mjs";
import { startDatabase } from "../product/database.mjs";
import { saveEstimate } from "../product/large-estimate.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { signIn, startProductServer } from "../product/server.mjs";

const MAX_LOGIN_KB = 170;
const MAX_LEAD_LIST_KB = 250;
const BYTES_PER_KB = 1024;
/** Smaller scripts are not listed. */
const LISTED_KB = 5;

/**
 * The gzipped JavaScript that a first visit loads until its page can be used. What the service worker fetches for later does not count, since the user
 * does not wait for it.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureBundle({ resources }) {
  const database = await startDatabase({ resources });
  const company = await createCompany({ superuser: database.superuser, name: "Gable Roofing" });
  await fillCompanies({ superuser: database.superuser, companies: [company], leadsEach: 200 });
  const server = await startProductServer({ resources, database });

  const login = await measureScripts({
    resources,
    url: `${server.url}/account/login`,
    isUsable: (page) => page.getByRole("button", { name: "Log in" }).waitFor(),
  });
  const { cookie, headers } = await signIn({ server, ...company.user });
  const leadList = await measureScripts({
    resources,
    url: `${server.url}/`,
    cookies: [{ ...cookie, url: server.url }],
    isUsable: waitUntilUsable,
  });
  const estimate = await createEstimate({ server, headers });
  const step = await measureScripts({
    resources,
    url: `${server.url}/estimator/estimate/${estimate.id}/roofing/1`,
    cookies: [{ ...cookie, url: server.url }],
    isUsable: (page) => page.locator("main select, main input").first().waitFor(),
  });
  return [
    {
      what: "login page",
      measured: login.bytes / BYTES_PER_KB,
      unit: "KB",
      goal: { atMost: MAX_LOGIN_KB },
      note: `${login.count} scripts`,
    },
    {
      what: "lead list",
      measured: leadList.bytes / BYTES_PER_KB,
      unit: "KB",
      goal: { atMost: MAX_LEAD_LIST_KB },
      note: `${leadList.count} scripts`,
    },
    {
      what: "step of an estimate",
      measured: step.bytes / BYTES_PER_KB,
      unit: "KB",
      note: `${step.count} scripts, engine and catalogue included`,
    },
  ];
}

/** @param {{ server: import("../product/server.mjs").ProductServer, headers: Record<string, string> }} options */
async function createEstimate({ server, headers }) {
  const leads = await (await fetch(`${server.url}/api/leads?limit=1`, { headers })).json();
  return saveEstimate({ server, headers, body: { leadId: leads.data[0].id, name: "Roof", workflowIds: [1] } });
}

/**
 * @param {object} visit
 * @param {import("../measuring/held-resources.mjs").HeldResources} visit.resources
 * @param {string} visit.url
 * @param {{ name: string, value: string, url: string }[]} [visit.cookies] of a signed-in user
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} visit.isUsable
 */
async function measureScripts({ resources, url, cookies = [], isUsable }) {
  const context = await openBrowser({ resources });
  await context.addCookies(cookies);
  const page = await context.newPage();
  /** @type {Map<string, Promise<number>>} gzipped bytes by address */
  const sizes = new Map();
  page.on("response", (response) => {
    const isScript = /javascript/.test(response.headers()["content-type"] ?? "");
    const isOfWorker = response.request().serviceWorker() !== null || response.url().endsWith("/service-worker.js");
    if (!isScript || isOfWorker || sizes.has(response.url())) return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(url);
  await isUsable(page);
  const scripts = await Promise.all([...sizes].map(async ([address, size]) => ({ address, size: await size })));
  await context.close();
  for (const { address, size } of scripts.sort((a, b) => b.size - a.size))
    if (size >= LISTED_KB * BYTES_PER_KB)
      console.log(`  ${(size / BYTES_PER_KB).toFixed(1).padStart(6)} KB  ${new URL(address).pathname}`);
  return { count: scripts.length, bytes: scripts.reduce((sum, { size }) => sum + size, 0) };
}
