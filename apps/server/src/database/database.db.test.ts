import { EMPTY_LEAD, searchedTextOfLead, searchableText } from "@ridgebook/contract";
import { SEARCHED_LEADS } from "@ridgebook/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject("postgresUrl"));
});
afterAll(() => testDatabase.close());

describe("a connection that PostgreSQL ends", () => {
  test("between two statements fails that transaction only, and the server keeps running", async () => {
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

test("[LEAD-28] the database looks into the same text of a lead as devices do", async () => {
  const leads = [...SEARCHED_LEADS, { ...EMPTY_LEAD, customerNumber: "--", phone: "+49301234567", mobilePhone: "x" }];
  for (const lead of leads) {
    const { firstName, lastName, company, phone, mobilePhone, email, street, city, zipCode, customerNumber } = lead;
    const { rows } = await testDatabase.superuserPool.query<{ text: string }>(
      "select lead_search_document($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as text",
      [firstName, lastName, company, phone, mobilePhone, email, street, city, zipCode, customerNumber],
    );
    expect(rows[0]?.text).toBe(searchedTextOfLead(lead));
  }
});

describe("[SYNC-79] the change numbers of a transaction that writes many records", () => {
  const numbered = "select next_change_number(9) as number from generate_series(1, $1)";

  test("rise, in blocks of an eighth of what it took, and leave the first eight without a gap", async () => {
    const { superuserPool } = testDatabase;
    const client = await superuserPool.connect();
    try {
      await client.query("begin; set local session_replication_role = replica");
      const { rows } = await client.query<{ number: string }>(numbered, [1_000]);
      const numbers = rows.map(({ number }) => Number(number));
      expect(numbers.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(numbers).size).toBe(1_000);
      const last = await client.query<{ last: string }>(
        "select last_number as last from change_counter where company_id = 9",
      );
      expect(Number(last.rows[0]?.last)).toBeGreaterThanOrEqual(1_000);
      expect(Number(last.rows[0]?.last)).toBeLessThan(1_000 * (1 + 1 / 8) + 1);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("are above those of every transaction that committed before, also after a savepoint was rolled back", async () => {
    const { superuserPool } = testDatabase;
    const client = await superuserPool.connect();
    const take = async (count: number): Promise<number[]> =>
      (await client.query<{ number: string }>(numbered, [count])).rows.map(({ number }) => Number(number));
    try {
      await client.query("begin; set local session_replication_role = replica");
      const [first = 0] = await take(100);
      await client.query("savepoint one");
      const back = await take(100);
      await client.query("rollback to one");
      expect(await take(100)).toEqual(back);
      expect(first).toBeLessThan(back[0] ?? 0);
      await client.query("commit; begin; set local session_replication_role = replica");
      const [next = 0] = await take(1);
      expect(next).toBeGreaterThan(back.at(-1) ?? 0);
      // Another company's numbers are its own.
      const other = await client.query<{ number: string }>("select next_change_number(10) as number");
      expect(other.rows).toEqual([{ number: "1" }]);
    } finally {
      await client.query("rollback; delete from change_counter where company_id = 9");
      client.release();
    }
  });
});
