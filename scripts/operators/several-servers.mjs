// Two web processes and a worker behind PgBouncer in transaction mode: batches that are sent to both at once, a killed server, and a restarted database.
import { existsSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { compareLeads, makeBatch, sendBatch, signIn, startDevices } from "./devices.mjs";
import { demand, HEALTHY_WITHIN_MS, isReady, Skipped, untilReady } from "./stage.mjs";
import { findFreePort } from "../find-free-port.mjs";

const POOLER = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((file) => existsSync(file));
const SEND_FOR_MS = 2_000;

/** PgBouncer in front of the database; it does not run as root either. */
async function startPooler(stage, { urlOf }) {
  const folder = join(stage.folder, "pooler");
  mkdirSync(folder);
  const port = await findFreePort();
  const socket = new URL(urlOf("ridgebook_app").replace("@/", "@socket/")).searchParams;
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `ridgebook = host=${socket.get("host")} port=${socket.get("port")} dbname=ridgebook`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      `unix_socket_dir =`,
      `auth_type = trust`,
      `auth_file = ${join(folder, "users")}`,
      `pool_mode = transaction`,
      `max_client_conn = 200`,
      `default_pool_size = 20`,
      `server_login_retry = 1`,
      "",
    ].join("\n"),
  );
  writeFileSync(join(folder, "users"), `"ridgebook_app" ""\n"ridgebook_platform" ""\n`);
  const { uid, gid } = statSync(join(stage.folder, "shared/cluster"));
  for (const name of ["", "pgbouncer.ini", "users"]) chownSync(join(folder, name), uid, gid);
  const account = process.getuid() === 0 ? ["--user", "postgres"] : [];
  const pooler = stage.start([...account, join(folder, "pgbouncer.ini")], {}, { command: POOLER });
  await wait(300);
  demand(pooler.child.exitCode === null, `PgBouncer did not start: ${pooler.output()}`);
  return { ...pooler, urlFor: (user) => `postgres://${user}@127.0.0.1:${port}/ridgebook` };
}

export async function severalServers(stage, { rounds, tally }) {
  if (POOLER === undefined) throw new Skipped("PgBouncer is not installed: apt-get install pgbouncer");
  const database = await stage.startDatabase("shared");
  const pooler = await startPooler(stage, database);
  const settings = {
    ...database.settings,
    DATABASE_URL: pooler.urlFor("ridgebook_app"),
    DATABASE_PLATFORM_URL: pooler.urlFor("ridgebook_platform"),
  };
  const direct = { DATABASE_DIRECT_URL: database.settings.DATABASE_URL };

  // What cannot go through the pooler is refused with a message, and leaves no lock that the next start would wait for.
  const owner = { ...settings, DATABASE_OWNER_URL: pooler.urlFor("ridgebook_app"), PORT: "0" };
  const refused = [
    await stage.start([stage.program], owner).ended,
    await stage.start([stage.program, "--role", "worker"], settings).ended,
  ];
  for (const { code, output } of refused)
    demand(code === 1 && /leads to a connection pooler/.test(output), `A start through the pooler: ${output}`);
  const locks = await database.query("select from pg_locks where locktype = 'advisory'");
  demand(locks.length === 0, "A refused start left a lock.");

  const web = ["--role", "web"];
  const one = await stage.startServer(settings, { args: web });
  let two = await stage.startServer(settings, { args: web });
  const worker = await stage.startServer({ ...settings, ...direct }, { args: ["--role", "worker"] });
  const figures = await (await fetch(`${worker.url}/metrics`)).text();
  demand(figures.includes("ridgebook_jobs_waiting"), "The worker has no figures of its jobs.");

  const headers = await signIn(one.url);
  const sentTwice = new Set();
  const batches = 20 * rounds;
  for (let count = 0; count < batches; count += 1) {
    const batch = makeBatch();
    const replies = await Promise.all([one, two].map(({ url }) => sendBatch(url, headers, batch)));
    for (const taken of replies) for (const { body } of taken ?? []) sentTwice.add(body.company);
  }
  demand(sentTwice.size === batches * 10, `Of ${batches * 10} calls to both servers ${sentTwice.size} were answered.`);
  tally(compareLeads(sentTwice, await database.countLeads()));

  let readyMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const devices = await startDevices(() => [one.url, two.url], stage);
    await wait(SEND_FOR_MS);
    two.child.kill("SIGKILL");
    await two.ended;
    await database.restart();
    const waited = await Promise.all([one, worker].map((server) => untilReady(server.url, server)));
    readyMs = Math.max(readyMs, ...waited);
    demand(
      readyMs <= HEALTHY_WITHIN_MS,
      `Behind PgBouncer a server was ready only ${Math.round(readyMs)} ms after its database.`,
    );
    two = await stage.startServer(settings, { args: web, port: two.port });
    await devices.stop();
    tally(compareLeads(devices.acknowledged, await database.countLeads()));
    demand(await isReady(worker.url), `The worker did not come back: ${worker.output()}`);
  }
  await Promise.all([one, two, worker].map(({ stop }) => stop()));
  pooler.child.kill("SIGTERM");
  await pooler.ended;
  await database.stop();
  return `${batches} batches to two servers at once behind PgBouncer, ready ${(readyMs / 1_000).toFixed(1)} s after a restart of the database there`;
}
