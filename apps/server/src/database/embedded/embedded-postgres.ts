import { join } from "node:path";
import pg from "pg";
import { findBinariesPackage, prepareBinaries } from "./binaries.ts";
import { adoptRestoredCluster, ensureCluster, readSuperuserPassword, SUPERUSER, type ClusterPlace } from "./cluster.ts";
import { settleDatabaseHome, type DatabaseHome } from "./database-home.ts";
import { isSystemError } from "./database-start-error.ts";
import { findPostmaster, startPostmaster, stopPostmaster, type Postmaster } from "./postmaster.ts";
import { sharingProcesses } from "./sharing-processes.ts";
import { isSocketFolder, makeSocketFolder, removeSocketFolder } from "./socket-folder.ts";
import { withStartLock } from "./start-lock.ts";

/** Another process's first start or long recovery may hold the lock. */
const LOCK_WAIT_MS = 150_000;
const CONNECT_WITHIN_MS = 10_000;

/** A PostgreSQL server that belongs to one data folder. */
export interface EmbeddedPostgres {
  /** Connects to the server's maintenance database as superuser. */
  readonly superuserUrl: string;
  /** A URL for another database and role; Windows needs the role's password. */
  urlFor(target: { database: string; user: string; password?: string }): string;
  /** The actual location of the database. */
  readonly dataFolder: string;
  /** A sentence for the start message if the database is not in the requested folder; else undefined. */
  readonly notice: string | undefined;
  /** Ends this process's share; the last one stops the server. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, or joins a running one that was started by another process of ours or left by one that
 * died.
 *
 * The server is a separate process and outlives this one unless `stop` is called; the next start finds it. `settings` are PostgreSQL's and
 * apply only if this call starts the server: tests that need no durability pass `{ fsync: "off", synchronous_commit: "off" }`. Throws
 * DatabaseStartError with a message for the user.
 */
export async function startEmbeddedPostgres({
  dataFolder,
  log = () => undefined,
  settings = {},
}: {
  dataFolder: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const packageFolder = findBinariesPackage(process);
  const home = await settleDatabaseHome({ dataFolder });
  const lock = lockOf(home);
  const sharers = sharersOf(home);

  return await withStartLock(lock, async () => {
    const binaries = await prepareBinaries({ packageFolder, privateFolder: home.folder, account: home.account });
    const place: ClusterPlace = { folder: home.clusterFolder, account: home.account, binaries };
    const share = await sharers.join();
    try {
      const postmaster =
        (await joinRunningServer({ place, log })) ?? (await startServer({ home, place, settings, log }));
      const urlFor = urlsOf(postmaster);

      let stopped: Promise<void> | undefined;
      const stop = () =>
        withStartLock(lock, async () => {
          await share.leave();
          if (await sharers.isAnyLeft()) return;
          const current = await findPostmaster(place.folder);
          if (!current) return;
          await stopPostmaster({ ...place, postmaster: current });
          if (isSocketFolder(current.host)) await removeSocketFolder(current.host);
        });

      return {
        superuserUrl: urlFor(await superuserOf(place)),
        urlFor,
        dataFolder: home.folder,
        notice: home.notice,
        stop: () => (stopped ??= stop()),
      };
    } catch (error) {
      await share.leave();
      throw error;
    }
  });
}

/** Whether any process currently uses the data folder's server. */
export async function isEmbeddedPostgresShared({ dataFolder }: { dataFolder: string }): Promise<boolean> {
  const home = await settleDatabaseHome({ dataFolder });
  return await withStartLock(lockOf(home), () => sharersOf(home).isAnyLeft());
}

const lockOf = (home: DatabaseHome) => ({ path: join(home.folder, "start.lock"), waitMs: LOCK_WAIT_MS });
const sharersOf = (home: DatabaseHome) => sharingProcesses({ folder: join(home.folder, "processes") });

async function superuserOf(place: ClusterPlace) {
  const password = await readSuperuserPassword(place.folder);
  return { database: "postgres", user: SUPERUSER, ...(password === undefined ? {} : { password }) };
}

/** Joins the folder's running server; stops one whose socket was deleted (a cleaned /tmp). */
async function joinRunningServer({ place, log }: { place: ClusterPlace; log: (line: string) => void }) {
  const postmaster = await findPostmaster(place.folder);
  if (!postmaster) return undefined;
  if (await isAnswering({ postmaster, place })) {
    log(`PostgreSQL already runs in ${place.folder} (pid ${postmaster.identity.pid}): using it.`);
    return postmaster;
  }
  log(`PostgreSQL runs in ${place.folder} but cannot be reached any more: starting it again.`);
  await stopPostmaster({ ...place, postmaster });
  return undefined;
}

/** A server that was just killed may accept a connection and reset it. */
const isGone = (error: unknown): boolean =>
  isSystemError(error, "ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE") ||
  (error instanceof Error && error.message.startsWith("Connection terminated"));

async function isAnswering({ postmaster, place }: { postmaster: Postmaster; place: ClusterPlace }): Promise<boolean> {
  const connectionString = urlsOf(postmaster)(await superuserOf(place));
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // A lost connection also emits an error event, which without a listener ends the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function startServer({
  home,
  place,
  settings,
  log,
}: {
  home: DatabaseHome;
  place: ClusterPlace;
  settings: Readonly<Record<string, string>>;
  log: (line: string) => void;
}): Promise<Postmaster> {
  const beganAt = performance.now();
  await adoptRestoredCluster(place);
  const outcome = await ensureCluster({ ...place, isDurable: settings["fsync"] !== "off" });
  const socketFolder =
    process.platform === "win32" ? "" : await makeSocketFolder({ home: home.folder, account: home.account });
  const postmaster = await startPostmaster({ ...place, socketFolder, settings }).catch(async (error: unknown) => {
    if (isSocketFolder(socketFolder)) await removeSocketFolder(socketFolder);
    throw error;
  });
  const tookMs = Math.round(performance.now() - beganAt);
  const asWhom = home.account ? ` as user "${home.account.name}"` : "";
  log(
    `PostgreSQL ${place.binaries.majorVersion} ${outcome === "created" ? "made a new database" : "started"} in ` +
      `${place.folder}${asWhom} in ${tookMs} ms.`,
  );
  return postmaster;
}

/** Connection strings with an explicit port; otherwise `pg` would use PGPORT. */
function urlsOf({ host, port }: Postmaster) {
  return ({ database, user, password }: { database: string; user: string; password?: string }): string => {
    const credentials = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(":");
    return isSocketFolder(host)
      ? `postgres://${credentials}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host).replaceAll("%2F", "/")}&port=${port}`
      : `postgres://${credentials}@${host}:${port}/${encodeURIComponent(database)}`;
  };
}
