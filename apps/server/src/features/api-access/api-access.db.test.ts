import { randomUUID } from "node:crypto";
import { TOKEN_CALLS, type CompanyId, type RouteName } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sealCompanySecrets } from "#secrets/seal-stored-secrets.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import { credentialPlace } from "#secrets/secret-places.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";
import { CALLS_PER_TOKEN } from "./read-api-token.ts";

let app: TestApplication;
let companyId: CompanyId;
let admin: SignedIn & TestUser;
/** Each test has its own company. */
async function newCompany(): Promise<void> {
  companyId = await app.createCompany();
  admin = await app.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" });
}
const newToken = async (body?: { keepFormerDays?: number; access?: "read" | "readWrite" }): Promise<string> =>
  (await admin.call("resetIntegrationToken", { body })).body.token;
const listStatus = async (token: string): Promise<number> => (await app.call("listLeads", { token })).status;
const eventsOf = async (): Promise<string[]> => {
  const { rows } = await app.testDatabase.superuserPool.query<{ event: string }>(
    "select event from audit_event where company_id = $1 order by id",
    [companyId],
  );
  return rows.map(({ event }) => event);
};

beforeAll(async () => {
  app = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => app.close());

describe("the integration token", () => {
  test("[INT-01] [TOKEN-01] the empty call returns a token once, and only its hash and first characters are stored", async () => {
    await newCompany();
    const token = await newToken();
    expect(token).toMatch(/^rbk_[\w-]{43}$/);
    const { body } = await admin.call("getIntegrationAccess");
    expect(body).toMatchObject({
      access: "read",
      token: { prefix: token.slice(0, 10), createdBy: "Ann Lee", lastUsedTime: null },
      former: null,
    });
    const { rows } = await app.testDatabase.superuserPool.query("select * from api_access where company_id = $1", [
      companyId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(app.logLines)).not.toContain(token);
    expect(await eventsOf()).toContain("integrationToken.reset");
    expect((await admin.call("listActivity", { query: {} })).body.data).toMatchObject([
      { kind: "secrets", action: "added", subject: "integrationToken", actorName: "Ann Lee" },
    ]);
  });

  test("[TOKEN-02] a reset ends the former token at once, or after the days asked for", async () => {
    await newCompany();
    const first = await newToken();
    const second = await newToken();
    expect([await listStatus(first), await listStatus(second)]).toEqual([401, 200]);
    const third = await newToken({ keepFormerDays: 7 });
    expect([await listStatus(second), await listStatus(third)]).toEqual([200, 200]);
    const { former } = (await admin.call("getIntegrationAccess")).body;
    expect(former?.prefix).toBe(second.slice(0, 10));
    expect(former?.lastUsedTime).not.toBeNull();
    // The first is not the previous any more, and of two tokens in use a reset without days ends both.
    const fourth = await newToken();
    expect([await listStatus(second), await listStatus(third), await listStatus(fourth)]).toEqual([401, 401, 200]);
    for (const keepFormerDays of [0, 8, 1.5])
      expect((await admin.callRaw("resetIntegrationToken", { body: { keepFormerDays } })).status).toBe(400);
  });

  test("[TOKEN-02] a former token ends when its days are over", async () => {
    const other = await startTestApplication(inject("postgresUrl"));
    try {
      const company = await other.createCompany();
      const owner = await other.signInNew({ companyId: company, role: "Admin" });
      const first = (await owner.call("resetIntegrationToken", { body: undefined })).body.token;
      const second = (await owner.call("resetIntegrationToken", { body: { keepFormerDays: 1 } })).body.token;
      other.clock.advance({ hours: 23 });
      expect((await other.call("listLeads", { token: first })).status).toBe(200);
      other.clock.advance({ hours: 2 });
      expect((await other.call("listLeads", { token: first })).status).toBe(401);
      expect((await other.call("listLeads", { token: second })).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test("[TOKEN-03] an ended, a made-up and a malformed token are refused with different messages", async () => {
    await newCompany();
    const token = await newToken();
    expect((await admin.call("endIntegrationToken")).status).toBe(204);
    expect((await admin.call("getIntegrationAccess")).body).toEqual({ access: "read", token: null, former: null });
    for (const refused of [token, `rbk_${"A".repeat(43)}`, "rbk_", "rbk_x';--"]) {
      const reply = await app.call("listLeads", { token: refused });
      expect(reply.problem).toMatchObject({ status: 401, title: "This integration token is not valid." });
    }
    expect(await eventsOf()).toContain("integrationToken.ended");
  });

  test("[TOKEN-04] a token that may only read changes nothing, from the next call on", async () => {
    await newCompany();
    const token = await newToken({ access: "readWrite" });
    expect((await app.call("createLead", { token, body: { lastName: "Ward" } })).status).toBe(200);
    expect((await admin.call("updateIntegrationAccess", { body: { access: "read" } })).body.access).toBe("read");
    for (const [name, needed] of Object.entries(TOKEN_CALLS) as [RouteName, string][]) {
      const { status } = await app.callRaw(name, { token, params: { id: 1, kind: "contract" } });
      if (needed === "readWrite") expect(status, name).toBe(403);
      else expect([200, 400, 404], name).toContain(status);
    }
    const refused = await app.call("createLead", { token, body: { lastName: "Ward" } });
    expect(refused.problem.title).toBe("The integration token may not make this call.");
    // A reset that says nothing of it keeps the choice.
    await newToken();
    expect((await admin.call("getIntegrationAccess")).body.access).toBe("read");
  });

  test("[TOKEN-05] its changes name API as their author, and API is no user of the company", async () => {
    await newCompany();
    const token = await newToken({ access: "readWrite" });
    const { body: lead } = await app.call("createLead", { token, body: { lastName: "Ward" } });
    expect(lead.userId).toBeNull();
    await app.call("updateLead", {
      token,
      params: { id: lead.id },
      body: { revision: 1, city: "Akron", former: { city: "" } },
    });
    const conflict = await admin.callRaw("updateLead", {
      params: { id: lead.id },
      body: { revision: 1, city: "Parma", former: { city: "" } },
    });
    expect(conflict.problem.conflicts?.[0]).toMatchObject({ field: "city", changedBy: "API" });
    expect((await admin.call("listUsers")).body.map(({ id }) => id)).toEqual([admin.id]);
    const { rows } = await app.testDatabase.superuserPool.query<{ user_id: string; modified_by: string }>(
      "select a.user_id, l.modified_by from api_access a join lead l using (company_id) where company_id = $1",
      [companyId],
    );
    expect(rows[0]?.modified_by).toBe(rows[0]?.user_id);
    const asSalesperson = await admin.callRaw("createLead", {
      body: { lastName: "Ward", userId: Number(rows[0]?.user_id) },
    });
    expect(Object.keys(asSalesperson.problem.errors ?? {})).toEqual(["userId"]);
  });

  test("[TOKEN-05] a change with a key is done once", async () => {
    await newCompany();
    const token = await newToken({ access: "readWrite" });
    const key = randomUUID();
    const first = await app.call("createLead", { token, key, body: { lastName: "Ward" } });
    const again = await app.call("createLead", { token, key, body: { lastName: "Ward" } });
    expect(again.body).toEqual(first.body);
    expect((await app.call("listLeads", { token })).body).toMatchObject({ totalCount: 1 });
  });

  test("[TOKEN-06] the page learns when and from where it was used last", async () => {
    await newCompany();
    const token = await newToken();
    await app.call("listLeads", { token, address: "198.51.100.7" });
    const { body } = await admin.call("getIntegrationAccess");
    expect(body.token?.lastUsedAddress).toBe("198.51.100.7");
    expect(Date.now() - Date.parse(body.token?.lastUsedTime ?? "")).toBeLessThan(60_000);
  });

  test("[TOKEN-07] in a deactivated company it is refused", async () => {
    await newCompany();
    const token = await newToken();
    await app.testDatabase.superuserPool.query("update company set active = false where id = $1", [companyId]);
    expect(await listStatus(token)).toBe(401);
  });

  test("[TOKEN-08] it has its own limit, beyond which the response says when to retry", async () => {
    await newCompany();
    const token = await newToken();
    await listStatus(token);
    await app.testDatabase.superuserPool.query("update attempt_count set attempts = $2 where key = $1", [
      `integration token of company ${String(companyId)}`,
      CALLS_PER_TOKEN.attempts,
    ]);
    const refused = await app.call("listLeads", { token });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await admin.call("listLeads")).status).toBe(200);
  });
});

describe("credentials", () => {
  test("[API-10] [API-11] [API-13] [OP-59] secrets are encrypted at rest, shown only when asked to, and each time remembered", async () => {
    await newCompany();
    const { body: added } = await admin.call("createCredential", {
      body: { name: "CRM", userName: "gable", secret: " s3cret " },
    });
    expect(added).toEqual({ id: added.id, name: "CRM", userName: "gable", secret: null });
    expect((await admin.call("listCredentials")).body).toEqual([added]);
    expect((await admin.call("getCredential", { params: { id: added.id } })).body).toEqual(added);
    const read = async (): Promise<string[]> =>
      (await admin.call("listActivity", { query: { kind: "secrets" } })).body.data.map(
        ({ action, subjectName }) => `${action} ${subjectName}`,
      );
    const before = await read();
    expect(before).toEqual(expect.arrayContaining([`added ${added.name}`]));
    expect(before).not.toContain(`read ${added.name}`);
    const decrypted = { ...added, secret: " s3cret " };
    expect((await admin.call("listCredentials", { query: { decrypt: "true" } })).body).toEqual([decrypted]);
    expect((await admin.call("getCredential", { params: { id: added.id }, query: { decrypt: "true" } })).body).toEqual(
      decrypted,
    );
    expect((await read()).filter((each) => each === `read ${added.name}`)).toHaveLength(2);
    const { rows } = await app.testDatabase.superuserPool.query<{ secret: string }>(
      "select secret from credential where company_id = $1",
      [companyId],
    );
    expect(rows[0]?.secret).toMatch(/^sealed:1:/);
  });

  test("[API-13] [SEC-03] after a rotation of the key they are sealed with the new one", async () => {
    await newCompany();
    const { id } = (await admin.call("createCredential", { body: { name: "CRM", secret: "one" } })).body;
    const rotated = createSecretBox([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]);
    await app.database.inCompany({ companyId }, (scope) => sealCompanySecrets(scope, rotated));
    const { rows } = await app.testDatabase.superuserPool.query<{ secret: string }>(
      "select secret from credential where company_id = $1",
      [companyId],
    );
    const secret = rows[0]?.secret ?? "";
    expect(rotated.isCurrent(secret)).toBe(true);
    expect(rotated.open(secret, credentialPlace(companyId, id))).toBe("one");
    expect(() => rotated.open(secret, credentialPlace(companyId, id + 1))).toThrow(/another row/);
  });

  test("[API-14] a change without a secret keeps the stored one; one that is not there is not found", async () => {
    await newCompany();
    const { id } = (await admin.call("createCredential", { body: { name: "CRM", secret: "one" } })).body;
    const read = async (): Promise<unknown> =>
      (await admin.call("getCredential", { params: { id }, query: { decrypt: "true" } })).body;
    expect((await admin.call("updateCredential", { body: { id, name: "Zoho", userName: "new" } })).status).toBe(200);
    expect(await read()).toEqual({ id, name: "Zoho", userName: "new", secret: "one" });
    await admin.call("updateCredential", { body: { id, name: "Zoho", userName: "new", secret: "two" } });
    expect(await read()).toMatchObject({ secret: "two" });
    expect((await admin.call("updateCredential", { body: { id: id + 1, name: "Zoho" } })).status).toBe(404);
    const empty = await admin.call("updateCredential", { body: { id, name: "", secret: "" } });
    expect(Object.keys(empty.problem.errors ?? {}).sort()).toEqual(["name", "secret"]);
  });

  test("[API-12] a deleted one is gone, and deleting it again is not found", async () => {
    await newCompany();
    const { id } = (await admin.call("createCredential", { body: { name: "CRM", secret: "one" } })).body;
    expect((await admin.call("deleteCredential", { params: { id } })).status).toBe(204);
    expect((await admin.call("deleteCredential", { params: { id } })).status).toBe(404);
    expect((await admin.call("listCredentials")).body).toEqual([]);
  });
});
