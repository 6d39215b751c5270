import { setTimeout as delay } from "node:timers/promises";
import { startDatabase } from "./database.mjs";
import { saveEstimate, writeLargeEstimate } from "./large-estimate.mjs";
import { fillCompanies } from "./sample-companies.mjs";
import { signIn, startProductServer } from "./server.mjs";
import { findFreePort } from "../../scripts/find-free-port.mjs";
import { waitForRecords } from "../measuring/engine-page.mjs";

export const LEADS = 10_000;
/** Upright. */
export const TABLET = { width: 820, height: 1180 };
export const DEMO_LEAD = "Karen & Tom Whitfield";
const SALES = { email: "sales@demo.test", password: "Ridgebook-1" };
const DEMO_ESTIMATE = "Roof, windows and gutters";
/** More than the demo has. */
const USED_NUMBERS = 100_000;
/** A new page caches its code for later. */
const REST_MS = 700;

/** The demo's company with `LEADS` leads and an estimate of 2,170 lines. */
export async function prepareTabletCompany({ resources }) {
  const database = await startDatabase({ resources });
  const port = await findFreePort();
  const start = () =>
    startProductServer({ resources, database, port, env: { NODE_ENV: "", DEMO: "on", LOG_LEVEL: "error" } });
  let server = await start();
  const query = async (/** @type {string} */ statement, /** @type {unknown[]} */ values = []) =>
    (await database.superuser.query(statement, values)).rows;
  const [dana] = await query(
    "select company_id, account_id from membership m join account a on a.id = m.account_id where a.email = $1",
    [SALES.email],
  );
  const [{ count }] = await query("select count(*)::int as count from lead where company_id = $1", [dana.company_id]);
  await fillCompanies({
    superuser: database.superuser,
    companies: [{ companyId: Number(dana.company_id), accountId: Number(dana.account_id) }],
    leadsEach: LEADS - count,
    after: USED_NUMBERS,
  });
  const { headers } = await signIn({ server, ...SALES });
  const [lead] = await query("select id::int as id from lead where trim(first_name || ' ' || last_name) = $1", [
    DEMO_LEAD,
  ]);
  const { body } = await writeLargeEstimate({ leadId: lead.id, name: "Large house" });
  const large = await saveEstimate({ server, headers, body });
  const [demo] = await query("select id::int as id from estimate where name = $1", [DEMO_ESTIMATE]);
  return {
    url: server.url,
    query,
    leadId: lead.id,
    largeId: large.id,
    demoId: demo.id,
    stop: () => server.stop(),
    start: async () => {
      server = await start();
    },
  };
}

/**
 * Signs in on a new device, and waits until it has all that a first download brings and works without the server.
 *
 * @param {{ person: any, url: string }} options
 * @returns {Promise<number>} milliseconds from the press on "Log in" to the end of the download
 */
export async function signInOnTablet({ person, url }) {
  const { tab } = person;
  await tab.open(`${url}/account/login`);
  await person.see({ role: "button", name: "Log in" });
  await delay(REST_MS);
  await person.enter("E-mail", SALES.email);
  await person.enter("Password", SALES.password);
  const logIn = await person.reach({ role: "button", name: "Log in" });
  await tab.evaluate(() => {
    window.addEventListener("click", ({ timeStamp }) => Object.assign(window, { pressedAt: timeStamp }), {
      capture: true,
      once: true,
    });
  });
  await tab.press(logIn);
  const allThere = await tab.evaluate(waitForRecords, { store: "info", key: "last-refresh-time", isEnough: "atLeast" });
  const download = allThere - (await tab.evaluate(() => /** @type {any} */ (window).pressedAt));
  await person.waitFor("an app that is kept", () => tab.evaluate(() => navigator.serviceWorker.controller !== null));
  return download;
}
