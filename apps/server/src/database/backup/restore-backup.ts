import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ifExists } from "#database/embedded/database-start-error.ts";
import { restoreCluster } from "#database/embedded/restore-cluster.ts";
import { isDiskFull } from "#disk-full.ts";
import { readArchive, type ArchiveEntry } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import {
  assertRestorable,
  DATABASE_ENTRY,
  FILES_ENTRY,
  machineOf,
  MANIFEST_ENTRY,
  parseManifest,
  PASSWORD_ENTRY,
  type Manifest,
} from "./manifest.ts";

/** Upper bound of a manifest's size. */
const MANIFEST_BYTES = 64 * 1024;

async function readManifest({ chunks }: ArchiveEntry): Promise<Manifest> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MANIFEST_BYTES)
      throw new BackupError(`This is not a Ridgebook backup: its ${MANIFEST_ENTRY} is too long.`);
    parts.push(chunk);
  }
  return parseManifest(Buffer.concat(parts).toString("utf8"));
}

/** PostgreSQL syncs its own files during recovery; `flush` syncs the others. */
async function write({ chunks, isFolder }: ArchiveEntry, file: string, flush = true): Promise<void> {
  if (isFolder) {
    await mkdir(file, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(chunks), createWriteStream(file, { flags: "wx", mode: 0o600, flush }));
}

function describeWriteError(error: unknown, dataFolder: string): unknown {
  if (isDiskFull(error)) return new BackupError(`There is no room left in ${dataFolder}. Nothing was restored.`);
  return error;
}

/** Throws BackupError unless the folder is empty. */
async function assertEmpty(folder: string): Promise<void> {
  const names = await ifExists(readdir(folder));
  if (names && names.length > 0)
    throw new BackupError(
      `${folder} holds files already. A backup is restored into an empty folder: set DATA_DIR to another one.`,
    );
}

/**
 * Restores a backup into a data folder without a database or files; a key file may exist. A failed restore leaves nothing behind. The next
 * start migrates a database of an older release. `settings` are PostgreSQL's, for tests that need no durability. Throws BackupError and
 * DatabaseStartError.
 */
export async function restoreBackup({
  source,
  dataFolder,
  release,
  settings = {},
}: {
  source: string;
  dataFolder: string;
  release: string;
  settings?: Readonly<Record<string, string>>;
}): Promise<Manifest> {
  const filesFolder = path.join(dataFolder, "files");
  const draft = `${filesFolder}.draft-${String(process.pid)}`;
  let manifest: Manifest | undefined;
  let passwordFile: string | undefined;
  await assertEmpty(filesFolder);
  try {
    await restoreCluster({
      dataFolder: path.join(dataFolder, "database"),
      settings,
      async fill({ clusterFolder, beside, majorVersion }) {
        await readArchive(source, async (entry) => {
          const [top = "", ...below] = entry.name.split("/");
          if (!manifest) {
            if (top !== MANIFEST_ENTRY)
              throw new BackupError(`${source} is not a Ridgebook backup: it has no ${MANIFEST_ENTRY}.`);
            manifest = await readManifest(entry);
            assertRestorable(manifest, { release, postgresMajor: majorVersion, machine: machineOf(process) });
          } else if (top === DATABASE_ENTRY) await write(entry, path.join(clusterFolder, ...below), false);
          else if (top === FILES_ENTRY) await write(entry, path.join(draft, ...below));
          else if (entry.name === PASSWORD_ENTRY) {
            passwordFile = path.join(beside, PASSWORD_ENTRY);
            await write(entry, passwordFile);
          } else
            throw new BackupError(`${source} holds ${JSON.stringify(entry.name)}, which no backup of Ridgebook has.`);
        });
      },
      async place() {
        if (manifest?.files !== "included") return;
        await rm(filesFolder, { recursive: true, force: true });
        await rename(draft, filesFolder);
      },
    });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (passwordFile !== undefined) await rm(passwordFile, { force: true });
    throw describeWriteError(error, dataFolder);
  }
  if (!manifest) throw new Error("A restored backup has a manifest.");
  return manifest;
}
