// `npm run operators:proof -- --rounds N`: what operators rely on, with real processes and a PostgreSQL cluster of the npm packages: while
// people write, the database is restarted and killed, and a backup is taken and restored. Prints what was lost, and how long it took.
/* global AbortSignal, URLSearchParams -- of Node */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildIfStale, SERVER_PROGRAM } from "./build-if-stale.mjs";

const WRITERS = 4;
const WRITE_FOR_MS = 3_000;
const READY_WITHIN_MS = 90_000;
/** The goal after a database that was restarted. */
const HEALTHY_WITHIN_MS = 10_000;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
if (!/^[1-9]\d{0,3}$/.test(values.rounds)) {
  console.error("--rounds must be a whole number from 1 to 9999.");
  process.exit(2);
}
const rounds = Number(values.rounds);
const began = performance.now();

await buildIfStale();
const built = (name) => import(pathToFileURL(join(dirname(SERVER_PROGRAM), `${name}.js`)).href);
const { startEmbeddedPostgres } = await built("database/embedded/embedded-postgres");
const { setUpDatabase } = await built("database/set-up");
const { withConnection } = await built("database/with-connection");

const folder = mkdtempSync(join(tmpdir(), "ridgebook-operators-"));
// PostgreSQL does not run as root: its own account must be able to enter the folder.
chmodSync(folder, 0o755);
const children = new Set();

function start(args, environment) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, LOG_LEVEL: "fatal", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise((resolve) =>
    child.once("exit", (code, signal) => {
      children.delete(child);
      resolve({ code, signal, output });
    }),
  );
  return { child, ended, output: () => output };
}

const findFreePort = () =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const isReady = (url) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function untilReady(url, says = () => "") {
  const from = performance.now();
  while (!(await isReady(url))) {
    if (performance.now() - from > READY_WITHIN_MS) throw new Error(`${url} is not ready. ${says()}`);
    await wait(50);
  }
  return performance.now() - from;
}

async function signIn(url) {
  const reply = await fetch(`${url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "sales@demo.test", password: "Ridgebook-1" }),
  });
  const { token } = await reply.json();
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/** Writers that go on until `stop`; `acknowledged` are the names of all leads that the server has said yes to. */
async function startWriters(url) {
  const headers = await signIn(url);
  const acknowledged = new Set();
  let isOver = false;
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const name = `Lead ${randomBytes(12).toString("hex")}`;
      const reply = await fetch(`${url}/api/leads/`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": randomBytes(16).toString("hex") },
        body: JSON.stringify({ company: name }),
        signal: AbortSignal.timeout(100_000),
      }).catch(() => undefined);
      if (reply?.ok) acknowledged.add(name);
      else await wait(50);
    }
  });
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
  };
}

async function readLeads(url) {
  const headers = await signIn(url);
  const names = new Set();
  for (let cursor; ;) {
    const query = new URLSearchParams({ stores: "leads", limit: "1000", ...(cursor !== undefined && { cursor }) });
    const page = await (await fetch(`${url}/api/changes?${query}`, { headers })).json();
    for (const { company } of page.changed.leads) names.add(company);
    if (!page.more) return names;
    cursor = page.cursor;
  }
}

const missingOf = (expected, found) => [...expected].filter((name) => !found.has(name)).length;
const figures = { acknowledged: 0, missing: 0, restartMs: 0, killMs: 0, backupMs: 0, backupBytes: 0 };

async function writeWhile(url, act) {
  const writers = await startWriters(url);
  await wait(WRITE_FOR_MS);
  const result = await act(writers);
  await writers.stop();
  figures.acknowledged += writers.acknowledged.size;
  figures.missing += missingOf(writers.acknowledged, await readLeads(url));
  return result;
}

/** A PostgreSQL as an operator would run it, and one server on it: restarted in good order, and killed. */
async function strikeDatabase() {
  const dataFolder = join(folder, "postgres");
  let postgres = await startEmbeddedPostgres({ dataFolder });
  await withConnection(postgres.superuserUrl, (client) => client.query("create database ridgebook"));
  const urlOf = (user) => postgres.urlFor({ database: "ridgebook", user });
  await setUpDatabase({ adminUrl: urlOf("ridgebook_superuser") });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = start([SERVER_PROGRAM], {
    ...{ PORT: String(port), DATA_DIR: join(folder, "data") },
    ...{ DATABASE_URL: urlOf("ridgebook_app"), DATABASE_PLATFORM_URL: urlOf("ridgebook_platform") },
    DATABASE_OWNER_URL: urlOf("ridgebook_owner"),
  });
  await untilReady(url, server.output);
  const readPid = () =>
    Number(readFileSync(join(postgres.dataFolder, "cluster/postmaster.pid"), "utf8").split("\n")[0]);

  for (let round = 0; round < rounds; round += 1) {
    const restart = await writeWhile(url, async () => {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataFolder });
      return untilReady(url, server.output);
    });
    const kill = await writeWhile(url, async () => {
      process.kill(readPid(), "SIGKILL");
      postgres = await startEmbeddedPostgres({ dataFolder });
      return untilReady(url, server.output);
    });
    figures.restartMs = Math.max(figures.restartMs, restart);
    figures.killMs = Math.max(figures.killMs, kill);
    console.log(
      `Round ${round + 1}: ready ${Math.round(restart)} ms after a restart, ${Math.round(kill)} ms after kill -9.`,
    );
  }
  server.child.kill("SIGTERM");
  const { code, output } = await server.ended;
  if (code !== 0) throw new Error(`The server ended with ${code}: ${output}`);
  await postgres.stop();
}

/** The embedded database: backed up while people write, restored beside it, and compared. */
async function backUp() {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { PORT: String(port), DATA_DIR: join(folder, "embedded") };
  const server = start([SERVER_PROGRAM], environment);
  await untilReady(url, server.output);
  const command = (name) => join(dirname(SERVER_PROGRAM), `commands/${name}.js`);

  for (let round = 0; round < rounds; round += 1) {
    const target = join(folder, `${round}.tar.gz`);
    let before = new Set();
    await writeWhile(url, async ({ acknowledged }) => {
      const from = performance.now();
      const backup = start([command("backup"), target], environment);
      // Its end comes later; `backup.db.test.ts` looks at the very moment.
      backup.child.stdout.once("data", () => (before = new Set(acknowledged)));
      const { code, output } = await backup.ended;
      if (code !== 0) throw new Error(`The backup ended with ${code}: ${output}`);
      figures.backupMs = Math.max(figures.backupMs, performance.now() - from);
      figures.backupBytes = Math.max(figures.backupBytes, statSync(target).size);
    });
    const restored = { PORT: String(await findFreePort()), DATA_DIR: join(folder, `restored-${round}`) };
    const restore = await start([command("restore"), target], restored).ended;
    if (restore.code !== 0) throw new Error(`The restore ended with ${restore.code}: ${restore.output}`);
    cpSync(join(environment.DATA_DIR, "secrets.key"), join(restored.DATA_DIR, "secrets.key"));
    const other = start([SERVER_PROGRAM], restored);
    const otherUrl = `http://127.0.0.1:${restored.PORT}`;
    await untilReady(otherUrl, other.output);
    const missing = missingOf(before, await readLeads(otherUrl));
    figures.missing += missing;
    console.log(
      `Round ${round + 1}: ${before.size} leads acknowledged before the end of the backup, ${missing} missing.`,
    );
    other.child.kill("SIGTERM");
    await other.ended;
  }
  server.child.kill("SIGTERM");
  await server.ended;
}

/** A cluster outlives the server that was killed on top of it. */
function stopLeftClusters() {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (basename(name) !== "postmaster.pid") continue;
    try {
      process.kill(Number(readFileSync(join(folder, name), "utf8").split("\n")[0]), "SIGQUIT");
    } catch {
      // It ended meanwhile.
    }
  }
}

function cleanUp() {
  for (const child of children) child.kill("SIGKILL");
  stopLeftClusters();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });

const seconds = (ms) => (ms / 1_000).toFixed(1);
try {
  await strikeDatabase();
  await backUp();
  const { acknowledged, missing, restartMs, killMs, backupMs, backupBytes } = figures;
  const isWell = missing === 0 && Math.max(restartMs, killMs) <= HEALTHY_WITHIN_MS;
  console.log(
    `Operators, ${rounds} rounds: ${missing} of ${acknowledged} acknowledged writes missing, ` +
      `ready ${seconds(restartMs)} s after a restart of the database and ${seconds(killMs)} s after kill -9, ` +
      `a backup of ${(backupBytes / 1_000_000).toFixed(1)} MB in ${seconds(backupMs)} s, ` +
      `${((performance.now() - began) / 60_000).toFixed(1)} minutes.`,
  );
  if (!isWell) process.exitCode = 1;
} finally {
  cleanUp();
}
