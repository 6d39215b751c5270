import pg from "pg";
import { median } from "../measuring/median.mjs";
import { startDatabase } from "../product/database.mjs";
import { recordStatements } from "../product/record-statements.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";

const COMPANY_COUNT = 10;
const LEADS_EACH = 100_000;

const ROUNDS = 10;
const SEARCHES_A_ROUND = 5;
/** At most this many times as long as without policies. */
const GOAL = 1.3;
/** A single search varies more than all of them together; one that lost its index takes a hundred times as long. */
const FLOOR_OF_ONE = 2;

/**
 * Searching in a company of 100,000 leads among a million, with the policies and without them.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureSearch({ resources }) {
  const database = await startDatabase({ resources });
  const { superuser } = database;
  const companies = [];
  for (let number = 1; number <= COMPANY_COUNT; number += 1)
    companies.push(await createCompany({ superuser, name: `Company ${number}` }));
  console.log(`Filling ${COMPANY_COUNT} companies with ${LEADS_EACH.toLocaleString("en-US")} leads each…`);
  await fillCompanies({ superuser, companies, leadsEach: LEADS_EACH });

  const { companyId, user } = companies[COMPANY_COUNT >> 1];
  const queries = await chooseQueries({ superuser, companyId });
  const paths = Object.values(queries).map((text) => `/api/leads?limit=25&searchQuery=${encodeURIComponent(text)}`);
  const recorded = await recordStatements({ database, user, paths });
  const searches = Object.entries(queries).map(([kind, text], index) => ({ kind, text, ...recorded[index] }));
  for (const { kind, text, body } of searches) {
    if (body.totalCount === 0) throw new Error(`The search for ${kind}, "${text}", finds nothing.`);
    console.log(`  ${kind}: "${text}" finds ${body.totalCount}`);
  }

  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  resources.hold(() => app.end());

  /** @type {Map<string, { withPolicies: number[], without: number[] }>} milliseconds by kind of search */
  const times = new Map(searches.map(({ kind }) => [kind, { withPolicies: [], without: [] }]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const mode of /** @type {const} */ (["withPolicies", "without"])) {
      await switchPolicies({ superuser, mode });
      for (const { kind, statements, body } of searches) {
        const took = [];
        for (let number = 0; number < SEARCHES_A_ROUND; number += 1) {
          took.push(await runRequest({ client: app, statements, expectedRows: body.data.length }));
        }
        // The first round fills caches.
        if (round > 0) times.get(kind)?.[mode].push(median(took));
      }
    }
  }
  await switchPolicies({ superuser, mode: "withPolicies" });
  const plans = await readPlans({ database, searches });

  const all = (/** @type {"withPolicies" | "without"} */ mode) =>
    [...times.values()].reduce((sum, taken) => sum + median(taken[mode]), 0);
  return [
    {
      what: "time of all searches, of the time without policies",
      measured: all("withPolicies") / all("without"),
      unit: "x",
      goal: { atMost: GOAL },
      note: `company of ${LEADS_EACH.toLocaleString("en-US")} among ${(COMPANY_COUNT * LEADS_EACH).toLocaleString("en-US")}`,
    },
    ...searches.flatMap(({ kind, text, body }) => {
      const { withPolicies, without } = times.get(kind) ?? { withPolicies: [], without: [] };
      return /** @type {import("../measuring/figures.mjs").Figure[]} */ ([
        {
          what: `${kind}, ratio`,
          measured: median(withPolicies) / median(without),
          unit: "x",
          goal: { atMost: GOAL },
          floor: { atMost: FLOOR_OF_ONE },
          note: `"${text}" finds ${body.totalCount}`,
        },
        { what: `${kind}, with policies`, measured: median(withPolicies), unit: "ms", note: plans.get(kind) },
      ]);
    }),
  ];
}

/**
 * Typical searches, made from an existing lead.
 *
 * @param {{ superuser: pg.Client, companyId: number }} options
 * @returns {Promise<Record<string, string>>}
 */
async function chooseQueries({ superuser, companyId }) {
  const { rows } = await superuser.query(
    `select first_name, last_name, phone, street, customer_number from lead
     where company_id = $1 and last_name = 'Lindstrom' and first_name ~ '^[A-Z][a-z]+$'
     order by change_number limit 1`,
    [companyId],
  );
  const [lead] = rows;
  const [, exchange, line] = /^\+1\d{3}(\d{3})(\d{4})$/.exec(lead.phone) ?? [];
  return {
    "first letters": lead.last_name.slice(0, 3).toLowerCase(),
    "common name": "smith",
    "full name": `${lead.first_name} ${lead.last_name}`,
    typo: "Lindstorm",
    "phone number": lead.phone.slice(2),
    "part of a phone number": `${exchange}-${line}`,
    street: lead.street,
    "customer number": lead.customer_number,
  };
}

/**
 * Turns row-level security of every company table on or off; grants and the company condition of each statement stay.
 *
 * @param {{ superuser: pg.Client, mode: "withPolicies" | "without" }} options
 */
async function switchPolicies({ superuser, mode }) {
  const { rows } = await superuser.query(
    "select distinct tablename as name from pg_policies where schemaname = 'public'",
  );
  for (const { name } of rows)
    await superuser.query(`alter table ${name} ${mode === "withPolicies" ? "enable" : "disable"} row level security`);
}

/**
 * Runs a recorded request from its `begin` to its `commit`.
 *
 * @param {{ client: pg.Client, statements: import("../product/record-statements.mjs").Statement[], expectedRows?: number }} options
 * @returns {Promise<number>} milliseconds
 */
async function runRequest({ client, statements, expectedRows }) {
  let mostRows = 0;
  const beganAt = performance.now();
  for (const { text, values } of statements) {
    const { rows } = await (values.length > 0 ? client.query(text, values) : client.query(text));
    if (rows) mostRows = Math.max(mostRows, rows.length);
  }
  const tookMs = performance.now() - beganAt;
  if (expectedRows !== undefined && mostRows !== expectedRows)
    throw new Error(`Replayed, a search found ${mostRows} leads instead of ${expectedRows}.`);
  return tookMs;
}

/**
 * How PostgreSQL reads the searched texts, also inside functions: "Bitmap Index Scan on lead_search_document". Run as the
 * app's role by a superuser, who alone may load the module that reports it.
 *
 * @param {{ database: import("../product/database.mjs").BenchDatabase, searches: readonly { kind: string, statements: any }[] }} options
 * @returns {Promise<Map<string, string>>} by kind of search
 */
async function readPlans({ database, searches }) {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    /** @type {string[]} */
    let notices = [];
    client.on("notice", ({ message }) => notices.push(message ?? ""));
    const [{ role }] = (await client.query(`select rolname as role from pg_roles where rolname like '%_app'`)).rows;
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on; set client_min_messages = log; set role ${role}`);
    const plans = new Map();
    for (const { kind, statements } of searches) {
      notices = [];
      await runRequest({ client, statements });
      const scans = notices
        .join("\n")
        .match(/(?:Seq Scan|Bitmap Index Scan) on lead_search\w*|Index (?:Only )?Scan using \w+ on lead_search/g);
      plans.set(kind, [...new Set(scans ?? ["plan not told"])].join(", "));
    }
    return plans;
  } finally {
    await client.end();
  }
}
