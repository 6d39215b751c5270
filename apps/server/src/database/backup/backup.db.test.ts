import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { SOON } from "@ridgebook/testing/patience";
import pg from "pg";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#database/embedded/embedded-postgres.ts";
import { createDatabase } from "#database/database.ts";
import { FilesHeldError, holdFiles, removeFiles } from "./hold-files.ts";
import { assertRestorable, machineOf, makeManifest, parseManifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { takeBackup, type BackupSource } from "./take-backup.ts";

const HASTE = { fsync: "off", synchronous_commit: "off" };
const RELEASE = "1.7.76";
const now = (): Date => new Date("2026-11-28T10:00:00Z");

let folder: string;
let postgres: EmbeddedPostgres;
let source: BackupSource;

const dataFolderOf = (name: string): string => path.join(folder, name);
const backupOf = (name: string): string => path.join(folder, `${name}.tar.gz`);

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function withRestored<Result>(name: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({
    dataFolder: path.join(dataFolderOf(name), "database"),
    settings: HASTE,
  });
  try {
    return await withClient(server.superuserUrl, work);
  } finally {
    await server.stop();
  }
}

/** A handmade backup: a manifest, then the given entries. */
async function makeArchive(
  name: string,
  entries: Readonly<Record<string, string>>,
  release = RELEASE,
): Promise<string> {
  const archive = pack();
  const manifest = makeManifest({
    release,
    postgresMajor: "18",
    machine: machineOf(process),
    takenAt: now().toISOString(),
    secretsKeyId: null,
    files: "included",
  });
  archive.entry({ name: "manifest.json" }, JSON.stringify(manifest));
  for (const [entry, text] of Object.entries(entries)) archive.entry({ name: entry }, text);
  archive.finalize();
  await pipeline(archive, createGzip(), createWriteStream(backupOf(name)));
  return backupOf(name);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ridgebook-backup-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  await chmod(folder, 0o755);
  const dataFolder = dataFolderOf("data");
  postgres = await startEmbeddedPostgres({
    dataFolder: path.join(dataFolder, "database"),
    // A small log, so that a checkpoint would remove what the backup needs.
    settings: { ...HASTE, max_wal_size: "32MB", min_wal_size: "32MB" },
  });
  await mkdir(path.join(dataFolder, "files/1/ab"), { recursive: true });
  await writeFile(path.join(dataFolder, "files/1/ab/abc"), "a photo");
  await writeFile(path.join(dataFolder, "files/1/ab/abd.part"), "half a ph");
  source = { adminUrl: postgres.superuserUrl, filesFolder: path.join(dataFolder, "files"), release: RELEASE };
  await withClient(postgres.superuserUrl, (client) =>
    client.query("create table note (id int primary key, body text)"),
  );
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes until `isOver`, and keeps what was acknowledged. */
async function writeNotes(
  first: number,
  { acknowledged, isOver }: { acknowledged: Set<number>; isOver: () => boolean },
) {
  await withClient(postgres.superuserUrl, async (client) => {
    for (let id = first; !isOver(); id += 2) {
      await client.query("insert into note values ($1, repeat('shingle ', 500) || $1::int)", [id]);
      acknowledged.add(id);
      // The backup needs log that is older than the last checkpoint, several times over.
      if (id % 40 === 0 && id <= 240) await client.query("select pg_switch_wal()");
      if (id % 80 === 0 && id <= 240) await client.query("checkpoint");
    }
  });
}

describe("a backup of the embedded database", () => {
  test("[OPS-01] taken while people write holds all that was acknowledged before its end, and the files", async () => {
    const acknowledged = new Set<number>();
    let before = new Set<number>();
    let isOver = false;
    const isWritten = Promise.all([1, 2].map((first) => writeNotes(first, { acknowledged, isOver: () => isOver })));
    await vi.waitUntil(() => acknowledged.size > 20, SOON);
    const reported: number[] = [];
    await takeBackup(source, {
      target: backupOf("whole"),
      now,
      report: ({ step, bytes, totalBytes }) => {
        if (step === "ending") before = new Set(acknowledged);
        reported.push(bytes / totalBytes);
      },
    });
    isOver = true;
    await isWritten;
    expect(before.size).toBeGreaterThan(20);
    expect(reported).toEqual(reported.toSorted((left, right) => left - right));
    expect(reported.every((share) => share <= 1)).toBe(true);

    const manifest = await restoreBackup({
      source: backupOf("whole"),
      dataFolder: dataFolderOf("restored"),
      release: "1.8.0",
      settings: HASTE,
    });
    expect(manifest).toMatchObject({ release: RELEASE, postgresMajor: "18", files: "included", secretsKeyId: null });
    await withRestored("restored", async (client) => {
      const { rows } = await client.query<{ id: number; whole: boolean }>(
        "select id, body = repeat('shingle ', 500) || id as whole from note",
      );
      const restored = new Set(rows.map(({ id }) => id));
      expect([...before].filter((id) => !restored.has(id))).toEqual([]);
      expect(rows.filter(({ whole }) => !whole)).toEqual([]);
    });
    const files = path.join(dataFolderOf("restored"), "files/1/ab");
    expect(await readdir(files)).toEqual(["abc"]);
    expect(await readFile(path.join(files, "abc"), "utf8")).toBe("a photo");
    // The log that was kept for the backup is let go.
    await withClient(postgres.superuserUrl, async (client) => {
      expect((await client.query("select from pg_replication_slots")).rowCount).toBe(0);
    });
  });

  test("[OPS-01] [OPS-13] holds what is written while it copies files, and each file that a row names then", async () => {
    const { filesFolder = "" } = source;
    const { superuserUrl } = postgres;
    await withClient(superuserUrl, (client) => client.query("create table photo (id text)"));
    /** As the app stores a file: the file before its row. */
    const addPhoto = async (id: string): Promise<void> => {
      await writeFile(path.join(filesFolder, "1/ab", id), id);
      await withClient(superuserUrl, (client) => client.query("insert into photo values ($1)", [id]));
    };
    await addPhoto("before");
    const pool = new pg.Pool({ connectionString: superuserUrl });
    const database = createDatabase({ app: pool, platform: pool });
    const removeAll = () =>
      removeFiles(database, async () => {
        await rm(path.join(filesFolder, "1"), { recursive: true });
        await withClient(superuserUrl, (client) => client.query("delete from photo"));
      });
    const seen: string[] = [];
    let held: unknown;
    try {
      await takeBackup(source, {
        target: backupOf("busy"),
        now,
        async report({ step }) {
          if (step === "database" || seen.includes(step)) return;
          seen.push(step);
          await addPhoto(step);
          if (step === "files") held = await removeAll().catch((error: unknown) => error);
        },
      });
      expect(seen).toEqual(["files", "ending"]);
      expect(held).toEqual(new FilesHeldError());
      await restoreBackup({
        source: backupOf("busy"),
        dataFolder: dataFolderOf("busy"),
        release: RELEASE,
        settings: HASTE,
      });
      const ids = await withRestored("busy", async (client) =>
        (await client.query<{ id: string }>("select id from photo order by id")).rows.map(({ id }) => id),
      );
      expect(ids).toEqual(["before", "ending", "files"]);
      expect(await readdir(path.join(dataFolderOf("busy"), "files/1/ab"))).toEqual(expect.arrayContaining(ids));

      // The job that removes them comes again, and a backup waits until it is over.
      const said: string[] = [];
      await removeFiles(database, () =>
        withClient(superuserUrl, async (client) => {
          await expect(holdFiles(client, { waitMs: 40, onWaiting: () => said.push("waits") })).rejects.toThrow(
            "A company is being deleted",
          );
          expect(said).toEqual(["waits"]);
        }),
      );
    } finally {
      await pool.end();
    }
  });

  test("[OPS-02] is not begun over a file that is there, and leaves nothing behind where it fails", async () => {
    await writeFile(backupOf("taken"), "precious");
    await expect(takeBackup(source, { target: backupOf("taken"), now })).rejects.toThrow("taken.tar.gz exists already");
    expect(await readFile(backupOf("taken"), "utf8")).toBe("precious");
    await expect(takeBackup(source, { target: path.join(folder, "nowhere/x.tar.gz"), now })).rejects.toThrow(
      "does not exist",
    );

    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    await expect(
      takeBackup(source, {
        target: backupOf("failed"),
        now,
        report: () => {
          throw full;
        },
      }),
    ).rejects.toThrow(full);
    expect((await readdir(folder)).filter((name) => name.startsWith("failed"))).toEqual([]);
    await withClient(postgres.superuserUrl, async (client) => {
      expect((await client.query("select from pg_replication_slots")).rowCount).toBe(0);
    });
  });
});

describe("restoring", () => {
  const restore = (from: string, into: string) =>
    restoreBackup({ source: from, dataFolder: dataFolderOf(into), release: RELEASE, settings: HASTE });
  /** Nothing that a start would take for data, and nothing that a next try would stumble over. */
  const isUntouched = async (into: string): Promise<boolean> => {
    const names = await readdir(dataFolderOf(into)).catch(() => []);
    const inDatabase = await readdir(path.join(dataFolderOf(into), "database")).catch(() => []);
    return [...names.filter((name) => name !== "database"), ...inDatabase].every((name) => name === "secrets.key");
  };

  test("[OPS-03] a folder in use is refused, and stays unchanged", async () => {
    await takeBackup(source, { target: backupOf("again"), now });
    await expect(restore(backupOf("again"), "data")).rejects.toThrow(/data\/files holds files already/);
    await rm(path.join(dataFolderOf("data"), "files"), { recursive: true });
    await expect(restore(backupOf("again"), "data")).rejects.toThrow(/cluster holds a database already/);
    await withClient(postgres.superuserUrl, (client) => client.query("select from note"));
  });

  test("[OPS-04] a truncated or damaged backup is refused, and leaves nothing behind", async () => {
    const bytes = await readFile(backupOf("again"));
    for (const share of [0.001, 0.5, 0.999]) {
      await writeFile(backupOf("cut"), bytes.subarray(0, Math.floor(bytes.length * share)));
      await expect(restore(backupOf("cut"), "cut")).rejects.toThrow("cut.tar.gz is cut off: its end is missing.");
    }
    // A whole archive that lacks its end.
    await expect(restore(await makeArchive("endless", { "files/1/ab/abc": "a photo" }), "cut")).rejects.toThrow(
      "cut off",
    );
    const other = Buffer.from(bytes);
    const middle = Math.floor(other.length / 2);
    other.fill(0, middle, middle + 64);
    await writeFile(backupOf("other"), other);
    await expect(restore(backupOf("other"), "cut")).rejects.toThrow(/other.tar.gz is (damaged|cut off)/);
    await expect(
      restore(await makeArchive("swapped", { "files/a": "x", "hashes.txt": `${"0".repeat(64)}  files/a\n` }), "cut"),
    ).rejects.toThrow("manifest.json is not what was backed up");
    await writeFile(backupOf("text"), "not a backup");
    await expect(restore(backupOf("text"), "cut")).rejects.toThrow("damaged, or is not a Ridgebook backup");
    await expect(restore(backupOf("missing"), "cut")).rejects.toThrow("missing.tar.gz does not exist.");
    expect(await isUntouched("cut")).toBe(true);
  });

  test.each(["../outside", "files/../../outside", "/tmp/outside", "files\\..\\outside", "elsewhere/a"])(
    "[OPS-05] a backup with the file name %s is refused",
    async (name) => {
      const archive = await makeArchive(`named-${String(name.length)}`, { "files/a": "x", [name]: "harm" });
      await expect(restore(archive, "named")).rejects.toThrow("which no backup of Ridgebook has.");
      expect(await isUntouched("named")).toBe(true);
      expect(await readdir(folder)).not.toContain("outside");
    },
  );

  test("[OPS-06] a backup of a newer release, another PostgreSQL or another kind of machine is refused by name", async () => {
    const newer = await makeArchive("newer", {}, "1.10.0");
    await expect(restore(newer, "newer")).rejects.toThrow(
      "Ridgebook 1.10.0 made this backup, and this is Ridgebook 1.7.76.",
    );
    const manifest = makeManifest({
      release: "1.7.9",
      postgresMajor: "17",
      machine: "linux-x64",
      takenAt: now().toISOString(),
      secretsKeyId: null,
      files: "included",
    });
    const here = { release: RELEASE, postgresMajor: "18", machine: "linux-x64" };
    expect(() => assertRestorable(manifest, here)).toThrow("PostgreSQL 17 made the database of this backup");
    expect(() => assertRestorable(manifest, { ...here, postgresMajor: "17", machine: "darwin-arm64" })).toThrow(
      "made on linux-x64",
    );
    assertRestorable(manifest, { ...here, postgresMajor: "17" });
    // Commits between two releases carry the same version.
    const later = { ...manifest, postgresMajor: "18", migration: "9999_later" };
    expect(() => assertRestorable(later, here)).toThrow("its database had 9999_later, which this one does not know");
    const { migration: _unsaid, ...ofBefore } = later;
    assertRestorable(ofBefore, here);
    expect(() => parseManifest(JSON.stringify({ ...manifest, format: 2 }))).toThrow(
      "A newer Ridgebook made this backup",
    );
  });
});
