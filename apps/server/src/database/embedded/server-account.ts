import { execFile } from "node:child_process";
import { chmod, lchown, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { DatabaseStartError, isSystemError } from "./database-start-error.ts";

const execute = promisify(execFile);

/** The system account that runs PostgreSQL, which refuses to run as root. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Options of `spawn` to run as the account; empty for our own. */
export const runAs = (account: ServerAccount | undefined) => (account ? { uid: account.uid, gid: account.gid } : {});

export const isStartedByRoot = () => process.getuid?.() === 0;

/**
 * Chooses the account for a new database's server when root starts it: the owner of the surrounding folder, so that they can later start it
 * without root, else an unprivileged account that most systems have.
 */
export async function chooseServerAccount({ around }: { around: string }): Promise<ServerAccount> {
  const { uid, gid } = await stat(around);
  const ownerName = uid === 0 ? undefined : await readAccountFact("-nu", String(uid));
  const candidates = [
    ownerName === undefined ? undefined : { name: ownerName, uid, gid },
    await findAccount("postgres"),
    await findAccount("nobody"),
  ];
  for (const candidate of candidates) {
    if (candidate && (await canReach({ account: candidate, folder: "/" }))) return candidate;
  }
  throw new DatabaseStartError(
    "PostgreSQL does not run as root, and no account was found that it could run as (tried the owner of " +
      `${around}, "postgres" and "nobody"). Start Ridgebook as an ordinary user, or set DATABASE_URL.`,
  );
}

export async function accountOfOwner(path: string): Promise<ServerAccount> {
  const { uid, gid } = await stat(path);
  return { name: (await readAccountFact("-nu", String(uid))) ?? `number ${uid}`, uid, gid };
}

/** Whether the account can enter the folder; tested by trying, since access lists and mounts matter too. */
export async function canReach({ account, folder }: { account: ServerAccount; folder: string }): Promise<boolean> {
  try {
    await execute("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { cwd: "/", ...runAs(account) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a folder and its parents. Folders created by root belong to the parent's owner and are passable, so that a start by root does not
 * lock that person out.
 */
export async function makeFolder(path: string): Promise<void> {
  const around = await findExistingFolder(path);
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined || !isStartedByRoot()) return;
  const { uid, gid } = await stat(around);
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) {
    await lchown(made, uid, gid);
    await chmod(made, 0o755);
  }
}

/** The folder itself or its nearest existing parent. */
export async function findExistingFolder(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (isSystemError(error, "ENOENT") && dirname(path) !== path) return findExistingFolder(dirname(path));
    throw error;
  }
}

/** Gives a folder and its content to the account, as after root restored it. */
export async function giveFolder({ folder, account }: { folder: string; account: ServerAccount }): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    await lchown(path, account.uid, account.gid);
  }
}

async function findAccount(name: string): Promise<ServerAccount | undefined> {
  const [uid, gid] = [await readAccountFact("-u", name), await readAccountFact("-g", name)];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

/** Uses the system's `id` command, which also knows directory services. */
async function readAccountFact(option: "-nu" | "-u" | "-g", account: string): Promise<string | undefined> {
  try {
    return (await execute("id", [option, account])).stdout.trim();
  } catch {
    return undefined;
  }
}
