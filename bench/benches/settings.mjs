import { median } from "../measuring/median.mjs";
import { saveEstimate, writeLargeEstimate } from "../product/large-estimate.mjs";
import { openBrowser } from "../product/browser.mjs";
import { startDatabase } from "../product/database.mjs";
import { createCompany, fillCompanies, PASSWORD } from "../product/sample-companies.mjs";
import { signIn, startProductServer } from "../product/server.mjs";

const LEADS = 100_000;
const OTHER_COMPANIES = 200;
const USERS = 200;
const ASKED = 21;
const ROUNDS = 5;
/** The time that a list of users or companies may take on the server (company.md). */
const LIST_WITHIN_MS = 200;
/** The time within which the paper follows a key (PBS-03). */
const PAPER_WITHIN_MS = 150;
const KEYS = 20;
const DESK = { width: 1440, height: 900 };

/**
 * An office at work: the lists of users and companies in an installation with a company of 100,000 leads, and the page of settings, opened
 * and saved.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureSettings({ resources }) {
  const database = await startDatabase({ resources });
  const { superuser } = database;
  const company = await createCompany({ superuser, name: "Gable Roofing" });
  const small = await createCompany({ superuser, name: "Cape Roofing" });
  await superuser.query("update membership set role = 'Admin'");
  await addPeople({ superuser, company });
  await fillCompanies({ superuser, companies: [company], leadsEach: LEADS });
  const server = await startProductServer({ resources, database });
  const admin = await signIn({ server, ...company.user });
  const operator = await signIn({ server, email: OPERATOR, password: PASSWORD });

  const lists = [
    { what: `list of ${USERS} users`, path: "/api/users", headers: admin.headers },
    { what: `list of all accounts`, path: "/api/users", headers: operator.headers },
    { what: `list of ${OTHER_COMPANIES} companies`, path: "/api/companies", headers: operator.headers },
    { what: "their users, leads and files", path: "/api/company-figures", headers: operator.headers },
  ];
  /** @type {import("../measuring/figures.mjs").Figure[]} */
  const figures = [];
  for (const { what, path, headers } of lists) {
    const times = [];
    for (let round = 0; round < ASKED; round += 1)
      times.push(await timeOf(() => readAll(`${server.url}${path}`, headers)));
    figures.push({
      what,
      measured: median(times),
      unit: "ms",
      goal: { atMost: LIST_WITHIN_MS },
      note: `slowest ${Math.max(...times).toFixed(0)} ms, ${LEADS.toLocaleString("en-US")} leads`,
    });
  }
  const page = await measurePage({ resources, server, user: company.user, headers: admin.headers });
  const { headers } = await signIn({ server, ...small.user });
  return [...figures, ...page, await measurePaper({ resources, server, user: small.user, headers })];
}

const OPERATOR = "operator@bench.test";

/** Users of the company, other companies, and an admin who may see them all. */
async function addPeople({ superuser, company }) {
  const passwordOfAdmin = "(select password_hash from account where id = $1)";
  await superuser.query(
    `with person as (
       insert into account (email, password_hash, email_confirmed, first_name, last_name)
       select 'person' || n || '@bench.test', ${passwordOfAdmin}, true, 'Pat', 'Number ' || n from generate_series(1, $2) n
       returning id
     ) insert into membership (company_id, id, account_id, role) select $3, id, id, 'User' from person`,
    [company.accountId, USERS, company.companyId],
  );
  await superuser.query(
    `insert into account (email, password_hash, email_confirmed, first_name, last_name, is_super_admin)
     select $2, ${passwordOfAdmin}, true, 'Op', 'Erator', true`,
    [company.accountId, OPERATOR],
  );
  await superuser.query("insert into company (name) select 'Company ' || n from generate_series(1, $1::int) n", [
    OTHER_COMPANIES,
  ]);
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function timeOf(work) {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}

/** @param {string} url @param {Record<string, string>} headers @param {RequestInit} [init] */
async function readAll(url, headers, init = {}) {
  const reply = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/**
 * The page of settings: from pressing its link to fields that hold what is stored, and from pressing Save to the page that says so. The
 * peer of the second is the call alone.
 */
async function measurePage({ resources, server, user, headers }) {
  const { context, page } = await openConfig({ resources, server, user, path: "/config/users" });
  /** @type {{ opened: number, saved: number, call: number }[]} */
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.locator('a[href="/config/users"]').first().click();
    await page.waitForFunction(() => document.querySelector("h1")?.textContent.startsWith("Users"));
    const opened = await page.evaluate(pressAndWait, { press: 'a[href="/config/settings"]', until: "field" });
    await page.getByRole("textbox", { name: "Phone", exact: true }).fill(`269555${String(1000 + 2 * round)}`);
    // The notice of the round before.
    await page.getByText("Saved", { exact: true }).waitFor({ state: "detached" });
    const saved = await page.evaluate(pressAndWait, { press: "save", until: "saved" });
    const fax = `+1269555${String(1001 + 2 * round)}`;
    const body = JSON.stringify([{ op: "replace", path: "/faxNumber", value: fax }]);
    const call = await timeOf(() =>
      readAll(`${server.url}/api/settings/`, headers, {
        method: "PATCH",
        body,
        headers: { "content-type": "application/json" },
      }),
    );
    // The first round fetches the page's code, and warms up what all share.
    if (round > 0) rounds.push({ opened, saved, call });
  }
  await context.close();
  const middle = (/** @type {"opened" | "saved" | "call"} */ name) => median(rounds.map((round) => round[name]));
  return [
    { what: "settings opened", measured: middle("opened"), unit: "ms", note: `${ROUNDS} rounds` },
    { what: "settings saved", measured: middle("saved"), unit: "ms", note: "from Save to the notice" },
    {
      what: "settings saved, of the call alone",
      measured: median(rounds.map(({ saved, call }) => saved / call)),
      unit: "x",
      note: `the call ${middle("call").toFixed(1)} ms`,
    },
  ];
}

/** A browser of an admin, on a page of `/config`. */
async function openConfig({ resources, server, user, path }) {
  const context = await openBrowser({ resources, watch: () => {} });
  const page = await context.newPage();
  await page.setViewportSize(DESK);
  await page.goto(`${server.url}${path}`);
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Log in" }).click();
  return { context, page };
}

/**
 * The contract of an estimate of 2,000 lines beside the wording: from a key in the legal text to the paper with that letter.
 *
 * @returns {Promise<import("../measuring/figures.mjs").Figure>}
 */
async function measurePaper({ resources, server, user, headers }) {
  const lead = await readAll(`${server.url}/api/leads/`, headers, {
    method: "POST",
    body: JSON.stringify({ firstName: "Ann", lastName: "Whitfield", phone: "2695550142" }),
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
  });
  const { body, itemCount } = await writeLargeEstimate({ leadId: lead.id, name: "Large house" });
  await saveEstimate({ server, headers, body });
  const { context, page } = await openConfig({ resources, server, user, path: "/config/contract-settings" });
  const paper = page.getByRole("region", { name: "Paper with this wording" });
  await paper.getByRole("region", { name: /^Page \d+$/ }).waitFor();
  await page.getByRole("textbox", { name: "Legal text", exact: true }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("Zz");
  await page.getByText(/^Changed on page \d+$/).waitFor();
  const times = [];
  for (let key = 0; key < KEYS; key += 1) {
    await page.evaluate(watchPaper, `Zz${"z".repeat(key + 1)}`);
    await page.keyboard.press("z");
    times.push(await page.evaluate(() => /** @type {any} */ (window).redrawn));
  }
  await context.close();
  return {
    what: "key to the paper beside the wording",
    measured: median(times),
    unit: "ms",
    goal: { atMost: PAPER_WITHIN_MS },
    note: `${itemCount} lines, slowest ${Math.max(...times).toFixed(0)} ms`,
  };
}

/**
 * Runs in the page: `window.redrawn` becomes the milliseconds from the next key to the frame in which the paper holds the words.
 *
 * @param {string} words
 */
function watchPaper(words) {
  /** @type {any} */ (window).redrawn = new Promise((resolve, reject) => {
    const begin = () => {
      const beganAt = performance.now();
      const look = () => {
        const paper = document.querySelector('[aria-label="Paper with this wording"]');
        if (paper?.textContent?.includes(words)) resolve(performance.now() - beganAt);
        else if (performance.now() - beganAt > 10_000) reject(new Error("The paper does not follow."));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener("keydown", begin, { capture: true, once: true });
  });
}

/**
 * Runs in the page: presses, and waits frame by frame until what was asked for is drawn.
 *
 * @param {{ press: string, until: "field" | "saved" }} asked
 * @returns {Promise<number>} milliseconds
 */
function pressAndWait({ press, until }) {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Save");
  const element = press === "save" ? button : /** @type {HTMLElement | null} */ (document.querySelector(press));
  if (!element) throw new Error(`There is nothing to press: ${press}`);
  const isDone = () =>
    until === "saved"
      ? [...document.querySelectorAll("[role=status] span")].some(({ textContent }) => textContent === "Saved")
      : [...document.querySelectorAll("input")].some((input) => input.name === "phone" || input.type === "tel");
  const beganAt = performance.now();
  element.click();
  return new Promise((resolve) => {
    const look = () => {
      if (isDone()) resolve(performance.now() - beganAt);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
