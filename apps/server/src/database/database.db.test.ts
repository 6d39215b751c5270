import { searchableText } from "@ridgebook/contract";
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

test("[LEAD-28] the database folds every character for a search as devices do", async () => {
  // The first plane of Unicode, without the halves of surrogate pairs, the character that no text column holds, and a block to which
  // each version of Unicode adds: Node and PostgreSQL learn its letters at different times.
  const characters = Array.from({ length: 0xffff }, (_, index) => index + 1)
    .filter((code) => (code < 0xd800 || code > 0xdfff) && (code < 0xa7c0 || code > 0xa7ff))
    .map((code) => String.fromCharCode(code));
  const { rows } = await testDatabase.superuserPool.query<{ folded: string[] }>(
    "select array_agg(searchable_text('a' || c || 'b') order by place) as folded from unnest($1::text[]) with ordinality as t (c, place)",
    [characters],
  );
  const folded = rows[0]?.folded ?? [];
  const different = characters.filter((character, index) => folded[index] !== searchableText(`a${character}b`));
  expect(different.map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
});
