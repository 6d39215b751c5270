import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject("postgresUrl"));
});
afterAll(() => testDatabase.close());

describe("a connection that PostgreSQL ends", () => {
  test("between two statements fails that transaction only, and the server goes on", async () => {
    const { database, superuserPool } = testDatabase;
    const broken = database.transaction("begin", async ({ db }) => {
      const answer = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await superuserPool.query("select pg_terminate_backend($1, 5000)", [answer.rows[0]?.pid]);
      // Time for the news to arrive while no statement waits for an answer.
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      await db.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    const next = database.transaction("begin; select 1 as one", ({ rows }) => Promise.resolve(rows));
    await expect(next).resolves.toEqual([{ one: 1 }]);
  });
});
