import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { access, chmod, chown, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";

// Each test makes a database or two; on a busy machine that takes longer than the default limit.

const HASTE = { fsync: "off", synchronous_commit: "off" };
const isRoot = process.getuid?.() === 0;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function makeFolder({ mode }: { mode: number }): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ridgebook-test-")));
  await chmod(folder, mode);
  return folder;
}

/** A data folder for one test, world-readable by default. */
async function makeDataFolder({ mode = 0o755 }: { mode?: number } = {}): Promise<string> {
  const folder = await makeFolder({ mode });
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(options: Parameters<typeof startEmbeddedPostgres>[0]): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ settings: HASTE, ...options });
  cleanUps.push(() => server.stop());
  return server;
}

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed on purpose ends the connection before its answer is read.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const readServerPid = async (server: { dataFolder: string }) =>
  Number((await readFile(join(server.dataFolder, "cluster", "postmaster.pid"), "utf8")).split("\n")[0]);

const socketFolderOf = (server: EmbeddedPostgres) =>
  new URL(server.superuserUrl.replace("@/", "@socket/")).searchParams.get("host") ?? "";

async function isRunning(server: { dataFolder: string }): Promise<boolean> {
  return access(join(server.dataFolder, "cluster", "postmaster.pid")).then(
    () => true,
    () => false,
  );
}

/** Starts the launcher in its own process and process group, and waits until the server is up. */
async function startInOtherProcess(dataFolder: string): Promise<{ launcher: ChildProcess; log: string }> {
  const script = `
    import { runnerImport } from "vite";
    const { module } = await runnerImport(process.argv[1], { configFile: false, logLevel: "error" });
    const lines = [];
    await module.startEmbeddedPostgres({
      dataFolder: process.argv[2], settings: ${JSON.stringify(HASTE)}, log: (line) => lines.push(line),
    });
    console.log("up " + lines.join(" "));
    setInterval(() => {}, 1000);`;
  const launcher = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      script,
      fileURLToPath(new URL("embedded-postgres.ts", import.meta.url)),
      dataFolder,
    ],
    { cwd: fileURLToPath(new URL(".", import.meta.url)), detached: true, stdio: ["ignore", "pipe", "inherit"] },
  );
  cleanUps.push(() => killGroup(launcher));
  for await (const line of createInterface({ input: launcher.stdout })) {
    if (line.startsWith("up ")) return { launcher, log: line };
  }
  throw new Error("the other process did not start the server");
}

async function killGroup(launcher: ChildProcess): Promise<void> {
  if (launcher.pid === undefined || launcher.exitCode !== null || launcher.signalCode !== null) return;
  process.kill(-launcher.pid, "SIGKILL");
  await once(launcher, "exit");
}

describe("embedded PostgreSQL", () => {
  test("keeps its data from one start to the next, and stops between them", async () => {
    const dataFolder = await makeDataFolder();
    const first = await start({ dataFolder });
    await query(first.superuserUrl, "create table note (body text); insert into note values ('kept')");
    await first.stop();
    expect(await isRunning(first)).toBe(false);
    await expect(stat(socketFolderOf(first))).rejects.toThrow("ENOENT");

    const second = await start({ dataFolder });
    expect(await query(second.superuserUrl, "select body from note")).toEqual([{ body: "kept" }]);
    expect(second.dataFolder).toBe(dataFolder);
    expect(second.notice).toBeUndefined();
  });

  test("two starters at once share one server, and it stops with the last", async () => {
    const dataFolder = await makeDataFolder();
    const [first, second] = await Promise.all([start({ dataFolder }), start({ dataFolder })]);
    expect(second.superuserUrl).toBe(first.superuserUrl);

    await first.stop();
    expect(await query(second.superuserUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    await Promise.all([second.stop(), second.stop()]);
    expect(await isRunning(second)).toBe(false);
  });

  test("two processes starting at once share one server, which outlives the one that is killed", async () => {
    const dataFolder = await makeDataFolder();
    const [other, own] = await Promise.all([startInOtherProcess(dataFolder), start({ dataFolder })]);
    await killGroup(other.launcher);
    expect(await query(own.superuserUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    await own.stop();
    expect(await isRunning(own)).toBe(false);
  });

  test("a living process of ours keeps the server up when another one stops", async () => {
    const dataFolder = await makeDataFolder();
    const { launcher } = await startInOtherProcess(dataFolder);
    const own = await start({ dataFolder });
    await own.stop();
    expect(await isRunning(own)).toBe(true);

    await killGroup(launcher);
    const last = await start({ dataFolder });
    await last.stop();
    expect(await isRunning(own)).toBe(false);
  });

  test("adopts the server of a launcher that was killed, and stops it in the end", async () => {
    const dataFolder = await makeDataFolder();
    const { launcher } = await startInOtherProcess(dataFolder);
    const orphanPid = await readServerPid({ dataFolder });
    await killGroup(launcher);

    const lines: string[] = [];
    const server = await start({ dataFolder, log: (line) => lines.push(line) });
    expect(await readServerPid(server)).toBe(orphanPid);
    expect(lines).toEqual([
      expect.stringContaining(`already runs in ${join(dataFolder, "cluster")} (pid ${orphanPid})`),
    ]);
    await server.stop();
    expect(await isRunning(server)).toBe(false);
  });

  test("restarts when the running server's socket was deleted", async () => {
    const dataFolder = await makeDataFolder();
    const first = await start({ dataFolder });
    const formerPid = await readServerPid(first);
    await rm(socketFolderOf(first), { recursive: true });

    const second = await start({ dataFolder });
    expect(await readServerPid(second)).not.toBe(formerPid);
    expect(await query(second.superuserUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("a confirmed row survives kill -9 of the server", async () => {
    const dataFolder = await makeDataFolder();
    const first = await start({ dataFolder, settings: {} });
    await query(first.superuserUrl, "create table note (body text)");
    // A connection in the middle of a statement holds the shared memory for a while after its server's death.
    const busy = query(first.superuserUrl, "select count(sqrt(n)) from generate_series(1, 3000000) n").catch(() => 0);
    await query(first.superuserUrl, "insert into note values ('confirmed')");
    process.kill(await readServerPid(first), "SIGKILL");

    const second = await start({ dataFolder, settings: {} });
    expect(await query(second.superuserUrl, "select body from note")).toEqual([{ body: "confirmed" }]);
    await busy;
  });

  test("starts over a lock file that names another program, is empty, cut short or nonsense", async () => {
    const dataFolder = await makeDataFolder();
    const first = await start({ dataFolder });
    const pidFile = join(dataFolder, "cluster", "postmaster.pid");
    const left = await readFile(pidFile, "utf8");
    await first.stop();
    // Under the server's own account, where PostgreSQL alone would take it for a living server.
    const { uid, gid } = await stat(join(dataFolder, "cluster"));
    const stranger = spawn("sleep", ["60"], { cwd: "/", stdio: "ignore", ...(isRoot ? { uid, gid } : {}) });
    cleanUps.push(async () => stranger.kill());

    for (const text of [left.replace(/^\d+/, String(stranger.pid)), "", "12", "not a pid\n"]) {
      await writeFile(pidFile, text);
      const server = await start({ dataFolder });
      expect(await query(server.superuserUrl, "select 1 as one")).toEqual([{ one: 1 }]);
      await server.stop();
    }
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test("clears away a creation cut short and the start lock of a dead process, and renames a log above 5 MB", async () => {
    const dataFolder = await makeDataFolder();
    await writeFile(join(dataFolder, "server.log"), Buffer.alloc(5_000_001, "."));
    await writeFile(join(dataFolder, "cluster.draft-1"), "half");
    await writeFile(
      join(dataFolder, "start.lock"),
      JSON.stringify({ pid: process.pid, startedAt: "in a former life of this number", turn: "1" }),
    );
    await start({ dataFolder });
    expect((await readdir(dataFolder)).sort()).toEqual(["cluster", "processes", "server.log", "server.log.1"]);
    expect((await stat(join(dataFolder, "server.log"))).size).toBeLessThan(5_000_000);
  });

  test("says why it does not start: the server's own words, or a database of another major version", async () => {
    const dataFolder = await makeDataFolder();
    await expect(start({ dataFolder, settings: { ...HASTE, no_such_setting: "1" } })).rejects.toThrow(
      /did not start: .*no_such_setting/,
    );
    await writeFile(join(dataFolder, "cluster", "PG_VERSION"), "17\n");
    await expect(start({ dataFolder })).rejects.toThrow("was made by PostgreSQL 17; this Ridgebook brings 18");
  });

  test("uses a private folder, and says so, when the server's account cannot enter the data folder", async () => {
    const dataFolder = await makeDataFolder({ mode: 0o700 });
    const first = await start({ dataFolder });
    // Only a start by root runs the server as another account; without root there is nothing to avoid.
    if (!isRoot) {
      expect(first.notice).toBeUndefined();
      return;
    }
    cleanUps.unshift(() => rm(first.dataFolder, { recursive: true, force: true }));
    expect(first.dataFolder).toMatch(/^\/var\/lib\/ridgebook\//);
    expect(first.notice).toContain(`kept in ${first.dataFolder}, not in ${dataFolder}`);
    await query(first.superuserUrl, "create table note (body text); insert into note values ('kept')");
    await first.stop();

    const second = await start({ dataFolder });
    expect(second.notice).toBe(first.notice);
    expect(await query(second.superuserUrl, "select body from note")).toEqual([{ body: "kept" }]);
  });

  test("started by root in a person's own folder, leaves everything to that person", async () => {
    const dataFolder = await makeDataFolder();
    // The user id of the unprivileged account on all common systems.
    if (isRoot) await chown(dataFolder, 65534, 65534);
    const { uid } = await stat(dataFolder);
    await start({ dataFolder });
    for (const name of await readdir(dataFolder)) expect((await stat(join(dataFolder, name))).uid).toBe(uid);
  });

  test("continues with a database that root copied back", async () => {
    const dataFolder = await makeDataFolder();
    await (await start({ dataFolder })).stop();
    if (isRoot) await once(spawn("chown", ["-R", "0:0", join(dataFolder, "cluster")]), "exit");
    const server = await start({ dataFolder });
    expect(await query(server.superuserUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("the server that embedded PostgreSQL starts", () => {
  let dataFolder: string;
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    vi.stubEnv("RIDGEBOOK_TEST_SECRET", "four ridges");
    dataFolder = await makeFolder({ mode: 0o755 });
    server = await startEmbeddedPostgres({ dataFolder });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  test("keeps the safe settings for confirmed writes by default", async () => {
    const safe = await query(
      server.superuserUrl,
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name",
    );
    expect(safe).toEqual([
      { name: "fsync", setting: "on" },
      { name: "full_page_writes", setting: "on" },
      { name: "synchronous_commit", setting: "on" },
    ]);
  });

  test("keeps letters with accents in the search and sorts the same on every system", async () => {
    await query(server.superuserUrl, "create extension pg_trgm");
    // Müller and Muller share the trigrams "  m", "ler", "lle", "er " of 10 distinct ones: 4 / 10. Without the ü,
    // Müller would read as "m" and "ller".
    expect(
      await query(server.superuserUrl, "select similarity('Müller', 'Muller')::text as likeness, lower('ÄÑ') as lower"),
    ).toEqual([{ likeness: "0.4", lower: "äñ" }]);
  });

  test("is closed to others: no port, and a socket folder that only the server's account enters", async () => {
    const rows = await query(
      server.superuserUrl,
      `select current_setting('listen_addresses') as addresses, inet_server_addr() as address,
              current_setting('unix_socket_directories') as folder`,
    );
    const folder = socketFolderOf(server);
    expect(rows).toEqual([{ addresses: "", address: null, folder }]);
    const { uid, mode } = await stat(folder);
    expect({ uid, mode: mode & 0o777 }).toEqual({
      uid: (await stat(join(server.dataFolder, "cluster"))).uid,
      mode: 0o700,
    });
  });

  test("does not get the environment of the process that starts it, which holds secrets", async () => {
    await query(server.superuserUrl, "create table environment (line text)");
    await query(server.superuserUrl, "copy environment from program 'env'");
    const names = await query(server.superuserUrl, "select split_part(line, '=', 1) as name from environment");
    expect(names).toContainEqual({ name: "PATH" });
    expect(names).not.toContainEqual({ name: "RIDGEBOOK_TEST_SECRET" });
  });

  test("gives addresses for other databases and roles, whatever port the environment names", async () => {
    vi.stubEnv("PGPORT", "1");
    await query(server.superuserUrl, "create database ridgebook_app");
    await query(server.superuserUrl, `create role "app role" login`);
    expect(
      await query(
        server.urlFor({ database: "ridgebook_app", user: "app role", password: "p:w@/" }),
        "select current_user as role, current_database() as name",
      ),
    ).toEqual([{ role: "app role", name: "ridgebook_app" }]);
  });
});
