import type { CompanyId } from "@ridgebook/contract";
import { describe, expect, inject, test } from "vitest";
import type { Database } from "#database/database.ts";
import { createTestDatabase, type TestDatabase } from "#database/testing/test-database.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";
import { createSecretBox } from "./secret-box.ts";
import { rotateSecrets } from "./seal-stored-secrets.ts";
import { connectionTokenPlace, credentialPlace, smtpPasswordPlace } from "./secret-places.ts";

const key = (fill: number): Buffer => Buffer.alloc(32, fill);

describe("secrets in the database", () => {
  /** A server on a database that outlives it. */
  const start = (testDatabase: TestDatabase, keys: readonly [Buffer, ...Buffer[]]): Promise<TestApplication> =>
    startTestApplication(inject("postgresUrl"), {
      testDatabase: { ...testDatabase, close: () => Promise.resolve() },
      secrets: createSecretBox(keys),
    });
  const passwordOf = async ({ superuserPool }: TestDatabase, companyId: CompanyId): Promise<string> => {
    const { rows } = await superuserPool.query<{ password: string }>(
      `select "values" ->> 'smtpPassword' as password from company_settings where company_id = $1`,
      [companyId],
    );
    return rows[0]?.password ?? "";
  };

  test("[SEC-01] [SEC-03] from before are sealed at the next start, again with a new key, and a wrong key stops the start", async () => {
    const database = await createTestDatabase(inject("postgresUrl"));
    const { superuserPool } = database;
    try {
      const first = await start(database, [key(1)]);
      const companyId = await first.createCompany();
      const user = await first.createUser({ companyId, role: "Admin" });
      const { token, cookie } = await first.signIn(user, { companyId });
      await first.close();
      // The state that a previous release left.
      await superuserPool.query(
        `insert into company_settings (company_id, "values") values ($1, '{"smtpPassword": "hunter2", "companyName": "Gable"}')`,
        [companyId],
      );
      const box = createSecretBox([key(1)]);
      for (const name of ["access-tokens", "refresh-secrets", "signed-links"])
        await superuserPool.query("update installation set value = $2 where key = $1", [
          name,
          box.open(
            (await superuserPool.query<{ value: string }>("select value from installation where key = $1", [name]))
              .rows[0]?.value ?? "",
            { table: "installation", column: "value", name, companyId: null },
          ),
        ]);
      await superuserPool.query("delete from installation where key = 'sealed-with'");

      const [upgraded, beside] = await Promise.all([start(database, [key(1)]), start(database, [key(1)])]);
      const sealed = await passwordOf(database, companyId);
      expect(sealed).toMatch(/^sealed:1:/);
      expect(box.open(sealed, smtpPasswordPlace(companyId))).toBe("hunter2");
      const { rows } = await superuserPool.query<{ key: string; value: string }>(
        "select key, value from installation where key <> 'sealed-with'",
      );
      expect(rows.filter(({ value }) => !box.isCurrent(value))).toEqual([]);
      // It signs no one out.
      expect((await upgraded.call("getSettings", { token, companyId })).body.companyName).toBe("Gable");
      expect((await beside.call("refresh", { cookie })).status).toBe(200);
      await upgraded.tasks.housekeeping({});
      expect(await passwordOf(database, companyId)).toBe(sealed);
      await Promise.all([upgraded.close(), beside.close()]);

      const rotated = await start(database, [key(2), key(1)]);
      const resealed = await passwordOf(database, companyId);
      expect(createSecretBox([key(2)]).open(resealed, smtpPasswordPlace(companyId))).toBe("hunter2");
      expect((await rotated.call("getSettings", { token, companyId })).status).toBe(200);
      await rotated.close();

      await expect(start(database, [key(3)])).rejects.toThrow(/Set SECRETS_KEY to the key of this installation/);
      expect(await passwordOf(database, companyId)).toBe(resealed);
      // The guide's steps when the key is lost for good.
      await superuserPool.query("delete from installation");
      const renewed = await start(database, [key(3)]);
      expect((await renewed.call("getSettings", { token, companyId })).status).toBe(401);
      const again = await renewed.signIn(user, { companyId });
      expect((await again.call("getSettings")).body.companyName).toBe("Gable");
      await renewed.close();
    } finally {
      await database.close();
    }
  });

  test("[SEC-04] all secrets are rotated, also by a rotation that was ended in the middle and is run again", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    const { superuserPool, database } = server.testDatabase;
    try {
      const former = createSecretBox([key(7)]);
      const companies = [await server.createCompany(), await server.createCompany(), await server.createCompany()];
      for (const companyId of companies) {
        const admin = await server.signInNew({ companyId, role: "Admin" });
        await admin.call("updateSettings", { body: [{ op: "replace", path: "/smtpPassword", value: "hunter2" }] });
        await admin.call("createCredential", { body: { name: "CRM", userName: "gable", secret: "s3cret" } });
        await superuserPool.query(
          `insert into connection_grant (company_id, provider, grant_id, is_rehearsal, state, version, refresh_token, access_token,
             access_ends_time, account_label, connected_by, connected_by_name, connected_time, renewed_time, calls_left, calls_time, failures_in_row)
           values ($1, 'hover', gen_random_uuid(), false, 'connected', 1, $2, $3, now(), 'Hover', 1, 'Grace Lee', now(), now(), 30, now(), 0)`,
          [
            companyId,
            ...(["refresh_token", "access_token"] as const).map((column) =>
              former.seal("token", connectionTokenPlace(companyId, "hover", column)),
            ),
          ],
        );
      }
      /** Every value of every table that the key sealed. */
      const sealedWith = async ({ keyId }: { keyId: string }): Promise<number> => {
        const { rows } = await superuserPool.query<{ statement: string }>(
          `select format('select %L as place, count(*)::int as count from %I where %I::text like %L', table_name || '.' || column_name,
             table_name, column_name, '%sealed:1:' || $1 || ':%') as statement
           from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')`,
          [keyId],
        );
        const counts = await superuserPool.query<{ count: number }>(
          rows.map(({ statement }) => statement).join(" union all "),
        );
        return counts.rows.reduce((sum, { count }) => sum + count, 0);
      };
      const before = await sealedWith(former);
      // A password, a credential and two tokens of each company, and the three secrets of the installation.
      expect(before).toBe(3 * 4 + 3);

      const next = createSecretBox([key(8), key(7)]);
      let companiesDone = 0;
      const dying: Database = {
        ...database,
        inCompany: (who, work) => {
          companiesDone += 1;
          return companiesDone === 3 ? Promise.reject(new Error("killed")) : database.inCompany(who, work);
        },
      };
      await expect(rotateSecrets(dying, next)).rejects.toThrow("killed");
      expect([await sealedWith(former), await sealedWith(next)]).toEqual([4, 3 + 2 * 4]);
      expect(await rotateSecrets(database, next)).toMatchObject({ sealed: 4, unopened: [] });
      expect([await sealedWith(former), await sealedWith(next)]).toEqual([0, before]);
      // A server that still has the previous key first sealed one more, which no start would look at.
      await superuserPool.query(`update credential set secret = $2 where company_id = $1`, [
        companies[0],
        former.seal("newer", credentialPlace(companies[0] as CompanyId, 1)),
      ]);
      expect((await rotateSecrets(database, next)).sealed).toBe(1);
      expect(await sealedWith(former)).toBe(0);

      // With a key of which nothing is known, nothing is changed; without one of the former, what it sealed is named.
      await expect(rotateSecrets(database, createSecretBox([key(9)]))).rejects.toThrow(/encrypted with key/);
      expect(await sealedWith(next)).toBe(before);
      await superuserPool.query(`update credential set secret = $2 where company_id = $1`, [
        companies[0],
        createSecretBox([key(5)]).seal("lost", credentialPlace(companies[0] as CompanyId, 1)),
      ]);
      expect((await rotateSecrets(database, next)).unopened).toEqual([credentialPlace(companies[0] as CompanyId, 1)]);
    } finally {
      await server.close();
    }
  });

  test("[SEC-01] a password that an admin enters is sealed for that company alone", async () => {
    const server = await startTestApplication(inject("postgresUrl"));
    try {
      const companyId = await server.createCompany();
      const admin = await server.signInNew({ companyId, role: "Admin" });
      await admin.call("updateSettings", { body: [{ op: "replace", path: "/smtpPassword", value: "hunter2" }] });
      const box = createSecretBox([key(7)]);
      const stored = await passwordOf(server.testDatabase, companyId);
      expect(stored).not.toContain("hunter2");
      expect(box.open(stored, smtpPasswordPlace(companyId))).toBe("hunter2");
      expect(() => box.open(stored, smtpPasswordPlace((companyId + 1) as CompanyId))).toThrow(/another row/);

      // Copied from elsewhere, it is refused with our words, and the server goes on.
      await server.testDatabase.superuserPool.query(
        `update company_settings set "values" = "values" || $2::jsonb where company_id = $1`,
        [
          companyId,
          {
            smtpHost: "mail.example",
            smtpUserName: "office",
            smtpPassword: box.seal("x", smtpPasswordPlace(0 as CompanyId)),
          },
        ],
      );
      await server.call("forgotPassword", { body: { email: admin.email } });
      await server.runJobs();
      expect(server.logLines.join("")).toContain("the password of a company's mail server cannot be opened");
    } finally {
      await server.close();
    }
  });
});
