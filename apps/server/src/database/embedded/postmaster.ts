import { execFile, spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:fs";
import { open, readdir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { serverEnvironment, type ClusterPlace } from "./cluster.ts";
import { DatabaseStartError, ifExists, isSystemError } from "./database-start-error.ts";
import { identifyProcess, isRunning, readCommandLine, type ProcessIdentity } from "./running-process.ts";
import { runAs } from "./server-account.ts";
import { SOCKET_PORT } from "./socket-folder.ts";

const execute = promisify(execFile);

const POLL_EVERY_MS = 5;
/** A large database may replay its log for a while after a power cut. */
const READY_WITHIN_MS = 120_000;
/** The killed server's connections end at once or after their current query. */
const REMAINS_GONE_WITHIN_MS = 15_000;
const FAST_SHUTDOWN_WITHIN_MS = 30_000;
const MAX_LOG_BYTES = 5_000_000;

/**
 * Settings for a small office on a small machine. Durability settings (fsync, synchronous_commit, full_page_writes) keep PostgreSQL's safe
 * defaults.
 */
const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  max_connections: "100",
  shared_buffers: "128MB",
  // Compiling a query takes longer than any query here.
  jit: "off",
  // Solid state disks.
  random_page_cost: "1.1",
  // Needed for a backup of a running server (backup/take-backup.ts). There is no replication.
  wal_level: "replica",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements reach the app as errors; logging them would write customer data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** A running server, as its file postmaster.pid describes it. */
export interface Postmaster {
  readonly identity: ProcessIdentity;
  /** The socket folder; on Windows an address. */
  readonly host: string;
  readonly port: number;
}

interface PostmasterFile {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
  readonly status: string;
}

const pidFilePath = (clusterFolder: string) => join(clusterFolder, "postmaster.pid");
const logPath = (clusterFolder: string) => join(dirname(clusterFolder), "server.log");

/**
 * Finds a server left by an earlier start and waits until it is ready; returns undefined if none runs or it is shutting down. Ignores the
 * file of a killed server, even if another program has its pid.
 */
export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const file = await readPidFile(clusterFolder);
    const identity = file && (await identifyPostmaster({ pid: file.pid, clusterFolder }));
    if (!file || !identity) return undefined;
    if (file.status === "ready") return { identity, host: file.host, port: file.port };
    if (performance.now() > giveUpAt) throw notReadyInTime(clusterFolder);
    await delay(POLL_EVERY_MS);
  }
}

/**
 * Starts the server and waits until it accepts connections. It has its own session, so Ctrl+C and the end of this process don't affect it.
 */
export async function startPostmaster({
  socketFolder,
  settings,
  ...place
}: ClusterPlace & { socketFolder: string; settings: Readonly<Record<string, string>> }): Promise<Postmaster> {
  await disarmStalePidFile(place.folder);
  await removeStaleSocket(socketFolder);
  const port = process.platform === "win32" ? await findFreePort() : SOCKET_PORT;
  const connection: Record<string, string> =
    process.platform === "win32"
      ? { listen_addresses: "127.0.0.1", port: String(port) }
      : { listen_addresses: "", port: String(port), unix_socket_directories: socketFolder };
  const options = Object.entries({ ...SERVER_SETTINGS, ...settings, ...connection });
  const args = ["-D", place.folder, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])];

  const giveUpOnRemainsAt = performance.now() + REMAINS_GONE_WITHIN_MS;
  for (;;) {
    const attempt = await attemptStart({ ...place, args });
    if ("postmaster" in attempt) return attempt.postmaster;
    // A killed server's backends still hold its shared memory; PostgreSQL waits for them.
    const areRemainsAlive = attempt.refusal.includes("is still in use");
    if (!areRemainsAlive || performance.now() > giveUpOnRemainsAt) {
      throw new DatabaseStartError(
        `The database in ${place.folder} did not start: ${attempt.refusal || `see ${logPath(place.folder)}`}`,
      );
    }
    await delay(10 * POLL_EVERY_MS);
  }
}

/** Stops the server: open transactions roll back, everything committed is on disk. */
export async function stopPostmaster({ postmaster, ...place }: ClusterPlace & { postmaster: Postmaster }) {
  await requestShutdown({ ...place, postmaster, mode: "fast" });
  if (await hasEndedWithin({ postmaster, clusterFolder: place.folder, limitMs: FAST_SHUTDOWN_WITHIN_MS })) return;
  // Like a power cut: the next start replays the log, and nothing committed is lost.
  await requestShutdown({ ...place, postmaster, mode: "immediate" });
  if (await hasEndedWithin({ postmaster, clusterFolder: place.folder, limitMs: FAST_SHUTDOWN_WITHIN_MS })) return;
  throw new Error(`The PostgreSQL server of ${place.folder} (pid ${postmaster.identity.pid}) does not stop.`);
}

async function requestShutdown({
  postmaster,
  mode,
  ...place
}: ClusterPlace & { postmaster: Postmaster; mode: "fast" | "immediate" }): Promise<void> {
  if (process.platform === "win32") {
    await execute(place.binaries.pgCtl, ["stop", "-D", place.folder, "-m", mode, "--no-wait"]);
    return;
  }
  try {
    process.kill(postmaster.identity.pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch (error) {
    if (!isSystemError(error, "ESRCH")) throw error;
  }
}

async function hasEndedWithin(options: { postmaster: Postmaster; clusterFolder: string; limitMs: number }) {
  const giveUpAt = performance.now() + options.limitMs;
  while (performance.now() < giveUpAt) {
    // A server removes its file last. The process may stay listed as a zombie, in some containers forever.
    if ((await readPidFile(options.clusterFolder)) === undefined) return true;
    if (!(await isRunning(options.postmaster.identity))) return true;
    await delay(POLL_EVERY_MS);
  }
  return false;
}

async function attemptStart({
  args,
  ...place
}: ClusterPlace & { args: readonly string[] }): Promise<{ postmaster: Postmaster } | { refusal: string }> {
  const log = await openLog(place);
  try {
    const logStart = (await log.stat()).size;
    const child = spawn(place.binaries.postgres, args, {
      cwd: place.folder,
      detached: true,
      env: serverEnvironment(),
      stdio: ["ignore", log.fd, log.fd],
      windowsHide: true,
      ...runAs(place.account),
    });
    child.unref();
    const end = watchEnd(child);

    const giveUpAt = performance.now() + READY_WITHIN_MS;
    while (performance.now() < giveUpAt) {
      if (end.reason !== undefined) {
        const refusal = (await readFile(logPath(place.folder), "utf8")).slice(logStart).trim();
        return { refusal: refusal || end.reason };
      }
      const file = await readPidFile(place.folder);
      if (file?.status === "ready" && file.pid === child.pid) {
        const identity = await identifyProcess(file.pid);
        if (identity) return { postmaster: { identity, host: file.host, port: file.port } };
      }
      await delay(POLL_EVERY_MS);
    }
    // Stopping it would discard the replay's progress; the next start finds it further along.
    throw notReadyInTime(place.folder);
  } finally {
    await log.close();
  }
}

const notReadyInTime = (clusterFolder: string) =>
  new DatabaseStartError(
    `The database in ${clusterFolder} is not ready after ${READY_WITHIN_MS / 1000} s, see ${logPath(clusterFolder)}. ` +
      "It may be repairing itself after a power cut: start again to wait on.",
  );

/** Records whether the child ended or failed to start. */
function watchEnd(child: ChildProcess): { readonly reason: string | undefined } {
  const end: { reason: string | undefined } = { reason: undefined };
  child.once("error", (error) => (end.reason = error.message));
  child.once("exit", (code, signal) => (end.reason = `postgres ended with ${signal ?? `code ${code}`}`));
  return end;
}

async function readPidFile(clusterFolder: string): Promise<PostmasterFile | undefined> {
  const lines = (await ifExists(readFile(pidFilePath(clusterFolder), "utf8")))?.split("\n");
  if (!lines) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, first address, shared memory, status. The later ones appear during startup.
  const [pid = "", , , port = "", socketFolder = "", address = "", , status = ""] = lines.map((line) => line.trim());
  return { pid: Number(pid), host: socketFolder || address, port: Number(port), status };
}

/** The process with this pid, if it is the server of this folder. */
async function identifyPostmaster({ pid, clusterFolder }: { pid: number; clusterFolder: string }) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const identity = await identifyProcess(pid);
  const commandLine = identity && (await readCommandLine(pid));
  const isOfThisFolder = commandLine === undefined || commandLine.includes(` -D ${clusterFolder} `);
  return isOfThisFolder ? identity : undefined;
}

/**
 * Keeps a killed server's file from blocking the start when another program has its pid, as is common in restarted containers. PostgreSQL
 * needs the file to find the killed server's shared memory and check that no backend still uses it, so only the pid is replaced by ours:
 * PostgreSQL ignores its parent's.
 */
async function disarmStalePidFile(clusterFolder: string): Promise<void> {
  const path = pidFilePath(clusterFolder);
  const file = await readPidFile(clusterFolder);
  if (!file) return;
  if (!Number.isInteger(file.pid) || file.pid <= 0) {
    // Truncated by a full disk or a power cut; PostgreSQL would reject it forever.
    await rm(path);
    return;
  }
  const lines = (await readFile(path, "utf8")).split("\n");
  const handle = await open(path, constants.O_RDWR | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    await handle.writeFile([String(process.pid), ...lines.slice(1)].join("\n"));
  } finally {
    await handle.close();
  }
}

/** The folder is only for this database's servers, and none is running: leftovers are from a killed one. */
async function removeStaleSocket(socketFolder: string): Promise<void> {
  if (process.platform === "win32") return;
  for (const name of await readdir(socketFolder)) {
    if (name.startsWith(".s.PGSQL.")) await rm(join(socketFolder, name), { force: true });
  }
}

async function openLog({ folder, account }: ClusterPlace): Promise<FileHandle> {
  const path = logPath(folder);
  const sizeBytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (sizeBytes > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  // Don't follow links (the flag is 0 on Windows): the folder may belong to another account while root runs this.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const log = await open(path, flags, 0o600);
  if (account) await log.chown(account.uid, account.gid);
  return log;
}

/** Finds a free port; only Windows needs one. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system gave no free port.");
  return address.port;
}
