import { createHash } from "node:crypto";
import { lchown, lstat, mkdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseStartError, isSystemError } from "./database-start-error.ts";
import { canReach, type ServerAccount } from "./server-account.ts";

/** PostgreSQL names its socket after a port, even if no port is open. */
export const SOCKET_PORT = 5432;
/** macOS allows 104 bytes including the final zero; Linux 108. */
const MAX_SOCKET_PATH_BYTES = 103;

/** A server's host is its socket folder or, on Windows, an address. */
export const isSocketFolder = (host: string) => host.startsWith("/");

/**
 * Creates a server's socket folder: short enough for the system, and closed to other accounts. Refuses a folder that someone else may have
 * planted.
 */
export async function makeSocketFolder({
  home,
  account,
}: {
  home: string;
  account: ServerAccount | undefined;
}): Promise<string> {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const name = `ridgebook-${uid}-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`;
  const candidates = [...new Set([join(tmpdir(), name), join("/tmp", name), join(home, "socket")])];
  for (const folder of candidates) {
    const socketPath = join(folder, `.s.PGSQL.${SOCKET_PORT}`);
    if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) continue;
    if (!(await makeClosedFolder({ folder, account, uid }))) continue;
    if (account && !(await canReach({ account, folder }))) continue;
    return folder;
  }
  throw new DatabaseStartError(
    `No folder for the database's socket can be made: tried ${candidates.join(", ")}. Each is too long, not writable, ` +
      "or was made by another user. Set TMPDIR to a short path that this user owns.",
  );
}

/** Cleans up after a stopped server; a folder that is not empty is left for the next start. */
export async function removeSocketFolder(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isSystemError(error, "ENOENT", "ENOTEMPTY", "EEXIST", "EACCES", "EPERM")) throw error;
  }
}

async function makeClosedFolder({
  folder,
  account,
  uid,
}: {
  folder: string;
  account: ServerAccount | undefined;
  uid: number;
}): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (account) await lchown(folder, account.uid, account.gid);
  } catch (error) {
    if (isSystemError(error, "ENOENT", "EACCES", "EPERM", "EROFS", "ENOTDIR")) return false;
    if (!isSystemError(error, "EEXIST")) throw error;
  }
  // Don't follow links: a planted one would lead to a folder of someone else's choice.
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
