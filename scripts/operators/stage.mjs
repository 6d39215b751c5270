// The environment of operators' proofs: a folder with servers, databases and a pooler as separate processes.
/* global AbortController -- of Node */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { findFreePort } from "../find-free-port.mjs";

const READY_WITHIN_MS = 90_000;
/** The goal after a restart of the database. */
export const HEALTHY_WITHIN_MS = 10_000;

export class NotProven extends Error {}

/** What this machine cannot try, and what it lacks. */
export class Skipped extends Error {}

/** Ends the proof if something differs from what operators read. */
export function demand(isSo, what) {
  if (!isSo) throw new NotProven(what);
}

export const isReady = (url) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The duration in milliseconds. */
export async function untilReady(url, { child, output }) {
  const from = performance.now();
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - from > READY_WITHIN_MS)
      throw new NotProven(`${url} is not ready. ${output()}`);
    await wait(50);
  }
  return performance.now() - from;
}

/** @param {{ program: string }} built the built server's `main.js` */
export function openStage({ program }) {
  const folder = mkdtempSync(join(tmpdir(), "ridgebook-operators-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  chmodSync(folder, 0o755);
  const children = new Set();
  const over = new AbortController();

  function start(args, environment, { command = process.execPath, user } = {}) {
    const child = spawn(command, args, {
      ...(user !== undefined && { uid: user, gid: user }),
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

  /** One server that is ready. `stop` ends it as a process manager does, and returns how long that took. */
  async function startServer(environment, { args = [], main = program, port: given, user } = {}) {
    const port = given ?? (await findFreePort());
    const url = `http://127.0.0.1:${port}`;
    const isWorker = args.includes("worker");
    const running = start(
      [main, ...args],
      { ...environment, [isWorker ? "HEALTH_PORT" : "PORT"]: String(port) },
      { user },
    );
    const readyMs = await untilReady(url, running);
    const stop = async ({ isFormer = false } = {}) => {
      const from = performance.now();
      running.child.kill("SIGTERM");
      const { code, output } = await running.ended;
      // How a former release ends cannot be changed.
      demand(
        code === 0 || isFormer,
        `The server ended with ${code} after ${Math.round(performance.now() - from)} ms: ${output}`,
      );
      return performance.now() - from;
    };
    return { ...running, url, port, readyMs, stop };
  }

  const load = (part, main = program) => import(pathToFileURL(join(dirname(main), `${part}.js`)).href);

  /** Reads the database itself: an API's first download has only the newest 5,000 records. */
  async function askDatabase(url, text, values) {
    const { withConnection } = await load("database/with-connection");
    return withConnection(url, async (client) => (await client.query(text, values)).rows);
  }

  /** The number of occurrences of each lead's name. */
  async function countLeadsAt(url) {
    const rows = await askDatabase(url, "select company, count(*)::int from lead group by company");
    return new Map(rows.map(({ company, count }) => [company, count]));
  }

  /** The same for a running database of a server that brings its own. */
  async function countEmbeddedLeads({ DATA_DIR }) {
    const { startEmbeddedPostgres } = await load("database/embedded/embedded-postgres");
    const postgres = await startEmbeddedPostgres({ dataFolder: join(DATA_DIR, "database") });
    try {
      return await countLeadsAt(postgres.urlFor({ database: "ridgebook", user: "ridgebook_superuser" }));
    } finally {
      await postgres.stop();
    }
  }

  /** A PostgreSQL as an operator would run it, with Ridgebook's roles, by the programs of the npm packages. */
  async function startDatabase(name, { main = program } = {}) {
    const { startEmbeddedPostgres } = await load("database/embedded/embedded-postgres", main);
    const { setUpDatabase } = await load("database/set-up", main);
    const { withConnection } = await load("database/with-connection", main);
    const dataFolder = join(folder, name);
    let postgres = await startEmbeddedPostgres({ dataFolder });
    await withConnection(postgres.superuserUrl, (client) => client.query("create database ridgebook"));
    const urlOf = (user) => postgres.urlFor({ database: "ridgebook", user });
    await setUpDatabase({ adminUrl: urlOf("ridgebook_superuser") });
    const again = async () => {
      postgres = await startEmbeddedPostgres({ dataFolder });
    };
    return {
      urlOf,
      settings: {
        DATA_DIR: join(folder, `${name}-data`),
        DATABASE_URL: urlOf("ridgebook_app"),
        DATABASE_PLATFORM_URL: urlOf("ridgebook_platform"),
        DATABASE_OWNER_URL: urlOf("ridgebook_owner"),
      },
      query: (text, values) => askDatabase(urlOf("ridgebook_superuser"), text, values),
      countLeads: () => countLeadsAt(urlOf("ridgebook_superuser")),
      stop: () => postgres.stop(),
      async restart() {
        await postgres.stop();
        await again();
      },
      /** kill -9, and a restart as by a service manager. */
      async kill() {
        process.kill(
          Number(readFileSync(join(postgres.dataFolder, "cluster/postmaster.pid"), "utf8").split("\n")[0]),
          "SIGKILL",
        );
        await again();
      },
    };
  }

  /** A cluster outlives the killed server on top of it. */
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

  return {
    folder,
    program,
    /** Aborted when the stage is cleaned up: it stops the devices of a failed part. */
    signal: over.signal,
    start,
    startServer,
    startDatabase,
    countEmbeddedLeads,
    /** Runs one of the server's commands to its end. */
    run: (command, args, environment) =>
      start([join(dirname(program), `commands/${command}.js`), ...args], environment).ended,
    commandFile: (command) => join(dirname(program), `commands/${command}.js`),
    cleanUp() {
      over.abort();
      for (const child of children) child.kill("SIGKILL");
      stopLeftClusters();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    },
  };
}
