import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, chmod, mkdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseStartError, ifExists, isSystemError } from "./database-start-error.ts";
import {
  accountOfOwner,
  canReach,
  chooseServerAccount,
  findExistingFolder,
  isStartedByRoot,
  makeFolder,
  type ServerAccount,
} from "./server-account.ts";
import { createWholeFile } from "./whole-file.ts";

/** The location of databases whose server account cannot reach the requested folder. */
const PRIVATE_FOLDERS = "/var/lib/ridgebook";
/** A file in the requested folder with the path of the folder used instead. */
const ELSEWHERE_FILE = "database-is-elsewhere.txt";

/** The folder of a database and its supporting files, and the account that owns the database. */
export interface DatabaseHome {
  readonly folder: string;
  /** PostgreSQL's own folder inside it. */
  readonly clusterFolder: string;
  /** Undefined for the account of this process. */
  readonly account: ServerAccount | undefined;
  readonly notice: string | undefined;
}

/**
 * Decides where a data folder's database is stored and which account runs it. Throws DatabaseStartError if the database exists but is
 * inaccessible or owned by someone else: creating an empty one would look like data loss.
 */
export async function settleDatabaseHome({ dataFolder }: { dataFolder: string }): Promise<DatabaseHome> {
  const asked = resolve(dataFolder);
  const around = await findExistingFolder(asked);
  await makeDataFolder(asked);
  const elsewhere = await readElsewhere(asked);
  const folder = await realpath(elsewhere ?? asked);
  const clusterFolder = join(folder, "cluster");
  const notice = elsewhere === undefined ? undefined : describeElsewhere({ asked, folder });

  if (!isStartedByRoot()) {
    await checkOwnership({ folder, clusterFolder });
    return { folder, clusterFolder, account: undefined, notice };
  }

  const owner = await findOwner(clusterFolder);
  const account = owner && owner.uid !== 0 ? owner : await chooseServerAccount({ around });
  if (await canReach({ account, folder })) return { folder, clusterFolder, account, notice };
  if (owner) {
    throw new DatabaseStartError(
      `The database in ${folder} runs as user "${account.name}", who cannot enter that folder. ` +
        "Let that user pass through the folders above it, or move the data folder to a place that is open to all.",
    );
  }
  const privateFolder = await makePrivateFolder(asked);
  return {
    folder: privateFolder,
    clusterFolder: join(privateFolder, "cluster"),
    account,
    notice: describeElsewhere({ asked, folder: privateFolder }),
  };
}

async function makeDataFolder(asked: string): Promise<void> {
  try {
    await makeFolder(asked);
  } catch (error) {
    if (!isSystemError(error, "EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST")) throw error;
    throw new DatabaseStartError(`The data folder ${asked} cannot be made. Choose another one with DATA_DIR.`);
  }
}

const describeElsewhere = ({ asked, folder }: { asked: string; folder: string }) =>
  `The database is kept in ${folder}, not in ${asked}: PostgreSQL does not run as root, ` +
  "and the user it runs as cannot enter that folder.";

/**
 * Creates the folder used instead and records it in the requested folder. Only that record counts: if it was deleted with the data folder,
 * the next start creates a new database and does not pick up the old one.
 */
async function makePrivateFolder(asked: string): Promise<string> {
  const folder = join(PRIVATE_FOLDERS, randomUUID());
  await createWholeFile({ path: join(asked, ELSEWHERE_FILE), text: `${folder}\n` });
  // Another process may have been faster.
  const settled = (await readElsewhere(asked)) ?? folder;
  return await realpath(settled);
}

async function readElsewhere(asked: string): Promise<string | undefined> {
  const note = join(asked, ELSEWHERE_FILE);
  const folder = (await ifExists(readFile(note, "utf8")))?.trim();
  if (folder === undefined) return undefined;
  if (dirname(resolve(folder)) !== PRIVATE_FOLDERS) {
    throw new DatabaseStartError(`${note} names "${folder}", which is not a folder in ${PRIVATE_FOLDERS}.`);
  }
  if (isStartedByRoot()) {
    await mkdir(folder, { recursive: true });
    // The server's account must be able to pass through, whatever root's umask; the database itself stays private.
    await chmod(PRIVATE_FOLDERS, 0o755);
    await chmod(folder, 0o755);
  }
  return folder;
}

const findOwner = (clusterFolder: string): Promise<ServerAccount | undefined> =>
  ifExists(accountOfOwner(clusterFolder));

async function checkOwnership({ folder, clusterFolder }: { folder: string; clusterFolder: string }): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (process.platform === "win32" || (await stat(clusterFolder)).uid === process.getuid?.()) return;
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return;
    if (!isSystemError(error, "EACCES", "EPERM", "EROFS")) throw error;
  }
  throw new DatabaseStartError(
    `The database in ${folder} belongs to another user, probably because it was first started by root. ` +
      "Start Ridgebook as before, give the folder to the present user, or choose another one with DATA_DIR.",
  );
}
