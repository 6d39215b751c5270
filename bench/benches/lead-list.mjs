import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { startProgram } from "../measuring/child-process.mjs";
import { median } from "../measuring/median.mjs";
import { startDatabase } from "../product/database.mjs";
import { recordStatements } from "../product/record-statements.mjs";
import { createCompany, fillCompanies } from "../product/sample-companies.mjs";
import { signIn, startProductServer } from "../product/server.mjs";

const LEADS = 25;
const PATH = `/api/leads?limit=${LEADS}`;
const COMPANIES = ["Gable Roofing", "Summit Exteriors", "Ridge and Sons"];
const LEADS_EACH = 2_000;

const CONNECTIONS = 10;
/** Enough for the JavaScript engine to have compiled the hot code. */
const WARM_UP_REQUESTS = 4_000;
const ROUNDS = 13;
const ROUND_SECONDS = 2;

/**
 * The lead list of a signed-in salesperson, against the same statements without the product around them and against
 * one bare select.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureLeadList({ resources }) {
  const database = await startDatabase({ resources });
  const { superuser } = database;
  const companies = [];
  for (const name of COMPANIES) companies.push(await createCompany({ superuser, name }));
  await fillCompanies({ superuser, companies, leadsEach: LEADS_EACH });
  const [{ user, companyId }] = companies;

  const [{ statements, body }] = await recordStatements({ database, user, paths: [PATH] });
  console.log("Statements of one request:");
  for (const { text } of statements) console.log(`  ${text.replace(/(?<=^select ).{80,}(?= from "lead")/, "…")}`);

  const server = await startProductServer({ resources, database });
  const { headers } = await signIn({ server, ...user });
  const contestants = {
    product: { url: `${server.url}${PATH}`, headers },
    sameStatements: await startPeer({ resources, databaseUrl: database.appUrl, statements }),
    bareSelect: await startPeer({
      resources,
      databaseUrl: database.superuserUrl,
      statements: [
        { text: `select * from lead where company_id = $1 order by name_sort, id limit ${LEADS}`, values: [companyId] },
      ],
    }),
  };
  await assertSameLeads({ contestants, ids: body.data.map((/** @type {{ id: number }} */ { id }) => id) });

  for (const contestant of Object.values(contestants)) await load({ ...contestant, amount: WARM_UP_REQUESTS });
  /** @type {{ product: number, sameStatements: number, bareSelect: number }[]} requests a second */
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      product: await load({ ...contestants.product, duration: ROUND_SECONDS }),
      sameStatements: await load({ ...contestants.sameStatements, duration: ROUND_SECONDS }),
      bareSelect: await load({ ...contestants.bareSelect, duration: ROUND_SECONDS }),
    });
  }
  const middle = (/** @type {keyof typeof contestants} */ name) => median(rounds.map((round) => round[name]));
  // Within a round: a slow machine slows both.
  const ratioTo = (/** @type {"sameStatements" | "bareSelect"} */ peer) =>
    median(rounds.map((round) => round.product / round[peer]));
  return [
    {
      what: "throughput, of bare Fastify with the same statements",
      measured: ratioTo("sameStatements"),
      unit: "x",
      goal: { atLeast: 0.6 },
      note: `${statements.length} statements, ${middle("sameStatements").toFixed(0)} req/s`,
    },
    {
      what: "throughput, of bare Fastify with one select",
      measured: ratioTo("bareSelect"),
      unit: "x",
      floor: { atLeast: 0.35 },
      note: `no policies, ${middle("bareSelect").toFixed(0)} req/s`,
    },
    { what: "the product itself", measured: middle("product"), unit: "req/s", note: `${CONNECTIONS} connections` },
  ];
}

/** @param {{ resources: any, databaseUrl: string, statements: readonly unknown[] }} options */
async function startPeer({ resources, databaseUrl, statements }) {
  const { child } = startProgram({
    resources,
    file: fileURLToPath(new URL("../peers/bare-fastify.mjs", import.meta.url)),
    env: { NODE_ENV: "production" },
  });
  child.send({ databaseUrl, statements });
  const { url } = await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The peer ended before it listened.")));
  });
  return { url: `${url}/leads`, headers: {} };
}

/** All of them must do the same work: the same leads, in the same order. */
async function assertSameLeads({ contestants, ids }) {
  for (const [name, { url, headers }] of Object.entries(contestants)) {
    const body = await (await fetch(url, { headers })).json();
    const leads = Array.isArray(body) ? body : body.data;
    const answered = leads.map((/** @type {{ id: unknown }} */ { id }) => Number(id));
    if (answered.join() !== ids.join()) throw new Error(`${name} answers other leads: ${answered.join()}`);
  }
}

/**
 * @param {{ url: string, headers: Record<string, string> } & ({ amount: number } | { duration: number })} options
 *   `amount` of requests, or `duration` in seconds
 * @returns {Promise<number>} requests a second
 */
async function load(options) {
  const { requests, duration, non2xx, errors, timeouts } = await autocannon({ ...options, connections: CONNECTIONS });
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${options.url}: ${non2xx} refusals, ${errors} errors under load.`);
  return requests.total / duration;
}
