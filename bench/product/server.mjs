import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startProgram } from "../measuring/child-process.mjs";
import { SERVER_PROGRAM } from "./built-product.mjs";
import { findFreePort } from "../../scripts/find-free-port.mjs";

const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;
const SHOWN_LOG_BYTES = 3_000;

/**
 * @typedef {object} ProductServer
 * @property {string} url
 * @property {() => Promise<void>} stop
 * @property {() => Promise<{ p50: number, p99: number, max: number }>} eventLoop how late the event loop was since the last question,
 *   in milliseconds; needs watch-event-loop.mjs among the imports
 * @property {() => Promise<{ busyMs: number, memoryKb: number }>} cost what the process has cost since the last question; needs
 *   watch-cost.mjs among the imports
 *
 * @typedef {object} SignedIn
 * @property {Record<string, string>} headers
 * @property {{ name: string, value: string }} cookie renews the session in a browser
 */

/**
 * The product as it is delivered: the built server in production, with its log, jobs and self-check, in a separate
 * process.
 *
 * @param {object} options
 * @param {import("../measuring/held-resources.mjs").HeldResources} options.resources
 * @param {import("./database.mjs").BenchDatabase} options.database
 * @param {string[]} [options.imports] modules loaded before the server, to watch it
 * @param {Record<string, string>} [options.env]
 * @param {number} [options.port] for a server that comes back after a stop; else a free one
 * @returns {Promise<ProductServer>}
 */
export async function startProductServer({ resources, database, imports = [], env = {}, port: chosenPort }) {
  const port = chosenPort ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const dataFolder = join(database.folder, "server");
  mkdirSync(dataFolder, { recursive: true });
  const logFile = join(database.folder, `server-${port}.log`);
  // A file, as under a service manager: an unread pipe would block the server, and reading one costs this process.
  const log = openSync(logFile, "w");
  const program = startProgram({
    resources,
    file: SERVER_PROGRAM,
    imports,
    env: {
      NODE_ENV: "production",
      DEMO: "off",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataFolder,
      DATABASE_URL: database.appUrl,
      DATABASE_PLATFORM_URL: database.platformUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      ...env,
    },
    output: log,
  });
  closeSync(log);

  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (program.child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The server did not start:\n${readFileSync(logFile, "utf8").slice(-SHOWN_LOG_BYTES)}`);
    await delay(ASK_EVERY_MS);
  }
  return {
    url,
    stop: program.stop,
    eventLoop: () => ask(program.child, "event loop"),
    cost: () => ask(program.child, "cost"),
  };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} question
 * @returns {Promise<any>}
 */
const ask = (child, question) =>
  new Promise((resolve) => {
    child.once("message", resolve);
    child.send(question);
  });

/**
 * @param {{ server: ProductServer, email: string, password: string }} credentials
 * @returns {Promise<SignedIn>}
 */
export async function signIn({ server, email, password }) {
  const reply = await fetch(`${server.url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`Signing in failed: ${reply.status} ${await reply.text()}`);
  const { token } = await reply.json();
  const [name = "", value = ""] = (reply.headers.getSetCookie()[0] ?? "").split(";")[0]?.split("=") ?? [];
  return { headers: { authorization: `Bearer ${token}` }, cookie: { name, value } };
}

async function isReady(/** @type {string} */ url) {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
