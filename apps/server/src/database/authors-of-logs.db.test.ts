import { randomUUID } from "node:crypto";
import type { CompanyId } from "@ridgebook/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type TestApplication, type TestUser } from "#testing/test-application.ts";

/* Sends the statements of an attacker who reached the app's database role, as by SQL injection, and shows that the logs stay true. */

let server: TestApplication;
let companyId: CompanyId;
let ann: TestUser;
let eve: TestUser;
let app: pg.Client;
let sessionOfEve: string;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" });
  eve = await server.signInNew({ companyId, firstName: "Eve", lastName: "Stone" });
  const { rows } = await server.testDatabase.superuserPool.query<{ id: string }>(
    "select s.id from login_session s join account a on a.id = s.account_id where a.email = $1",
    [eve.email],
  );
  sessionOfEve = rows[0]?.id ?? "";
  app = new pg.Client({ connectionString: server.testDatabase.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await server.close();
});

/** Runs `work` in a transaction of the company, opened with Eve's session, with an unknown session id, or without a session. */
async function inTransaction<Result>(
  openedBy: "Eve" | "an unknown session" | "nobody",
  work: () => Promise<Result>,
  company = companyId,
): Promise<Result> {
  await app.query("begin");
  try {
    if (openedBy === "nobody") await app.query("select set_config('ridgebook.company_id', $1, true)", [company]);
    else
      await app.query("select open_session($1, $2), set_config('ridgebook.company_id', $2::text, true)", [
        openedBy === "Eve" ? sessionOfEve : randomUUID(),
        company,
      ]);
    return await work();
  } finally {
    await app.query("rollback");
  }
}

/** Writes an act under Ann's name and of a year ago. */
const noteForAnn = async () => {
  const { rows } = await app.query<{ actorId: number; actorName: string; isNow: boolean }>(
    `insert into activity (company_id, time, actor_id, actor_name, kind, action, subject, searched)
     values ($1, now() - interval '1 year', $2, 'Ann Lee', 'settings', 'changed', 'themeColor', '')
     returning actor_id::int as "actorId", actor_name as "actorName", time = now()::timestamptz(3) as "isNow"`,
    [companyId, ann.id],
  );
  return rows[0];
};

describe("the activity of a company", () => {
  test("[ACT-17] names who opened the transaction and its time, whatever was to be written", async () => {
    expect(await inTransaction("Eve", noteForAnn)).toEqual({ actorId: eve.id, actorName: "Eve Stone", isNow: true });
  });

  test.each(["nobody", "an unknown session"] as const)("[ACT-17] takes nothing where %s is signed in", async (who) => {
    await expect(inTransaction(who, noteForAnn)).rejects.toThrow("Nobody is signed in who could have done this.");
  });

  test("[ACT-17] refuses an act in the name of a session that has ended", async () => {
    const { superuserPool } = server.testDatabase;
    const gone = await server.signInNew({ companyId });
    const { rows } = await superuserPool.query<{ id: string }>(
      "update login_session set revoked_time = now() where account_id = (select id from account where email = $1) returning id",
      [gone.email],
    );
    await expect(
      inTransaction("nobody", async () => {
        await app.query("select set_config('ridgebook.login_session', $1, true)", [rows[0]?.id]);
        return noteForAnn();
      }),
    ).rejects.toThrow("Nobody is signed in");
  });

  test("[ACT-17] the author of an import is the signed-in person, whatever the statement says", async () => {
    const asked = await inTransaction("Eve", async () => {
      const { rows } = await app.query<{ name: string }>(
        `insert into lead_import (company_id, file_name, state, created_time, actor)
         values ($1, 'leads.csv', 'importing', now(), '{"id":${String(ann.id)},"name":"Ann Lee","isSuperAdmin":true}')
         returning actor ->> 'name' || ' ' || (actor ->> 'isSuperAdmin') as name`,
        [companyId],
      );
      return rows[0]?.name;
    });
    expect(asked).toBe("Eve Stone false");
    await expect(
      inTransaction("nobody", () =>
        app.query(
          `insert into lead_import (company_id, file_name, state, created_time, actor)
           values ($1, 'leads.csv', 'importing', now(), '{"id":1,"name":"Ann Lee"}')`,
          [companyId],
        ),
      ),
    ).rejects.toThrow("Nobody is signed in who could ask for an import.");
  });
});

describe("the evidence log", () => {
  interface Told {
    readonly time?: string;
    readonly kind?: string;
    readonly payload?: object;
    readonly sequence?: number;
    readonly previousHash?: string;
  }
  const begin = () => app.query("insert into document_log (company_id) values ($1)", [companyId]);
  const add = ({ time = "now()", kind = "filed", payload = {}, sequence = 1, previousHash = "" }: Told) =>
    app.query(
      `insert into document_event (company_id, sequence, document_id, kind, payload, time, previous_hash, hash)
       values ($1, $2, 7, $3, $4, ${time}, $5, 'h1')`,
      [companyId, sequence, kind, payload, previousHash],
    );
  const setEnd = (sequence: number, hash: string) =>
    app.query("update document_log set last_sequence = $2, last_hash = $3 where company_id = $1", [
      companyId,
      sequence,
      hash,
    ]);
  const by = ({ id, email }: TestUser, name: string) => ({ receivedFrom: id, account: { name, email } });

  test.each<[string, () => Told, string]>([
    ["another time", () => ({ time: "now() - interval '2 minutes'" }), "another time than now"],
    ["a place that is not the next", () => ({ sequence: 3 }), "does not follow the end"],
    ["another event before it", () => ({ previousHash: "h0" }), "does not follow the end"],
    ["a paper that Ann received", () => ({ kind: "signed", payload: by(ann, "Ann Lee") }), "names another author"],
    ["Eve's id and Ann's name", () => ({ kind: "signed", payload: by(eve, "Ann Lee") }), "names another author"],
    ["nobody", () => ({ kind: "signed" }), "names another author"],
    ["a paper that Ann deleted", () => ({ kind: "deleted", payload: { deletedBy: ann.id } }), "names another author"],
  ])("[SIGN-69] takes no event that tells of %s", async (_case, told, message) => {
    await expect(
      inTransaction("Eve", async () => {
        await begin();
        await add(told());
      }),
    ).rejects.toThrow(message);
  });

  test("[SIGN-69] takes events of the past in a company that is not active, and only in order", async () => {
    const closed = await server.createCompany({ active: false });
    const tell = (sequence: number) =>
      app.query(
        `insert into document_event (company_id, sequence, document_id, kind, payload, time, previous_hash, hash)
         values ($1, $2, 7, 'signed', '{}', now() - interval '9 days', '', 'h1')`,
        [closed, sequence],
      );
    const tellFirst = (sequence: number) =>
      inTransaction(
        "nobody",
        async () => {
          await app.query("insert into document_log (company_id) values ($1)", [closed]);
          return (await tell(sequence)).rowCount;
        },
        closed,
      );
    expect(await tellFirst(1)).toBe(1);
    await expect(tellFirst(2)).rejects.toThrow("does not follow the end");
  });

  test("[SIGN-69] takes what Eve did, ends with it, and is not cut or led elsewhere", async () => {
    const kept = async (sequence: number, hash: string) =>
      inTransaction("Eve", async () => {
        await begin();
        await add({ kind: "signed", payload: by(eve, "Eve Stone") });
        return (await setEnd(sequence, hash)).rowCount;
      });
    expect(await kept(1, "h1")).toBe(1);
    await expect(kept(1, "h2")).rejects.toThrow("ends with its last event");
    await expect(kept(0, "")).rejects.toThrow("ends with its last event");
    await expect(
      inTransaction("Eve", () =>
        app.query("insert into document_log (company_id, last_sequence, last_hash) values ($1, 4, 'h4')", [companyId]),
      ),
    ).rejects.toThrow("ends with its last event");
  });
});
