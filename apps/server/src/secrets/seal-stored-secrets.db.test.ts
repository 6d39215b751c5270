import type { CompanyId } from "@ridgebook/contract";
import { describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/test-database.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";
import { createSecretBox } from "./secret-box.ts";
import { smtpPasswordPlace } from "./secret-places.ts";

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
      // As a former release left it.
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
      // Nobody is signed out by it.
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
      // What the guide says to do when the key is lost for good.
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
