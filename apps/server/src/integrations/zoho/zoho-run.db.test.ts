import type { ZohoMapping } from "@ridgebook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import {
  addLinked,
  changeHere,
  connect,
  consent,
  findingsOf,
  leadOf,
  leadsOf,
  startZohoApplication,
  syncOf,
  type ZohoApplication,
} from "./testing/zoho-application.ts";

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

const zoho = () => app.twin.accounts.us;
const there = (id: string) => zoho().leads.get(id)?.values ?? {};
const countOf = (match: RegExp): number =>
  app.twin.requests.filter(({ method, path }) => match.test(`${method} ${path}`)).length;

describe("a record that Zoho refuses", () => {
  test.each(["noPermission", "invalidData", "recordLocked"] as const)(
    "[ZOHO-10] with %s is listed, and the leads behind it go on",
    async (answer) => {
      const admin = await app.newConnected();
      const [refused, other] = [await addLinked(app, admin), await addLinked(app, admin)];
      await changeHere(admin, refused, { city: "Olathe" });
      await changeHere(admin, other, { city: "Lenexa" });
      app.twin.program({ match: new RegExp(`PUT .*${refused}`), answer, times: 100 });
      await app.runJobs();
      expect(await findingsOf(admin, refused)).toEqual([["notAccepted", "city", "Olathe", ""]]);
      expect(there(other)["City"]).toBe("Lenexa");
      zoho().change(refused, { Street: "9 Oak Street" });
      await app.catchUp(admin);
      expect((await leadOf(admin, refused)).street).toBe("9 Oak Street");
      expect(await syncOf(admin)).toMatchObject({ phase: "following", waitingCount: 0 });
      expect(countOf(new RegExp(`PUT .*${refused}`))).toBe(1);
      expect((await admin.call("getZohoAccount")).body.lastFailure).toBeNull();
    },
  );

  test("[ZOHO-10] as if it were gone, though it lists it, is listed after one try", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    await changeHere(admin, id, { city: "Olathe" });
    app.twin.program({ match: new RegExp(`PUT .*${id}`), answer: "invalidUrlPattern", times: 1_000 });
    await app.runJobs();
    expect(await findingsOf(admin, id)).toEqual([["notAccepted", "city", "Olathe", ""]]);
    expect((await leadOf(admin, id)).city).toBe("Olathe");
    expect(countOf(new RegExp(`PUT .*${id}`))).toBe(1);
  });

  test("[ZOHO-12] and no longer lists is unlinked", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    await changeHere(admin, id, { city: "Olathe" });
    app.twin.program({ match: new RegExp(`PUT .*${id}`), holds: () => zoho().remove(id), answer: "asUsual" });
    await app.runJobs();
    expect(await findingsOf(admin, id)).toEqual([["deletedThere", "", "", ""]]);
  });

  test("[ZOHO-09] because it changed again and again waits for the next run", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    await changeHere(admin, id, { city: "Olathe" });
    app.twin.program({ match: new RegExp(`PUT .*${id}`), answer: "alreadyModified", times: 1_000 });
    await app.runJobs();
    expect(countOf(new RegExp(`PUT .*${id}`))).toBe(1);
    expect((await syncOf(admin)).waitingCount).toBe(1);
    app.twin.behave();
    await app.catchUp(admin);
    expect(there(id)["City"]).toBe("Olathe");
    expect((await syncOf(admin)).waitingCount).toBe(0);
  });

  test("[ZOHO-12] to tell the time of is no deleted one", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    zoho().change(id, { Modified_Time: null });
    await app.deliver();
    await app.runJobs();
    expect((await leadOf(admin, id)).externalId).toBe(id);
    expect(await findingsOf(admin, id)).toEqual([]);
    zoho().leads.delete(id);
  });
});

describe("an admin's changes during a run", () => {
  test("[ZOHO-17] reading everything again ends it, and starts over", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    zoho().add({ Last_Name: "Newer" });
    // Nothing tells of this change; only reading everything finds it.
    const record = zoho().leads.get(id);
    if (record) record.values = { ...record.values, City: "Lenexa" };
    app.clock.advance({ seconds: 30 });
    app.twin.program({ match: /sort_by/, holds: () => admin.call("refreshZohoLeads"), answer: "asUsual" });
    await app.catchUp(admin);
    expect((await syncOf(admin)).phase).toBe("loading");
    await app.runJobs();
    expect((await syncOf(admin)).phase).toBe("following");
    expect((await leadOf(admin, id)).city).toBe("Lenexa");
  });

  test("[ZOHO-17] a mapping that is saved while the fields are read stays", async () => {
    const admin = await app.newAdmin();
    const mapping: ZohoMapping = {
      meetingDate: null,
      projectType: null,
      customerNumber: "Company",
      poNumber: null,
      dealProjectType: null,
      dealLead: null,
    };
    // The first that reads the fields is the new company.
    await app.runJobs();
    app.twin.program({
      match: /settings\/fields\?module=Leads/,
      answer: "asUsual",
      holds: () => admin.call("saveZohoMapping", { body: mapping }),
    });
    await connect(admin);
    await app.runJobs();
    expect(await syncOf(admin)).toMatchObject({ phase: "following", mapping });
  });

  test("[ZOHO-17] [INT-24] a new token issued while Zoho gets the former one is sent, too", async () => {
    const connected = await app.newConnected();
    app.clock.advance({ days: 5, hours: 2 });
    // The clock is the one of logins, too.
    const admin = { ...connected, ...(await app.signIn(connected, { companyId: connected.companyId })) };
    const told: string[] = [];
    app.twin.program({
      match: /actions\/watch/,
      answer: "asUsual",
      holds: async () => told.push((await admin.call("resetZohoWebhookToken")).body.token),
    });
    await app.catchUp(admin);
    await app.runJobs();
    expect([...zoho().channels.values()].map(({ token }) => token)).toEqual(told);
    expect((await syncOf(admin)).channelEndsTime).not.toBeNull();
  });
});

test("[ZOHO-29] a permission that its owner revokes during a run loses nothing: what both sides changed meanwhile comes together", async () => {
  const admin = await app.newConnected();
  const [here, yonder] = [await addLinked(app, admin), await addLinked(app, admin)];
  app.clock.advance({ minutes: 1 });
  await changeHere(admin, here, { city: "Olathe" });
  app.twin.program({
    match: new RegExp(`PUT .*${here}`),
    answer: "asUsual",
    holds: () => app.twin.oauth.revokeAll(),
  });
  await app.runJobs();
  expect(there(here)["City"]).toBeUndefined();
  const { body: account } = await admin.call("getZohoAccount");
  expect([account.state, account.body]).toEqual([
    "reconnectNeeded",
    expect.stringMatching(/^Reconnect: Zoho CRM no longer accepts the permission that Ann Lee gave/),
  ]);
  zoho().change(yonder, { City: "Lenexa" });
  await changeHere(admin, here, { street: "9 Oak Street" });
  await app.catchUp(admin);
  // The page and its other calls go on.
  expect((await admin.call("listZohoUsers", { query: {} })).body).toEqual([]);
  expect((await admin.call("refreshZohoUsers")).body).toBe(false);
  expect((await admin.call("refreshZohoLeads")).body).toBe(true);
  await app.runJobs();
  expect((await leadOf(admin, yonder)).city).toBe("");

  expect((await connect(admin)).state).toBe("connected");
  await app.runJobs();
  expect(there(here)).toMatchObject({ City: "Olathe", Street: "9 Oak Street" });
  expect((await leadOf(admin, yonder)).city).toBe("Lenexa");
  expect(await syncOf(admin)).toMatchObject({ phase: "following", findings: [], waitingCount: 0 });
});

test("[ZOHO-13] a channel that Zoho ended unnoticed is requested again", async () => {
  const admin = await app.newConnected();
  const asked = () =>
    app.twin.requests.filter(({ path }) => path.includes("actions/watch")).map(({ method }) => method);
  app.clock.advance({ days: 8 });
  const before = asked().length;
  await app.catchUp(admin);
  expect(asked().slice(before)).toEqual(["POST"]);
  // One that Zoho no longer knows cannot be renewed.
  app.clock.advance({ days: 5, hours: 2 });
  app.twin.program({ match: /PUT .*actions.watch/, answer: "invalidData" });
  await app.catchUp(admin);
  await app.catchUp(admin);
  expect(asked().slice(before)).toEqual(["POST", "PUT", "POST"]);
  expect([...zoho().channels.values()][0]?.expiry).toBeGreaterThan(app.clock.now().getTime() + 5 * 86_400_000);
});

test("[ZOHO-18] other fields of Zoho empty nothing here, and get what they lack of what goes to Zoho", async () => {
  const admin = await app.newConnected();
  const visit = { ...zoho().leadFields.find(({ api_name }) => api_name === "Meeting_Date") };
  zoho().leadFields.push({
    field_label: "Visit",
    data_type: "datetime",
    custom_field: true,
    pick_list_values: [],
    ...visit,
    api_name: "Visit_Time",
  });
  const id = await addLinked(app, admin, {
    Customer_No: "C-77",
    Project_Type: "Roofing",
    Meeting_Date: "2026-12-03T10:30:00-06:00",
  });
  const { mapping } = await syncOf(admin);
  const chosen = { meetingDate: "Visit_Time", projectType: "Company", customerNumber: "Mobile" };
  expect((await admin.call("saveZohoMapping", { body: { ...mapping, ...chosen } })).status).toBe(200);
  await app.runJobs();
  expect(await leadOf(admin, id)).toMatchObject({
    customerNumber: "C-77",
    projectType: "Roofing",
    meetingDate: "2026-12-03T16:30:00.000Z",
  });
  expect(there(id)["Visit_Time"]).toBe("2026-12-03T16:30:00+00:00");
  zoho().leadFields.pop();
});

test("[ZOHO-19] of a company that is not active nothing goes to Zoho, and nothing is taken", async () => {
  const admin = await app.newConnected();
  zoho().add({ Last_Name: "Late" });
  const hooks = app.hooks.splice(0).filter(({ url }) => url.endsWith(`/${String(admin.companyId)}`));
  const query = (text: string) => app.testDatabase.superuserPool.query(text, [admin.companyId]);
  await query("update company set active = false where id = $1");
  const before = app.twin.requests.length;
  await app.catchUp(admin);
  expect(app.twin.requests.length).toBe(before);
  expect(await app.deliver(hooks)).toEqual([404]);
  expect((await query("select 1 from zoho_hint where company_id = $1")).rowCount).toBe(0);
  await query("update company set active = true where id = $1");
  expect(await app.deliver(hooks)).toEqual([204]);
});

test("[ZOHO-20] disconnecting ends the channel and the permission at Zoho", async () => {
  const admin = await app.newConnected();
  const last = app.twin.requests.findLast(({ path }) => path.includes("/crm/"))?.authorization ?? "";
  const access = last.replace("Zoho-oauthtoken ", "");
  expect([zoho().channels.size, app.twin.oauth.isGood("us", access)]).toEqual([1, true]);
  expect((await admin.call("disconnectZoho")).body).toBe(true);
  expect([zoho().channels.size, app.twin.oauth.isGood("us", access)]).toEqual([0, false]);
  expect((await syncOf(admin)).channelEndsTime).toBeNull();
});

test("[ZOHO-20] connecting again revokes the former permission at Zoho, not the new one", async () => {
  const admin = await app.newAdmin();
  // Begun in another tab, and ended after the first one.
  const { body: begun } = await admin.call("getZohoAccount");
  await connect(admin);
  const before = countOf(/token\/revoke/);
  const { code, state, accountsServer, location } = await consent(begun.authorizeUrl);
  expect((await admin.call("connectZoho", { body: { code, state, accountsServer, location } })).status).toBe(200);
  expect(countOf(/token\/revoke/) - before).toBe(1);
  expect((await admin.call("refreshZohoAccount")).body.state).toBe("connected");
});

test("[ZOHO-13] wrong tokens are counted by address; the right one is always taken", async () => {
  const admin = await app.newConnected();
  zoho().add({ Last_Name: "Posted" });
  const [hook] = app.hooks.filter(({ url }) => url.endsWith(`/${String(admin.companyId)}`));
  const post = (token: unknown) =>
    app.callRaw("receiveZohoEvent", {
      params: { companyId: admin.companyId },
      address: "10.7.7.7",
      body: { ...hook?.body, token },
    });
  const statuses: number[] = [];
  // 60 in five minutes, as of every call that could be used to guess.
  for (let tries = 0; tries < 60; tries += 1) statuses.push((await post("wrong")).status);
  expect(statuses).toEqual(Array.from({ length: 60 }, () => 404));
  const refused = await post("wrong");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await post(hook?.body["token"])).status).toBe(204);
});

test("[ZOHO-04] [ZOHO-21] the next catch-up reads what refused webhooks were about, although a webhook's job waits too", async () => {
  const admin = await app.newConnected();
  const [refused, told] = [zoho().add({ Last_Name: "Refused" }), zoho().add({ Last_Name: "Told" })];
  const own = app.hooks.splice(0).filter(({ url }) => url.endsWith(`/${String(admin.companyId)}`));
  const post = (body: object) =>
    app.callRaw("receiveZohoEvent", { params: { companyId: admin.companyId }, body, address: "10.7.7.8" });
  for (let tries = 0; tries < 60; tries += 1) await post({ ...own[0]?.body, token: "former" });
  expect((await post({ ...own[0]?.body, token: "former" })).status).toBe(429);
  // As the worker does every five minutes.
  await app.tasks["queue-zoho-syncs"]({});
  expect((await post(own[1]?.body ?? {})).status).toBe(204);
  await app.runJobs();
  const known = await leadsOf(admin);
  expect([known.has(refused), known.has(told)]).toEqual([true, true]);
});

test("[ZOHO-21] of webhooks that arrive at once the right ones are taken, the wrong ones refused", async () => {
  const admin = await app.newConnected();
  zoho().add({ Last_Name: "At once" });
  const [hook] = app.hooks.filter(({ url }) => url.endsWith(`/${String(admin.companyId)}`));
  const post = (at: number) =>
    app.callRaw("receiveZohoEvent", {
      params: { companyId: admin.companyId },
      body: { ...hook?.body, ids: [String(7_000 + Math.floor(at / 2))], ...(at % 4 === 3 && { token: "wrong" }) },
    });
  const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => post(at)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map((_, at) => (at % 4 === 3 ? 404 : 204)));
  // At least one of each pair is valid: 20 records.
  expect((await syncOf(admin)).waitingCount).toBe(20);
});
