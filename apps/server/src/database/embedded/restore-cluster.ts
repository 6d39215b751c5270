import { rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { findBinariesPackage, prepareBinaries } from "./binaries.ts";
import { adoptRestoredCluster, readMajorVersion, type ClusterPlace } from "./cluster.ts";
import { settleDatabaseHome } from "./database-home.ts";
import { DatabaseStartError, ifExists } from "./database-start-error.ts";
import { startPostmaster, stopPostmaster } from "./postmaster.ts";
import { isSocketFolder, makeSocketFolder, removeSocketFolder } from "./socket-folder.ts";
import { withStartLock } from "./start-lock.ts";

/** How long a restore waits for another process's start or restore of the same folder. */
const LOCK_WAIT_MS = 10_000;

const exists = async (path: string): Promise<boolean> => (await ifExists(stat(path))) !== undefined;

/** Lets PostgreSQL replay the backup's log; fails for an incomplete one. */
async function recover({
  home,
  settings,
  ...place
}: ClusterPlace & { home: string; settings: Readonly<Record<string, string>> }): Promise<void> {
  if ((await readMajorVersion(place.folder)) !== place.binaries.majorVersion)
    throw new DatabaseStartError(`The backup holds no database of PostgreSQL ${place.binaries.majorVersion}.`);
  await adoptRestoredCluster(place);
  const socketFolder = process.platform === "win32" ? "" : await makeSocketFolder({ home, account: place.account });
  try {
    const postmaster = await startPostmaster({ ...place, socketFolder, settings });
    await stopPostmaster({ ...place, postmaster });
  } finally {
    if (isSocketFolder(socketFolder)) await removeSocketFolder(socketFolder);
  }
}

/**
 * Creates a data folder's database from a copy that `fill` writes into `clusterFolder`; `beside` is the folder around it. It is renamed
 * into place after PostgreSQL has opened it; before that, `place` moves its supporting files. A failure leaves nothing behind. Throws
 * DatabaseStartError if a database already exists.
 */
export async function restoreCluster({
  dataFolder,
  fill,
  place: placeRest,
  settings,
}: {
  dataFolder: string;
  settings: Readonly<Record<string, string>>;
  fill: (target: { clusterFolder: string; beside: string; majorVersion: string }) => Promise<void>;
  place: () => Promise<void>;
}): Promise<void> {
  const packageFolder = findBinariesPackage(process);
  const home = await settleDatabaseHome({ dataFolder });
  await withStartLock({ path: join(home.folder, "start.lock"), waitMs: LOCK_WAIT_MS }, async () => {
    if (await exists(home.clusterFolder))
      throw new DatabaseStartError(
        `${home.clusterFolder} holds a database already. A backup is restored into an empty folder: set DATA_DIR to another one.`,
      );
    const binaries = await prepareBinaries({ packageFolder, privateFolder: home.folder, account: home.account });
    // Named like the draft of a new database, whose creation clears it.
    const draft = join(home.folder, `${basename(home.clusterFolder)}.draft-${String(process.pid)}`);
    try {
      await fill({ clusterFolder: draft, beside: dirname(home.clusterFolder), majorVersion: binaries.majorVersion });
      await recover({ folder: draft, account: home.account, binaries, home: home.folder, settings });
      await placeRest();
      await rename(draft, home.clusterFolder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  });
}
