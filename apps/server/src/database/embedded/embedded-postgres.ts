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

/** A first start, or a long repair, by another process may have to be waited for. */
const LOCK_WAIT_MS = 150_000;
const CONNECT_WITHIN_MS = 10_000;

/** A PostgreSQL server that belongs to one data folder. */
export interface EmbeddedPostgres {
  /** The server's own database as superuser, in a form that `pg` takes. */
  readonly superuserUrl: string;
  /** The same server for another database and role; Windows needs the role's password. */
  urlFor(target: { database: string; user: string; password?: string }): string;
  /** Where the database really lives. */
  readonly dataFolder: string;
  /** A sentence for the start message when the database lives elsewhere than asked. */
  readonly notice: string | undefined;
  /** Ends this process's share; the server stops when no other process uses it. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data folder, or joins the one that runs there already: another process of ours started it, or one that
 * died without stopping it.
 *
 * The server is a process of its own and outlives this one unless `stop` is called; the next start finds it. `settings` are PostgreSQL's
 * and count only when this call starts the server: tests that need no durability pass `{ fsync: "off", synchronous_commit: "off" }`. Throws
 * DatabaseStartError with a message for the person at the keyboard.
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

/** Whether a process uses the server of a data folder at the moment. */
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

/** Joins the server that runs on the folder; one whose socket is gone (a cleaned /tmp) is stopped instead. */
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

/** A server that was just killed still takes a connection, and resets it. */
const isGone = (error: unknown): boolean =>
  isSystemError(error, "ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE") ||
  (error instanceof Error && error.message.startsWith("Connection terminated"));

async function isAnswering({ postmaster, place }: { postmaster: Postmaster; place: ClusterPlace }): Promise<boolean> {
  const connectionString = urlsOf(postmaster)(await superuserOf(place));
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // Besides failing, a lost connection emits this, which without a listener ends the process.
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

/** Connection strings; the port is always named, or `pg` would take the variable PGPORT. */
function urlsOf({ host, port }: Postmaster) {
  return ({ database, user, password }: { database: string; user: string; password?: string }): string => {
    const credentials = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(":");
    return isSocketFolder(host)
      ? `postgres://${credentials}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host).replaceAll("%2F", "/")}&port=${port}`
      : `postgres://${credentials}@${host}:${port}/${encodeURIComponent(database)}`;
  };
}
