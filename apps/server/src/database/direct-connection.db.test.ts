import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectDatabase } from "./database.ts";
import { assertQueueConnection } from "./direct-connection.ts";
import { migrateDatabase } from "./migrate.ts";
import { setUpDatabase } from "./set-up.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const BACKEND_KEY_DATA = 0x4b;
const READY_FOR_QUERY = 0x5a;

/** Passes messages of the server on, with another process id, as poolers do. */
function passOnWithOtherPid(server: Socket, client: Socket): void {
  let pending = Buffer.alloc(0);
  let isReady = false;
  server.on("data", (chunk: Buffer) => {
    if (isReady) {
      client.write(chunk);
      return;
    }
    pending = Buffer.concat([pending, chunk]);
    while (!isReady && pending.length >= 5) {
      const length = 1 + pending.readUInt32BE(1);
      if (pending.length < length) return;
      const message = Buffer.from(pending.subarray(0, length));
      if (message[0] === BACKEND_KEY_DATA) message.writeUInt32BE(7, 5);
      isReady = message[0] === READY_FOR_QUERY;
      pending = pending.subarray(length);
      client.write(message);
    }
    if (isReady) client.write(pending);
  });
}

/** A proxy that looks like a pooler: the backend process id that it reports is its own, not that of the server's session. */
async function startPooler(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  const pooler = createServer((client) => {
    const server = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${String(port)}`) : connect(port, host);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.pipe(server);
    server.on("close", () => client.destroy());
    passOnWithOtherPid(server, client);
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = pooler.address() as AddressInfo;
  return {
    /** The same role and database, by way of the pooler. */
    urlFor(direct: string): string {
      const { user, database, password } = new pg.Client({ connectionString: direct });
      return `postgres://${user ?? ""}:${password ?? ""}@127.0.0.1:${String(ownPort)}/${database ?? ""}`;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => pooler.close(resolve));
    },
  };
}

describe("a connection pooler", () => {
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  beforeAll(async () => {
    database = await createTestDatabase(inject("postgresUrl"));
    pooler = await startPooler(inject("postgresUrl"));
  });
  afterAll(async () => {
    await pooler.close();
    await database.close();
  });

  test("[OPS-07] is refused for migrations, before any lock is taken", async () => {
    await expect(migrateDatabase(pooler.urlFor(database.ownerUrl))).rejects.toThrow(
      "DATABASE_OWNER_URL leads to a connection pooler, and migrations need a session of PostgreSQL.",
    );
    const { rowCount } = await database.superuserPool.query(
      `select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rowCount).toBe(0);
    await migrateDatabase(database.ownerUrl);
  });

  test("[OPS-07] is refused for jobs, unless DATABASE_DIRECT_URL leads past it to the same database", async () => {
    const { appUrl, platformUrl } = database;
    const pooled = pooler.urlFor(appUrl);
    await expect(assertQueueConnection({ appUrl: pooled, directUrl: pooled })).rejects.toThrow(
      "DATABASE_URL leads to a connection pooler, and jobs need a session of PostgreSQL. Set DATABASE_DIRECT_URL",
    );
    await expect(assertQueueConnection({ appUrl, directUrl: pooled })).rejects.toThrow(
      "DATABASE_DIRECT_URL leads to a connection pooler",
    );
    await expect(assertQueueConnection({ appUrl: pooled, directUrl: platformUrl })).rejects.toThrow(
      /must lead to the database and role of DATABASE_URL, \S+ as ridgebook_app. It leads to \S+ as ridgebook_platform\./,
    );
    await assertQueueConnection({ appUrl, directUrl: appUrl });
    await assertQueueConnection({ appUrl: pooled, directUrl: appUrl });
  });

  test("[OPS-07] carries what requests ask", async () => {
    const pooled = connectDatabase(
      { appUrl: pooler.urlFor(database.appUrl), platformUrl: pooler.urlFor(database.platformUrl) },
      { max: 2 },
    );
    await pooled.assertReady();
    await pooled.close();
  });

  test("[OPS-08] a process that waits for another one to set up the database says so, and gives up", async () => {
    const other = new pg.Client({ connectionString: database.superuserUrl });
    await other.connect();
    try {
      await other.query("select pg_advisory_lock(hashtext('ridgebook set-up'))");
      let isTold = false;
      const waiting = setUpDatabase({
        adminUrl: database.superuserUrl,
        waitMs: 20,
        onWaiting: () => {
          isTold = true;
        },
      });
      await expect(waiting).rejects.toThrow("Another process has been setting up this database for too long");
      expect(isTold).toBe(true);
    } finally {
      await other.end();
    }
    await setUpDatabase({ adminUrl: database.superuserUrl });
  });
});
