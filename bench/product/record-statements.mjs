import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HeldResources } from "../measuring/held-resources.mjs";
import { signIn, startProductServer } from "./server.mjs";

/**
 * @typedef {{ text: string, values: unknown[] }} Statement
 * @typedef {{ statements: Statement[], body: any }} Recorded the server's statements, and its response
 */

/** Not the first: work that a server does once, such as filling a cache, is no part of a request. */
const ASKED_TIMES = 3;

/**
 * Calls a real server, and returns the statements that it ran for each request, in order and with their values.
 *
 * @param {object} options
 * @param {import("./database.mjs").BenchDatabase} options.database
 * @param {{ email: string, password: string }} options.user
 * @param {readonly string[]} [options.paths] what is asked for
 * @param {readonly { path: string, body?: unknown }[]} [options.requests] the same, with a body where something is sent; a function makes
 *   another one for each time it is asked
 * @returns {Promise<Recorded[]>} in the order of the requests
 */
export async function recordStatements({ database, user, paths = [], requests = paths.map((path) => ({ path })) }) {
  const resources = new HeldResources();
  const statementsFile = join(database.folder, "statements.jsonl");
  try {
    const server = await startProductServer({
      resources,
      database,
      imports: [fileURLToPath(new URL("./watch-statements.mjs", import.meta.url))],
      env: { BENCH_STATEMENTS_FILE: statementsFile },
    });
    const { headers } = await signIn({ server, ...user });
    const readLines = () => (existsSync(statementsFile) ? readFileSync(statementsFile, "utf8").split("\n") : [""]);

    const recorded = [];
    for (const { path, body: sent } of requests) {
      let lineCount = 0;
      let body;
      for (let asked = 0; asked < ASKED_TIMES; asked += 1) {
        lineCount = readLines().length - 1;
        const reply = await fetch(
          `${server.url}${path}`,
          requestOf({ headers, sent: typeof sent === "function" ? sent() : sent }),
        );
        body = await reply.json();
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(body)}`);
      }
      const lines = readLines()
        .slice(lineCount, -1)
        .map((line) => JSON.parse(line));
      recorded.push({ statements: statementsOfRequest(lines), body });
    }
    return recorded;
  } finally {
    await resources.releaseAll();
  }
}

/** @param {{ headers: Record<string, string>, sent: unknown }} options */
const requestOf = ({ headers, sent }) =>
  sent === undefined
    ? { headers }
    : {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        body: JSON.stringify(sent),
      };

/**
 * The statements of the connection that opened a session: the job queue uses the database as well, on separate ones.
 *
 * @param {{ connection: number, text: string, values: unknown[] }[]} lines
 * @returns {Statement[]}
 */
function statementsOfRequest(lines) {
  const openings = lines.filter(({ text }) => text.includes("open_session("));
  const [own, ...others] = new Set(openings.map(({ connection }) => connection));
  if (own === undefined || others.length > 0)
    throw new Error(`Expected a session on one connection, saw ${others.length + (own === undefined ? 0 : 1)}.`);
  return lines.filter(({ connection }) => connection === own).map(({ text, values }) => ({ text, values }));
}
