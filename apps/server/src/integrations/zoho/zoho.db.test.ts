import { ZOHO_PEOPLE } from "@ridgebook/testing/stand-ins/zoho/zoho-account";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { connect, consent, leadsOf, startZohoApplication, type ZohoApplication } from "./testing/zoho-application.ts";

let app: ZohoApplication;
beforeAll(async () => {
  app = await startZohoApplication(inject("postgresUrl"));
});
afterEach(() => {
  app.twin.behave();
  app.hooks.length = 0;
  app.twin.accounts.us.channels.clear();
  // Limits of calls are counted by the minute.
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

const settingsOf = async (admin: Parameters<typeof connect>[0]) => {
  const { body } = await admin.call("getSettings");
  const { zohoIntegrationEnabled, zohoOrganizationDomainName, zohoMarketLocation } = body;
  return [zohoIntegrationEnabled, zohoOrganizationDomainName, zohoMarketLocation];
};

describe("connecting with Zoho", () => {
  test("[INT-20] [INT-21] [AUTH-20] says where to give the permission while it is missing", async () => {
    const admin = await app.newAdmin();
    for (const name of ["enableZoho", "getZohoAccount"] as const) {
      const { body } = await admin.call(name);
      expect(body).toMatchObject({ provider: "zoho", state: "notConnected" });
      const url = new URL(body.authorizeUrl ?? "");
      expect(url.pathname).toBe("/us/oauth/v2/auth");
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: "code",
        client_id: app.twin.clientId,
        access_type: "offline",
        prompt: "consent",
        redirect_uri: "https://app.ridgebook.test/config/zoho-integration",
        scope: expect.stringContaining("ZohoCRM.modules.leads.ALL,ZohoCRM.modules.deals.READ") as string,
      });
    }
  });

  test("[SET-07] [INT-22] [ZOHO-01] the account's data center, domain and market are kept", async () => {
    const admin = await app.newAdmin();
    expect(await settingsOf(admin)).toEqual([false, "", ""]);
    expect(await connect(admin, { location: "eu" })).toMatchObject({
      state: "connected",
      accountLabel: "Northfield Exteriors",
    });
    expect(await settingsOf(admin)).toEqual([true, "org7021eu", "eu"]);
    expect(app.twin.requests.filter(({ path }) => path.includes("/crm/")).at(-1)?.path).toMatch(/^\/eu\//);
    expect((await admin.call("keepZohoDomain")).body).toEqual({
      zohoOrganizationDomainName: "org7021eu",
      zohoMarketLocation: "eu",
    });
    await admin.call("disconnectZoho");
    expect((await settingsOf(admin))[0]).toBe(false);
  });

  test("[ZOHO-26] the page names the organization, its domain and its market, and where it is", async () => {
    const admin = await app.newAdmin();
    const organization = async () => (await admin.call("getZohoSync")).body.organization;
    expect(await organization()).toBeNull();
    await connect(admin, { location: "eu" });
    const named = { name: "Northfield Exteriors", domainName: "org7021eu", marketLocation: "eu" };
    expect(await organization()).toEqual({ ...named, url: "https://crm.zoho.eu/crm/org7021eu" });
    await admin.call("disconnectZoho");
    expect(await organization()).toBeNull();
  });

  test("[ZOHO-26] [INT-22] [INT-23] an organization that was renamed is read again", async () => {
    const { organization } = app.twin.accounts.eu;
    const former = { ...organization };
    const admin = await app.newAdmin();
    await connect(admin, { location: "eu" });
    const shown = async () => (await admin.call("getZohoSync")).body.organization;
    Object.assign(organization, { company_name: "Southfield Roofing", domain_name: "southfield" });
    expect((await admin.call("keepZohoDomain")).status).toBe(200);
    expect(await shown()).toMatchObject({ name: "Southfield Roofing", domainName: "southfield" });
    Object.assign(organization, former);
    expect((await admin.call("refreshZohoAccount")).body.accountLabel).toBe(former.company_name);
    expect(await shown()).toMatchObject({ name: former.company_name, domainName: former.domain_name });
  });

  test("[ZOHO-26] the demo's organization is named without a place in Zoho", async () => {
    const admin = await app.newAdmin();
    const { code, state, accountsServer, location } = await consent(
      (await admin.call("getZohoAccount")).body.rehearsalUrl,
    );
    expect((await admin.call("connectZoho", { body: { code, state, accountsServer, location } })).status).toBe(200);
    await app.runJobs();
    expect((await admin.call("getZohoSync")).body.organization).toMatchObject({ domainName: "org7021us", url: null });
    const [lead] = (await leadsOf(admin)).values();
    expect((await admin.call("getZohoLead", { params: { id: lead?.id } })).body).toEqual({ url: null, findings: [] });
  });

  test.each([
    { what: "a forged server", forged: { accountsServer: "https://accounts.zoho.com.evil.test" } },
    { what: "a server of another market", forged: { location: "eu" } },
    { what: "nonsense", forged: { accountsServer: "://" } },
  ])("[ZOHO-01] $what in the redirect gets neither the code nor the secret", async ({ forged }) => {
    const admin = await app.newAdmin();
    const { code, state, accountsServer, location } = await consent(
      (await admin.call("getZohoAccount")).body.authorizeUrl,
    );
    const before = app.twin.requests.length;
    const reply = await admin.call("connectZoho", { body: { code, state, accountsServer, location, ...forged } });
    expect([reply.problem.status, reply.problem.errors]).toEqual([424, { provider: ["unreadable"] }]);
    expect(app.twin.requests.length).toBe(before);
  });

  test("[CONN-02] stays as it was when the person denies", async () => {
    const admin = await app.newAdmin();
    const denied = await consent((await admin.call("getZohoAccount")).body.authorizeUrl, { decision: "deny" });
    expect(denied).toMatchObject({ error: "access_denied", code: "", pathname: "/config/zoho-integration" });
    expect((await admin.call("getZohoAccount")).body.state).toBe("notConnected");
  });

  test("[INT-23] [ZOHO-02] a renewal answers no refresh token, and the former one stays good", async () => {
    const admin = await app.newConnected();
    const before = app.twin.oauth.renewals;
    for (const _ of [1, 2]) {
      const { status, body } = await admin.call("refreshZohoAccount");
      expect([status, body.state, body.accountLabel]).toEqual([200, "connected", "Northfield Exteriors"]);
    }
    expect(app.twin.oauth.renewals - before).toBe(2);
    app.twin.oauth.endAccess();
    expect((await admin.call("refreshZohoUsers")).body).toBe(true);
  });

  test("[INT-28] [INT-29] disconnecting needs nothing of Zoho, and leads stay", async () => {
    const admin = await app.newConnected();
    const leads = (await leadsOf(admin)).size;
    app.twin.program({ answer: "internalError", times: 100 });
    expect((await admin.call("disconnectZoho")).body).toBe(true);
    expect((await admin.call("disconnectZoho")).body).toBe(false);
    expect((await leadsOf(admin)).size).toBe(leads);
    expect((await admin.call("getZohoSync")).body).toMatchObject({ phase: "off", linkedCount: leads });
  });
});

describe("users of Zoho", () => {
  test("[API-68] [ADM-09] [ADM-10] [INT-25] are listed with who of them works here, and linked by their id", async () => {
    const admin = await app.newConnected();
    const pat = await app.createUser({
      companyId: admin.companyId,
      email: `Pat-${String(admin.companyId)}@example.com`,
    });
    const twinPat = app.twin.accounts.us.users.find(({ id }) => id === ZOHO_PEOPLE.pat);
    if (twinPat) twinPat.email = `pat-${String(admin.companyId)}@example.com`;
    expect((await admin.call("refreshZohoUsers")).body).toBe(true);
    const list = async (active?: boolean) => (await admin.call("listZohoUsers", { query: { active } })).body;
    expect(await list()).toHaveLength(3);
    expect((await list(false)).map(({ firstName }) => firstName)).toEqual(["Lou"]);
    expect((await list(true))[0]).toEqual({
      id: ZOHO_PEOPLE.pat,
      active: true,
      email: twinPat?.email,
      phoneNumber: "(913) 555-0170",
      firstName: "Pat",
      lastName: "Reyes",
      accountWithEmailExists: true,
      accountLinked: false,
    });
    const unowned = [...(await leadsOf(admin)).values()].filter(({ userId }) => userId === null);
    expect(unowned.length).toBeGreaterThan(0);
    await admin.call("updateUser", {
      params: { id: pat.id },
      body: { firstName: "Pat", lastName: "Reyes", email: pat.email, externalId: ZOHO_PEOPLE.pat },
    });
    expect((await list(true))[0]?.accountLinked).toBe(true);
    // Leads of that owner are theirs from now on.
    await app.catchUp(admin);
    const owned = [...(await leadsOf(admin)).values()].filter(
      ({ userExternalId }) => userExternalId === ZOHO_PEOPLE.pat,
    );
    expect(new Set(owned.map(({ userId }) => userId))).toEqual(new Set([pat.id]));
  });

  test("[INT-27] [INT-29] clearing forgets them; while Zoho fails the list is empty and a refresh says false", async () => {
    const admin = await app.newConnected();
    await admin.call("listZohoUsers");
    expect((await admin.call("getZohoAccount")).body.cachedCount).toBe(1);
    expect((await admin.call("clearZohoCache")).body).toBe(true);
    expect((await admin.call("getZohoAccount")).body.cachedCount).toBe(0);
    app.twin.program({ match: /users/, answer: "internalError", times: 8 });
    expect((await admin.call("listZohoUsers")).body).toEqual([]);
    expect((await admin.call("refreshZohoUsers")).body).toBe(false);
  });
});

test("[API-46] [LEAD-19] [DOC-07] the deals of a lead give numbers of purchase orders, before our own", async () => {
  const admin = await app.newConnected();
  const lead = [...(await leadsOf(admin)).values()].find(({ lastName }) => lastName === "Whitlock");
  const suggested = async () =>
    (await admin.call("listPurchaseOrderSuggestions", { params: { id: lead?.id } })).body.map(Object.values);
  expect(await suggested()).toEqual([
    ["Z-200", "Roofing"],
    ["Z-201", "Gutters"],
    ["PO-C-1001-1", "Roofing"],
  ]);
  app.twin.program({ match: /Deals/, answer: "internalError", times: 4 });
  expect(await suggested()).toEqual([["PO-C-1001-1", "Roofing"]]);
});
