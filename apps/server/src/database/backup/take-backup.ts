import { open, readdir, readFile, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { ifExists } from "#database/embedded/database-start-error.ts";
import { postgresCode } from "#database/database.ts";
import { withConnection } from "#database/with-connection.ts";
import { holdFiles } from "./hold-files.ts";
import { createArchive, type ArchiveWriter } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import {
  DATABASE_ENTRY,
  FILES_ENTRY,
  machineOf,
  makeManifest,
  MANIFEST_ENTRY,
  PASSWORD_ENTRY,
  type Manifest,
} from "./manifest.ts";

/*
 * PostgreSQL's files are copied while it writes them. `pg_backup_start` makes the write-ahead log from there on repair torn pages; the log
 * up to `pg_backup_stop` is part of the backup and contains everything acknowledged before the stop. Stored files are written before their
 * rows, never changed, and not removed during a backup (hold-files.ts), so the files copied before the stop, plus the few new ones, cover
 * every row. The slow copying happens before the stop: what is acknowledged after it is not in the backup.
 */

/** The current step; `bytes` of about `totalBytes` are copied. */
export interface BackupProgress {
  readonly step: "database" | "files" | "ending";
  readonly bytes: number;
  readonly totalBytes: number;
}

/** Called after each file; the backup awaits it. */
type Report = (progress: BackupProgress) => void | Promise<void>;

export interface BackupSource {
  /** Connects as superuser on the machine that holds the data folder. */
  readonly adminUrl: string;
  /** Undefined if the files are in S3: they are not part of the backup. */
  readonly filesFolder: string | undefined;
  readonly release: string;
}

/** Folders backed up empty: their content belongs to the running server. */
const EMPTIED = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
/** The label of an earlier backup, and files of the running server. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init(\..*)?|pgsql_tmp.*)$/;
const CONTROL_FILE = "global/pg_control";
const WAL_SEGMENT = /^[\dA-F]{24}$/;
const CHUNK_BYTES = 1024 * 1024;
/** Company exports (file-store.ts): complete only once their row says so. */
const WRITTEN_IN_PLACE = /^\d+\/archives\//;
const WAL_LEVEL_TOO_LOW = "55000";

interface Found {
  /** Path relative to the folder, with slashes. */
  readonly name: string;
  readonly isFolder: boolean;
}

/** Lists everything below a folder, each folder before its content. Skips entries that disappear during the walk. */
async function* walk(folder: string, below = ""): AsyncGenerator<Found> {
  const entries = await ifExists(readdir(path.join(folder, below), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    // An operator may have moved the log to another disk.
    if (entry.isDirectory() || (entry.isSymbolicLink() && EMPTIED.has(name))) {
      yield { name, isFolder: true };
      if (!EMPTIED.has(name)) yield* walk(folder, name);
    } else if (entry.isFile()) yield { name, isFolder: false };
  }
}

/** Reads exactly `size` bytes: a truncated file is padded with zeros, which the log repairs. */
async function* readUpTo(size: number, handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    const read = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    yield read;
    at += read.length;
  }
}

/** Copies the file at its current size. */
async function addCopy(archive: ArchiveWriter, { name, file }: { name: string; file: string }): Promise<number> {
  const handle = await ifExists(open(file, "r"));
  if (!handle) return 0;
  const { size } = await handle.stat();
  try {
    await archive.addFile(name, { size, chunks: readUpTo(size, handle) });
  } finally {
    await handle.close();
  }
  return size;
}

/** The control file is rewritten in place: two equal reads rule out a torn one. */
async function readControlFile(file: string): Promise<Buffer> {
  for (let former = await readFile(file); ;) {
    const present = await readFile(file);
    if (present.equals(former)) return present;
    former = present;
  }
}

const addBytes = (archive: ArchiveWriter, name: string, bytes: Uint8Array): Promise<void> =>
  archive.addFile(name, { size: bytes.length, chunks: [bytes] });

interface Copying {
  readonly archive: ArchiveWriter;
  readonly onCopied: (bytes: number) => Promise<void>;
}

async function copyCluster(folder: string, { archive, onCopied }: Copying): Promise<void> {
  await archive.addFolder(DATABASE_ENTRY);
  for await (const { name, isFolder } of walk(folder)) {
    if (LEFT_OUT.test(path.posix.basename(name))) continue;
    const entry = `${DATABASE_ENTRY}/${name}`;
    if (isFolder) await archive.addFolder(entry);
    else if (name === CONTROL_FILE) await addBytes(archive, entry, await readControlFile(path.join(folder, name)));
    else await onCopied(await addCopy(archive, { name: entry, file: path.join(folder, name) }));
  }
}

/** Copies the log segments that are not in `copied` yet, and adds them to it. */
async function copyLog(
  folder: string,
  { archive, isNeeded, copied }: { archive: ArchiveWriter; isNeeded: (name: string) => boolean; copied: Set<string> },
): Promise<void> {
  const segments = (await readdir(path.join(folder, "pg_wal")))
    .filter((name) => WAL_SEGMENT.test(name) && isNeeded(name) && !copied.has(name))
    .sort();
  for (const name of segments) {
    await addCopy(archive, { name: `${DATABASE_ENTRY}/pg_wal/${name}`, file: path.join(folder, "pg_wal", name) });
    copied.add(name);
  }
}

/**
 * Copies the files that are not in `copied` yet, and adds them to it. Files written in place wait for the last pass, when all rows are
 * known.
 */
async function copyFiles(
  folder: string,
  { archive, onCopied, copied, isLast }: Copying & { copied: Set<string>; isLast: boolean },
): Promise<void> {
  for await (const { name, isFolder } of walk(folder)) {
    // A `.part` file is still being written: its row comes later.
    if (copied.has(name) || name.endsWith(".part") || (!isLast && WRITTEN_IN_PLACE.test(name))) continue;
    copied.add(name);
    const entry = `${FILES_ENTRY}/${name}`;
    if (isFolder) await archive.addFolder(entry);
    else await onCopied(await addCopy(archive, { name: entry, file: path.join(folder, name) }));
  }
}

async function measure(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name, isFolder } of walk(folder))
    if (!isFolder)
      bytes += await stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      );
  return bytes;
}

async function one<Row extends object>(client: pg.Client, statement: string, values: unknown[] = []): Promise<Row> {
  const [row] = (await client.query<Row>(statement, values)).rows;
  if (!row) throw new Error(`The database has no answer to ${statement}`);
  return row;
}

interface ServerFacts {
  readonly folder: string;
  readonly postgresMajor: string;
  readonly tablespaces: number;
  readonly keeps: boolean;
  readonly bytes: number;
}

async function readFacts(client: pg.Client): Promise<ServerFacts> {
  const facts = await one<Omit<ServerFacts, "bytes"> & { bytes: string }>(
    client,
    `select current_setting('data_directory') as folder, split_part(current_setting('server_version'), '.', 1) as "postgresMajor",
      (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces,
      to_regclass('public.installation') is not null as keeps,
      (select sum(pg_database_size(oid)) from pg_database)::text as bytes`,
  );
  if (facts.tablespaces > 0)
    throw new BackupError(
      "The database has tablespaces outside of its data folder, which this backup does not take along.",
    );
  return { ...facts, bytes: Number(facts.bytes) };
}

async function readSecretsKeyId(client: pg.Client, { keeps }: ServerFacts): Promise<string | null> {
  if (!keeps) return null;
  const { rows } = await client.query<{ value: string }>("select value from installation where key = 'sealed-with'");
  return rows[0]?.value ?? null;
}

/** Retains the log until this session ends: a checkpoint would remove segments that a long backup still needs. */
async function keepLog(client: pg.Client): Promise<void> {
  try {
    await client.query(
      "select pg_create_physical_replication_slot('ridgebook_backup_' || pg_backend_pid(), true, true)",
    );
  } catch (error) {
    if (postgresCode(error) !== WAL_LEVEL_TOO_LOW) throw error;
    throw new BackupError(
      "The database was started by a Ridgebook that could not be backed up while it runs. Stop all its processes, and start it again.",
    );
  }
}

async function copyAll(
  client: pg.Client,
  { archive, source, now, report }: { archive: ArchiveWriter; source: BackupSource; now: () => Date; report: Report },
): Promise<Manifest> {
  const facts = await readFacts(client);
  const { folder } = facts;
  const totalBytes = facts.bytes + (source.filesFolder === undefined ? 0 : await measure(source.filesFolder));
  let bytes = 0;
  let step: BackupProgress["step"] = "database";
  const onCopied = async (more: number): Promise<void> => {
    bytes += more;
    await report({ step, bytes, totalBytes: Math.max(totalBytes, bytes) });
  };
  const manifest = makeManifest({
    release: source.release,
    postgresMajor: facts.postgresMajor,
    machine: machineOf(process),
    takenAt: now().toISOString(),
    secretsKeyId: await readSecretsKeyId(client, facts),
    files: source.filesFolder === undefined ? "elsewhere" : "included",
  });
  await addBytes(archive, MANIFEST_ENTRY, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));

  await holdFiles(client);
  await keepLog(client);
  const { start } = await one<{ start: string }>(
    client,
    "select pg_walfile_name(pg_backup_start('ridgebook', true)) as start",
  );
  await copyCluster(folder, { archive, onCopied });
  step = "files";
  await onCopied(0);
  const copiedFiles = new Set<string>();
  const copyNewFiles = async ({ isLast }: { isLast: boolean }): Promise<void> => {
    if (source.filesFolder !== undefined)
      await copyFiles(source.filesFolder, { archive, onCopied, copied: copiedFiles, isLast });
  };
  if (source.filesFolder !== undefined) await archive.addFolder(FILES_ENTRY);
  await copyNewFiles({ isLast: false });
  // A short second pass, so that little remains after the stop.
  await copyNewFiles({ isLast: false });
  const copiedLog = new Set<string>();
  const { present } = await one<{ present: string }>(client, "select pg_walfile_name(pg_current_wal_lsn()) as present");
  const isWritten = (name: string): boolean => name >= start && name < present;
  await copyLog(folder, { archive, isNeeded: isWritten, copied: copiedLog });

  step = "ending";
  await onCopied(0);
  const { label, last } = await one<{ label: string; last: string }>(
    client,
    "select labelfile as label, pg_walfile_name(lsn - 1) as last from pg_backup_stop(false)",
  );
  await addBytes(archive, `${DATABASE_ENTRY}/backup_label`, Buffer.from(label));
  const first = /START WAL LOCATION: \S+ \(file ([\dA-F]{24})\)/.exec(label)?.[1] ?? "";
  await copyLog(folder, { archive, isNeeded: (name) => name >= first && name <= last, copied: copiedLog });
  if (!copiedLog.has(first) || !copiedLog.has(last))
    throw new Error(`The log of the database from ${first} to ${last} is not whole.`);
  await addCopy(archive, { name: PASSWORD_ENTRY, file: path.join(folder, "..", PASSWORD_ENTRY) });
  await copyNewFiles({ isLast: true });
  return manifest;
}

/**
 * Writes a backup of the database and the stored files to `target` while both are in use. It contains everything acknowledged before the
 * step "ending". A failure removes `target`. Throws BackupError.
 */
export async function takeBackup(
  source: BackupSource,
  { target, now, report = () => undefined }: { target: string; now: () => Date; report?: Report },
): Promise<Manifest> {
  return withConnection(source.adminUrl, async (client) => {
    const archive = await createArchive(target);
    try {
      const manifest = await copyAll(client, { archive, source, now, report });
      await archive.finish();
      return manifest;
    } catch (error) {
      await archive.discard();
      throw error;
    }
  });
}
