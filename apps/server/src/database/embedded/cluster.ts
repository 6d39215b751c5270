import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { lchown, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { DatabaseStartError, ifExists, isSystemError } from "./database-start-error.ts";
import { giveFolder, runAs, type ServerAccount } from "./server-account.ts";

const execute = promisify(execFile);

export const SUPERUSER = "ridgebook_superuser";

/**
 * Locales for character classification, in order of preference. Sorting and upper case come from PostgreSQL's own C.UTF-8, which is the
 * same everywhere; but `pg_trgm` asks the system what a letter is, and under plain "C" it would drop the ü of Müller from the search.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Environment variables that PostgreSQL needs, without our secrets and settings. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const passedOn = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP"];
  const entries = passedOn.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  return { ...Object.fromEntries(entries), LC_ALL: "C" };
}

export interface ClusterPlace {
  /** PostgreSQL's data folder. */
  readonly folder: string;
  readonly account: ServerAccount | undefined;
  readonly binaries: Binaries;
}

/**
 * Ensures that the data folder holds a database this PostgreSQL can open. Call it under the start lock. A new one is renamed into place
 * when complete, so an interrupted creation leaves nothing that looks like data.
 */
export async function ensureCluster(place: ClusterPlace & { isDurable: boolean }): Promise<"found" | "created"> {
  const majorVersion = await readMajorVersion(place.folder);
  if (majorVersion === undefined) {
    await createCluster(place);
    return "created";
  }
  if (majorVersion !== place.binaries.majorVersion) {
    throw new DatabaseStartError(
      `The database in ${place.folder} was made by PostgreSQL ${majorVersion}; this Ridgebook brings ` +
        `${place.binaries.majorVersion}. Start it with the former Ridgebook, export the data, and import it here.`,
    );
  }
  return "found";
}

/**
 * The superuser's password on Windows, where there is no private socket and any local program could connect; stored next to the database.
 */
export async function readSuperuserPassword(clusterFolder: string): Promise<string | undefined> {
  return process.platform === "win32" ? (await readFile(passwordFile(clusterFolder), "utf8")).trim() : undefined;
}

const passwordFile = (clusterFolder: string) => join(dirname(clusterFolder), "superuser-password.txt");

export async function readMajorVersion(clusterFolder: string): Promise<string | undefined> {
  return (await ifExists(readFile(join(clusterFolder, "PG_VERSION"), "utf8")))?.trim();
}

async function createCluster(place: ClusterPlace & { isDurable: boolean }): Promise<void> {
  const home = dirname(place.folder);
  const draftPrefix = `${basename(place.folder)}.draft-`;
  for (const name of await readdir(home)) {
    if (name.startsWith(draftPrefix)) await rm(join(home, name), { recursive: true, force: true });
  }
  const draft = join(home, `${draftPrefix}${process.pid}`);
  if (process.platform === "win32") {
    await writeFile(passwordFile(place.folder), randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  try {
    await runInitdb({ ...place, draft });
    await rename(draft, place.folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (isSystemError(error, "ENOTEMPTY", "EEXIST")) {
      throw new DatabaseStartError(`${place.folder} holds files that are not a PostgreSQL database. Move them away.`);
    }
    throw error;
  }
  if (place.isDurable && process.platform !== "win32") await syncFolder(home);
}

async function runInitdb(place: ClusterPlace & { isDurable: boolean; draft: string }): Promise<void> {
  let refusal = "";
  for (const characterType of CHARACTER_TYPES) {
    await rm(place.draft, { recursive: true, force: true });
    await mkdir(place.draft, { mode: 0o700 });
    if (place.account) await lchown(place.draft, place.account.uid, place.account.gid);
    try {
      await execute(place.binaries.initdb, initdbArguments({ ...place, characterType }), {
        cwd: place.draft,
        env: serverEnvironment(),
        ...runAs(place.account),
      });
      return;
    } catch (error) {
      refusal = describeFailure(error);
      if (!refusal.includes("invalid locale name")) break;
    }
  }
  throw new DatabaseStartError(`The database in ${place.folder} cannot be created: ${refusal}`);
}

function initdbArguments(options: { draft: string; folder: string; isDurable: boolean; characterType: string }) {
  return [
    `--pgdata=${options.draft}`,
    `--username=${SUPERUSER}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    `--lc-ctype=${options.characterType}`,
    "--no-instructions",
    ...authenticationArguments(options.folder),
    ...(options.isDurable ? [] : ["--no-sync"]),
  ];
}

/**
 * initdb's authentication. On Unix anyone who can reach the socket may connect: its folder is open to the server's account (and root) only,
 * no port is open, and these could read the data files anyway. ("peer" would need a system account per role.) On Windows every role needs a
 * password on the loopback port.
 */
function authenticationArguments(clusterFolder: string): string[] {
  return process.platform === "win32"
    ? ["--auth=scram-sha-256", `--pwfile=${passwordFile(clusterFolder)}`]
    : ["--auth-local=trust", "--auth-host=reject"];
}

/**
 * Gives a database owned by root to the server's account, as after root copied it from a backup. PostgreSQL refuses to run as root or with
 * someone else's files.
 */
export async function adoptRestoredCluster({ folder, account }: ClusterPlace): Promise<void> {
  if (!account) return;
  const handle = await ifExists(open(folder, "r"));
  if (!handle) return;
  try {
    if ((await handle.stat()).uid !== 0) return;
    await handle.chmod(0o700);
  } finally {
    await handle.close();
  }
  await giveFolder({ folder, account });
}

/** Makes a rename in the folder survive a power cut; initdb has already synced the content. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && "stderr" in error && typeof error.stderr === "string" && error.stderr.trim() !== "") {
    return error.stderr.trim();
  }
  return error instanceof Error ? error.message : String(error);
}
