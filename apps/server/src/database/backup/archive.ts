import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { isSystemError } from "#database/embedded/database-start-error.ts";
import { isDiskFull } from "#disk-full.ts";
import { BackupError } from "./backup-error.ts";
import { HASHES_ENTRY } from "./manifest.ts";

/** A database file may change while it is copied: `size` is fixed in advance, and exactly that many bytes are written. */
interface Content {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface ArchiveWriter {
  addFolder(name: string): Promise<void>;
  addFile(name: string, content: Content): Promise<void>;
  /** Writes the hashes, syncs the file, and renames it to its final name. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

const HASH_LETTERS = 64;

/** Nearly as fast as the disk; most of a backup, pictures and papers, is already compressed. */
const COMPRESSION_LEVEL = 1;

const describeWriteError = (error: unknown, target: string): unknown => {
  if (isDiskFull(error) || isSystemError(error, "EFBIG"))
    return new BackupError(`There is no room left for ${target}. Nothing was kept of it.`);
  if (isSystemError(error, "ENOENT", "ENOTDIR")) return new BackupError(`The folder of ${target} does not exist.`);
  if (isSystemError(error, "EACCES", "EPERM", "EROFS"))
    return new BackupError(`${target} cannot be written by this user.`);
  return error;
};

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Starts an archive under a temporary name. Throws BackupError if a file of the final name exists, or the disk is full or read-only. */
export async function createArchive(target: string): Promise<ArchiveWriter> {
  const part = `${target}.part`;
  if (await exists(target)) throw new BackupError(`${target} exists already. Choose another name.`);
  const output = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
  try {
    await once(output, "open");
  } catch (error) {
    if (isSystemError(error, "EEXIST"))
      throw new BackupError(`${part} exists: another backup writes it, or was killed. If none runs, delete it.`);
    throw describeWriteError(error, target);
  }
  const archive = pack();
  let failure: { readonly error: unknown } | undefined;
  const writing = pipeline(archive, createGzip({ level: COMPRESSION_LEVEL }), output).catch((error: unknown) => {
    failure = { error: describeWriteError(error, target) };
  });
  const hashes: string[] = [];

  const assertWriting = (): void => {
    if (failure) throw failure.error;
  };

  async function addFile(name: string, { size, chunks }: Content): Promise<void> {
    assertWriting();
    const entry = archive.entry({ name, size, mode: 0o600 });
    const ended = new Promise<void>((resolve, reject) => {
      entry.once("close", resolve);
      entry.once("error", reject);
    });
    // Without this, a disk error would be an unhandled rejection.
    ended.catch(() => undefined);
    const hash = createHash("sha256");
    for await (const chunk of chunks) {
      assertWriting();
      hash.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, "drain"), writing]);
    }
    entry.end(undefined);
    await Promise.race([ended, writing]);
    assertWriting();
    hashes.push(`${hash.digest("hex")}  ${name}\n`);
  }

  return {
    addFile,
    async addFolder(name) {
      assertWriting();
      await new Promise<void>((resolve, reject) => {
        archive.entry({ name: `${name}/`, type: "directory", mode: 0o700 }, (error) => {
          if (error) reject(error);
          else resolve();
        });
      });
    },
    async finish() {
      const lines = hashes.map((line) => Buffer.from(line));
      await addFile(HASHES_ENTRY, { size: lines.reduce((sum, { length }) => sum + length, 0), chunks: lines });
      archive.finalize();
      await writing;
      assertWriting();
      await rename(part, target);
      await syncFolder(path.dirname(path.resolve(target)));
    },
    async discard() {
      archive.destroy();
      await writing;
      await rm(part, { force: true });
    },
  };
}

export interface ArchiveEntry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Empty for a folder. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Rejects names that escape the target folder or have a special meaning on some system. */
const isSafeName = (name: string): boolean =>
  name.split("/").every((part) => part !== "" && part !== "." && part !== ".." && !/[\\:\p{Cc}]/u.test(part));

function describeReadError(error: unknown, source: string): unknown {
  if (!(error instanceof Error)) return error;
  if (isSystemError(error, "ENOENT")) return new BackupError(`${source} does not exist.`);
  if (isSystemError(error, "EISDIR")) return new BackupError(`${source} is a folder.`);
  if (isSystemError(error, "EACCES", "EPERM")) return new BackupError(`${source} cannot be read by this user.`);
  if (isSystemError(error, "Z_BUF_ERROR") || error.message === "Unexpected end of data") return cutOff(source);
  if (isSystemError(error, "Z_DATA_ERROR") || error.message.startsWith("Invalid tar header"))
    return new BackupError(`${source} is damaged, or is not a Ridgebook backup.`);
  return error;
}

const cutOff = (source: string): BackupError => new BackupError(`${source} is cut off: its end is missing.`);
const damaged = (source: string, how: string): BackupError => new BackupError(`${source} is damaged: ${how}.`);

interface Hashes {
  readonly expected: ReadonlyMap<string, string>;
  readonly found: ReadonlyMap<string, string>;
}

function assertSame({ expected, found }: Hashes, source: string): void {
  for (const [name, hash] of found)
    if (expected.get(name) !== hash) throw damaged(source, `${name} is not what was backed up`);
  for (const name of expected.keys()) if (!found.has(name)) throw damaged(source, `${name} is missing`);
}

async function readHashes(chunks: AsyncIterable<Uint8Array>): Promise<Map<string, string>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const lines = Buffer.concat(parts).toString("utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(HASH_LETTERS + 2), line.slice(0, HASH_LETTERS)]));
}

/** Reads an entry's bytes, which tar-stream leaves untyped. */
async function* hashed(entry: AsyncIterable<unknown>, onEnd: (hash: string) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of entry as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    yield chunk;
  }
  onEnd(hash.digest("hex"));
}

/**
 * Reads an archive entry by entry and checks each against its hash. `take` must read its entry's chunks to the end. Throws BackupError for
 * an archive that is truncated, damaged, or contains unsafe names or anything but files and folders; the caller then undoes what `take`
 * did.
 */
export async function readArchive(source: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const entries = extract();
  const reading = pipeline(createReadStream(source), createGunzip(), entries).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const found = new Map<string, string>();
  let expected: ReadonlyMap<string, string> | undefined;
  try {
    for await (const entry of entries) {
      const { type, name: written } = entry.header;
      const name = written.replace(/\/$/, "");
      if (!isSafeName(name) || (type !== "file" && type !== "directory"))
        throw new BackupError(`${source} holds ${JSON.stringify(written)}, which no backup of Ridgebook has.`);
      if (expected) throw damaged(source, "it goes on behind its end");
      if (found.has(name)) throw damaged(source, `it holds ${name} twice`);
      const isFolder = type === "directory";
      const chunks = hashed(entry, (hash) => {
        if (!isFolder && name !== HASHES_ENTRY) found.set(name, hash);
      });
      if (name === HASHES_ENTRY) expected = await readHashes(chunks);
      else if (isFolder) {
        await take({ name, isFolder, chunks: Readable.from([]) });
        entry.resume();
      } else await take({ name, isFolder, chunks });
    }
  } catch (error) {
    entries.destroy();
    // The stream knows the cause better than the entry that it cut short.
    const cause = describeReadError((await reading)?.error, source);
    throw cause instanceof BackupError ? cause : error;
  }
  const failure = await reading;
  if (failure) throw describeReadError(failure.error, source);
  if (!expected) throw cutOff(source);
  assertSame({ expected, found }, source);
}
