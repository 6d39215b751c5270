import { createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";
import { connectDatabase } from "./database.ts";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { createFullDisk } from "./full-disk.ts";
import { migrateDatabase } from "./migrate.ts";
import { assertPostgresVersion } from "./postgres-version.ts";
import { withConnection } from "./with-connection.ts";

let server: TestApplication;
beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());

/** A database that takes connections and never says a word, like one that is stopped or behind a dead route. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  return {
    url: `postgres://nobody@127.0.0.1:${String(port)}/nothing`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    },
  };
}

describe("a database that cannot be worked with", () => {
  test("[REQ-10] one that hangs is not ready, and that is known", async () => {
    const silent = await startSilentServer();
    const database = connectDatabase({ appUrl: silent.url, platformUrl: silent.url }, { max: 1 });
    try {
      await expect(database.assertReady()).rejects.toThrow("The database did not answer within 2000 ms.");
    } finally {
      await silent.close();
      await database.close();
    }
  });

  test("[OPS-12] one that hangs at a start is named after a moment, without its password, and ends the start with a message", async () => {
    const silent = await startSilentServer();
    const url = silent.url.replace("nobody@", "nobody:hunter2@");
    const { host } = new URL(url);
    const said: string[] = [];
    try {
      await expect(
        withConnection(url, () => Promise.resolve(), {
          sayAfterMs: 20,
          connectWithinMs: 200,
          onWaiting: (message) => said.push(message),
        }),
      ).rejects.toThrow(
        new DatabaseStartError(
          `The database at ${host}, or the pooler in front of it, did not answer within 0.2 s. ` +
            "See whether it runs, and whether a firewall or proxy on the way drops the connection.",
        ),
      );
    } finally {
      await silent.close();
    }
    expect(said).toEqual([`Waiting for the database at ${host} to answer.`]);
  });

  test("[OPS-12] a statement that gets no answer ends", async () => {
    const { ownerUrl } = server.testDatabase;
    const sleep = withConnection(ownerUrl, (client) => client.query("select pg_sleep(5)"), { answerWithinMs: 50 });
    await expect(sleep).rejects.toThrow("Query read timeout");
  });

  test("[REQ-11] one that is read-only is not ready; calls are answered with 503 and when to come again", async () => {
    const { superuserPool } = server.testDatabase;
    const ann = await server.signInNew({ companyId: await server.createCompany() });
    const setReadOnly = async (value: "on" | "off"): Promise<void> => {
      await superuserPool.query(
        `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
      );
      await superuserPool.query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    };
    const readiness = () => server.app.inject({ method: "GET", url: "/readyz" });
    await expect.poll(async () => (await readiness()).statusCode).toBe(200);
    await setReadOnly("on");
    try {
      // The first may still meet a connection that was just ended, which is a 503 too.
      for (let call = 0; call < 3; call += 1)
        expect((await ann.call("createLead", { body: { lastName: "Ortega" } })).status).toBe(503);
      const ready = await readiness();
      expect([ready.statusCode, ready.headers["retry-after"]]).toEqual([503, "10"]);
    } finally {
      await superuserPool.query("set default_transaction_read_only = off");
      await setReadOnly("off");
    }
    await expect.poll(async () => (await readiness()).statusCode).toBe(200);
  });

  test("[REQ-16] one that refuses writes because its disk is full is not ready, until a minute passed without such a refusal", async () => {
    let time = 0;
    const { appUrl, platformUrl } = server.testDatabase;
    const fullDisk = createFullDisk(() => time);
    const [busy, apart] = [1, 2].map(() => connectDatabase({ appUrl, platformUrl }, { max: 1, fullDisk }));
    if (!busy || !apart) throw new Error("no databases");
    const write = () =>
      busy.onPlatform(({ db }) =>
        db.execute(sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`),
      );
    try {
      await apart.assertReady();
      for (let refusal = 0; refusal < 2; refusal += 1) {
        await expect(write()).rejects.toThrow();
        time += 59_999;
        await expect(apart.assertReady()).rejects.toThrow("The disk of the database is full.");
      }
      time += 1;
      await apart.assertReady();
    } finally {
      await Promise.all([busy.close(), apart.close()]);
    }
  });

  test("[REQ-12] statements, locks and idle transactions of the server's roles have an end", async () => {
    for (const pool of [server.testDatabase.appPool, server.testDatabase.platformPool]) {
      const { rows } = await pool.query<Record<string, string>>(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`,
      );
      expect(rows).toEqual([{ statement: "1min", lock: "30s", idle: "1min" }]);
    }
  });
});

describe("migrations", () => {
  test("[REQ-13] wait for another process, say so, and give up", async () => {
    const { ownerUrl } = server.testDatabase;
    const other = new pg.Client({ connectionString: ownerUrl });
    await other.connect();
    try {
      await other.query("select pg_advisory_lock(hashtext('ridgebook migrate'))");
      let isTold = false;
      const onWaiting = (): void => {
        isTold = true;
      };
      await expect(migrateDatabase(ownerUrl, { waitMs: 20, onWaiting })).rejects.toThrow(
        "Another process has been migrating this database for too long",
      );
      expect(isTold).toBe(true);
      await other.query("select pg_advisory_unlock(hashtext('ridgebook migrate'))");
      await migrateDatabase(ownerUrl);
    } finally {
      await other.end();
    }
  });

  test("[REQ-14] a PostgreSQL that is too old is named", async () => {
    const ofVersion = (number: string, name: string) => ({
      query: () => Promise.resolve({ rows: [{ number, name }] }),
    });
    await expect(assertPostgresVersion(ofVersion("150008", "15.8"))).rejects.toThrow(
      "Ridgebook needs PostgreSQL 16 or newer; this database is version 15.8.",
    );
    await assertPostgresVersion(ofVersion("160000", "16.0"));
  });
});
