// `npm start` that is asked to stop, in each state that holds a stop up: how long until all its processes are gone, and whether the
// PostgreSQL that it started was shut down in good order.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../find-free-port.mjs";
import { demand, Skipped, untilReady } from "./stage.mjs";

const STOPPED_WITHIN_MS = 20_000;
/** In a first start, PostgreSQL runs and migrations or the demo are under way. */
const FIRST_START_WITHIN_MS = 60_000;

/** Each process with its parent, and a value that distinguishes it from a later one with the same id. Zombies count as gone. */
function listProcesses() {
  const found = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] !== "Z") found.set(Number(pid), { parent: Number(fields[1]), startedAt: fields[19] });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

function readTree(root) {
  const all = listProcesses();
  const tree = new Map();
  const add = (pid) => {
    if (!all.has(pid)) return;
    tree.set(pid, all.get(pid).startedAt);
    for (const [child, { parent }] of all) if (parent === pid) add(child);
  };
  add(root);
  return tree;
}

const areAllGone = (tree) => {
  const all = listProcesses();
  return [...tree].every(([pid, startedAt]) => all.get(pid)?.startedAt !== startedAt);
};

function readPostmaster(dataFolder) {
  const file = join(dataFolder, "database/cluster/postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

const isPortFree = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", () => resolve(true));
  });

/** A mail server that takes connections and says nothing, until `close`. */
async function startSilentMailServer() {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/**
 * Starts, brings about a state by `prepare`, whose answer undoes it, and stops by `tell`. Demands a clean end in time, and `logs` in the
 * output. Answers how long the stop took, in milliseconds.
 */
async function timeStop(stage, { root, dataFolder, environment = {}, isFirst = false, prepare, tell, logs = /^/ }) {
  const port = await findFreePort();
  const child = spawn("npm", ["start", "--silent"], {
    cwd: root,
    // A separate group, as in a terminal.
    detached: true,
    env: { ...process.env, LOG_LEVEL: "warn", PORT: String(port), DATA_DIR: dataFolder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  stage.signal.addEventListener("abort", () => child.kill("SIGTERM"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const running = { url: `http://127.0.0.1:${port}`, port, child, output: () => output };
  if (isFirst) {
    const from = performance.now();
    while (readPostmaster(dataFolder) === undefined) {
      demand(performance.now() - from < FIRST_START_WITHIN_MS, `No first start: ${output}`);
      await wait(50);
    }
  } else await untilReady(running.url, running);
  const undo = await prepare?.(running);

  const log = join(dataFolder, "database/server.log");
  const logBefore = readFileSync(log, "utf8").length;
  const tree = new Map([...readTree(child.pid), ...readTree(readPostmaster(dataFolder))]);
  const from = performance.now();
  tell(running);
  while (!areAllGone(tree) && performance.now() - from < 2 * STOPPED_WITHIN_MS) await wait(20);
  const tookMs = performance.now() - from;
  undo?.();
  demand(tookMs <= STOPPED_WITHIN_MS, `A stop took ${Math.round(tookMs)} ms: ${output}`);
  const said = readFileSync(log, "utf8").slice(logBefore);
  demand(/database system is shut down/.test(said), `PostgreSQL did not end in good order: ${said}`);
  demand(readPostmaster(dataFolder) === undefined && (await isPortFree(port)), "A stop left PostgreSQL or the port.");
  demand(logs.test(output), `The log of a stop does not say what it cut off: ${output}`);
  return tookMs;
}

const tellNpm =
  (signal) =>
  ({ child }) =>
    child.kill(signal);
const tellGroup =
  (signal) =>
  ({ child }) =>
    process.kill(-child.pid, signal);

/** A request whose body never comes. */
function hangRequest({ port }) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  return new Promise((resolve) => {
    const head = "POST /api/users/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 500";
    socket.write(`${head}\r\n\r\n{`, () => resolve(() => socket.destroy()));
  });
}

export async function timeStops(stage, { root }) {
  if (process.platform !== "linux") throw new Skipped("stop (processes are read from /proc)");
  const dataFolder = join(stage.folder, "stopped");
  const mailServer = await startSilentMailServer();
  const hangMail = async ({ url }) => {
    await fetch(`${url}/api/users/forgotpassword`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "sales@demo.test" }),
    });
    while (mailServer.sockets.size === 0) await wait(20);
    return mailServer.close;
  };
  const cases = {
    "in a first start": { isFirst: true, tell: tellNpm("SIGTERM") },
    "idle by npm": { tell: tellNpm("SIGTERM") },
    "by the group": { tell: tellGroup("SIGTERM") },
    "by Ctrl+C": { tell: tellGroup("SIGINT") },
    "by kill -9 of npm": { tell: tellNpm("SIGKILL") },
    "with a hanging request": { prepare: hangRequest, tell: tellNpm("SIGTERM"), logs: /the stop cuts off requests/ },
    "with a hanging mail server": {
      prepare: hangMail,
      environment: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: "app@ridgebook.test" },
      tell: tellNpm("SIGTERM"),
      logs: /"task":"send-account-mail".*the stop cuts off a job/,
    },
  };
  const figures = [];
  for (const [name, how] of Object.entries(cases))
    figures.push(`${name} ${((await timeStop(stage, { root, dataFolder, ...how })) / 1_000).toFixed(1)} s`);
  return `npm start stopped ${figures.join(", ")}`;
}
