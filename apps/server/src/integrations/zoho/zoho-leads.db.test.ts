import type { Lead } from "@ridgebook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import {
  connect,
  findingsOf,
  leadOf,
  leadsOf,
  startZohoApplication,
  syncOf,
  type ZohoAdmin,
  type ZohoApplication,
} from "./testing/zoho-application.ts";

/** Ten thousand go to a server process in webhook-storm.db.test.ts. */
const WEBHOOKS = 60;

let app: ZohoApplication;
let samples: readonly string[];
beforeAll(async () => {
  app = await startZohoApplication(inject("postgresUrl"));
  samples = [...app.twin.accounts.us.leads.keys()];
});
afterEach(() => {
  // Records of one test would be sent to the next one's companies.
  for (const id of zoho().leads.keys()) if (!samples.includes(id)) zoho().leads.delete(id);
  app.twin.behave();
  app.hooks.length = 0;
  app.twin.accounts.us.channels.clear();
  // Limits of calls are counted by the minute.
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

const zoho = () => app.twin.accounts.us;
const addThere = (values: Record<string, unknown> = {}): string =>
  zoho().add({ First_Name: "Eve", Last_Name: "Stone", Email: "eve@example.com", Lead_Status: "Contacted", ...values });
const changeHere = (admin: ZohoAdmin, { id, revision, ...now }: Lead, changed: Partial<Lead>) =>
  admin.callRaw("updateLead", {
    params: { id },
    body: {
      revision,
      ...changed,
      former: Object.fromEntries(Object.keys(changed).map((field) => [field, now[field as keyof typeof now]])),
    },
  });
const there = (id: string) => zoho().leads.get(id)?.values ?? {};

describe("leads of Zoho", () => {
  test("[ZOHO-03] [INT-26] become leads with their id, owner, status, contact data and chosen fields", async () => {
    const admin = await app.newConnected();
    const ruth = [...(await leadsOf(admin)).values()].find(({ lastName }) => lastName === "Ames");
    expect(ruth).toMatchObject({
      firstName: "Ruth",
      email: "ruth@example.com",
      phone: "+19135550142",
      street: "907 Stadium Drive",
      city: "Overland Park",
      state: "KS",
      zipCode: "66212",
      leadStatus: "Appointment set",
      revision: 1,
      meetingDate: "2026-12-03T16:30:00.000Z",
      userExternalId: "4876876000000311001",
      userId: null,
    });
    expect(await syncOf(admin)).toMatchObject({
      phase: "following",
      waitingCount: 0,
      findings: [],
      mapping: {
        meetingDate: "Meeting_Date",
        projectType: "Project_Type",
        customerNumber: "Customer_No",
        poNumber: "PO_Number",
        dealProjectType: "Project_Type",
        dealLead: "Lead_Id",
      },
    });
    // Reading everything again changes nothing.
    expect((await admin.call("refreshZohoLeads")).body).toBe(true);
    await app.runJobs();
    expect((await leadsOf(admin)).get(ruth?.externalId ?? "")).toEqual(ruth);
  });

  test("[ZOHO-32] a lead was added when Zoho got it, so that reports do not take old ones for new", async () => {
    const id = addThere();
    const created = app.clock.now().getTime();
    app.clock.advance({ days: 40 });
    zoho().change(id, { City: "Lenexa" });
    const admin = await app.newConnected();
    // Zoho's times are whole seconds.
    expect(Date.parse((await leadOf(admin, id)).createdTime)).toBe(Math.floor(created / 1_000) * 1_000);
    const wrong = addThere({ Created_Time: new Date(app.clock.now().getTime() + 86_400_000).toISOString() });
    await app.deliver();
    await app.runJobs();
    const { createdTime } = await leadOf(admin, wrong);
    expect(Date.parse(createdTime)).toBeLessThanOrEqual(app.clock.now().getTime());
  });

  test("[ZOHO-03] devices get them as other changes", async () => {
    const admin = await app.newConnected();
    const { body: before } = await admin.callRaw("getChanges", { query: { stores: "leads" } });
    const { cursor } = before as { cursor: string };
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    const { body } = await admin.callRaw("getChanges", { query: { stores: "leads", cursor } });
    expect(JSON.stringify(body)).toContain(id);
  });

  test("[ZOHO-04] the list of changes has what a webhook missed; rows of one second continue by page token", async () => {
    const admin = await app.newConnected();
    const known = (await leadsOf(admin)).size;
    const ids = Array.from({ length: 230 }, (_, at) => addThere({ Last_Name: `Crowd ${String(at)}` }));
    const second = app.clock.now().getTime();
    for (const id of ids) Object.assign(zoho().leads.get(id) ?? {}, { modified: second });
    app.twin.program({ match: /page_token/, answer: "expiredValue" });
    app.twin.program({ match: /page_token/, answer: "tokenBoundMismatch" });
    await app.catchUp(admin);
    expect((await syncOf(admin)).linkedCount).toBe(known + 230);
    expect(app.twin.requests.some(({ path }) => path.includes("page_token"))).toBe(true);
  });

  test("[ZOHO-05] a lead that an import brought under the same id is filled, and nothing of it is overwritten", async () => {
    const admin = await app.newAdmin();
    const id = addThere({ City: "Lenexa", Street: "1 Elm Street" });
    const { body: made } = await admin.call("createLead", { body: { lastName: "Stone", city: "Olathe" } });
    await app.testDatabase.superuserPool.query("update lead set external_id = $2 where id = $1", [made.id, id]);
    await connect(admin);
    await app.runJobs();
    const lead = await leadOf(admin, id);
    expect(lead).toMatchObject({ id: made.id, firstName: "Eve", street: "1 Elm Street", city: "Olathe" });
    expect(await findingsOf(admin, id)).toEqual([["bothChanged", "city", "Olathe", "Lenexa"]]);
    expect(there(id)["City"]).toBe("Lenexa");
  });

  test("[ZOHO-06] a value that does not fit here is left alone on both sides, and listed", async () => {
    const admin = await app.newConnected();
    const id = addThere({ Phone: "call the office", State: "Kansas", Email: "not an address" });
    await app.deliver();
    await app.runJobs();
    expect(await leadOf(admin, id)).toMatchObject({ phone: "", state: "KS", email: "" });
    expect(await findingsOf(admin, id)).toEqual([
      ["notTaken", "phone", "", "call the office"],
      ["notTaken", "email", "", "not an address"],
    ]);
    expect(there(id)).toMatchObject({ Phone: "call the office", Email: "not an address" });
  });
});

describe("leads that change here", () => {
  test("[ZOHO-07] status, contact data and meeting go to Zoho, without its workflows and without an echo", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    const lead = await leadOf(admin, id);
    const changed = {
      leadStatus: "Sold",
      phone: "(913) 555-0123",
      city: "Olathe",
      meetingDate: "2026-12-04T15:00:00.000Z",
      description: "Gate code 12",
    };
    expect((await changeHere(admin, lead, changed)).status).toBe(200);
    await app.runJobs();
    expect(there(id)).toMatchObject({
      Lead_Status: "Sold",
      Phone: "(913) 555-0123",
      City: "Olathe",
      Meeting_Date: "2026-12-04T15:00:00+00:00",
    });
    expect(there(id)["Description"]).toBeUndefined();
    expect(zoho().workflowRuns).toBe(0);
    const after = await leadOf(admin, id);
    await app.deliver();
    await app.catchUp(admin);
    expect(await leadOf(admin, id)).toEqual(after);
    expect(await findingsOf(admin, id)).toEqual([]);
  });

  test("[ZOHO-07] a meeting alone goes to Zoho, where there was none", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    const lead = await leadOf(admin, id);
    expect(lead.meetingDate).toBeNull();
    await changeHere(admin, lead, { meetingDate: "2026-12-04T15:00:00.000Z" });
    await app.runJobs();
    expect(there(id)["Meeting_Date"]).toBe("2026-12-04T15:00:00+00:00");
  });

  test("[ZOHO-08] a status that Zoho's list does not have is kept here, and listed until it is another one", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    await changeHere(admin, await leadOf(admin, id), { leadStatus: "Contract sent", city: "Olathe" });
    await app.runJobs();
    expect(there(id)).toMatchObject({ Lead_Status: "Contacted", City: "Olathe" });
    expect(await findingsOf(admin, id)).toEqual([["statusUnknown", "leadStatus", "Contract sent", "Contacted"]]);
    await changeHere(admin, await leadOf(admin, id), { leadStatus: "Lost" });
    await app.runJobs();
    expect(there(id)["Lead_Status"]).toBe("Lost");
    expect(await findingsOf(admin, id)).toEqual([]);
  });

  test("[ZOHO-09] of a field that both sides changed each keeps its own until a user decides; the others pass", async () => {
    const admin = await app.newConnected();
    const [one, two] = [addThere(), addThere()];
    await app.deliver();
    await app.runJobs();
    for (const id of [one, two]) {
      await changeHere(admin, await leadOf(admin, id), { city: "Olathe", zipCode: "66061" });
      zoho().change(id, { City: "Lenexa", Street: "9 Oak Street" });
    }
    await app.runJobs();
    for (const id of [one, two]) {
      expect(await leadOf(admin, id)).toMatchObject({ city: "Olathe", street: "9 Oak Street" });
      expect(there(id)).toMatchObject({ City: "Lenexa", Zip_Code: "66061" });
      expect(await findingsOf(admin, id)).toEqual([["bothChanged", "city", "Olathe", "Lenexa"]]);
    }
    await admin.call("settleZohoFinding", { body: { zohoId: one, field: "city", keep: "here" } });
    await admin.call("settleZohoFinding", { body: { zohoId: two, field: "city", keep: "there" } });
    await app.runJobs();
    expect([there(one)["City"], (await leadOf(admin, one)).city]).toEqual(["Olathe", "Olathe"]);
    expect([there(two)["City"], (await leadOf(admin, two)).city]).toEqual(["Lenexa", "Lenexa"]);
    expect((await syncOf(admin)).findings.filter(({ zohoId }) => zohoId === one || zohoId === two)).toEqual([]);
  });

  test("[ZOHO-09] a change in Zoho between reading and sending is not overwritten", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    await changeHere(admin, await leadOf(admin, id), { city: "Olathe" });
    app.twin.program({
      match: new RegExp(`PUT .*${id}`),
      holds: () => {
        app.clock.advance({ seconds: 2 });
        zoho().change(id, { City: "Lenexa" });
      },
      answer: "asUsual",
    });
    await app.runJobs();
    // It is read again by the next run.
    await app.catchUp(admin);
    expect([there(id)["City"], (await leadOf(admin, id)).city]).toEqual(["Lenexa", "Olathe"]);
    expect(await findingsOf(admin, id)).toEqual([["bothChanged", "city", "Olathe", "Lenexa"]]);
    expect(app.twin.answered.has("alreadyModified")).toBe(true);
  });

  test.each(["mandatoryNotFound", "duplicateData", "multiStatus"] as const)(
    "[ZOHO-10] a value that Zoho refuses with %s is listed and not sent again unchanged",
    async (answer) => {
      const admin = await app.newConnected();
      const id = addThere();
      await app.deliver();
      await app.runJobs();
      await changeHere(admin, await leadOf(admin, id), { lastName: "Rock", email: "rock@example.com" });
      app.twin.program({ match: new RegExp(`PUT .*${id}`), answer });
      await app.runJobs();
      const [refused, passed] = answer === "mandatoryNotFound" ? ["lastName", "Email"] : ["email", "Last_Name"];
      expect((await findingsOf(admin, id)).map(([kind, field]) => [kind, field])).toEqual([["notAccepted", refused]]);
      expect(there(id)[passed]).toBe(passed === "Email" ? "rock@example.com" : "Rock");
      const sent = app.twin.requests.filter(({ method }) => method === "PUT").length;
      zoho().change(id, { City: "Lenexa" });
      await app.catchUp(admin);
      expect(app.twin.requests.filter(({ method }) => method === "PUT").length).toBe(sent);
      await admin.call("settleZohoFinding", { body: { zohoId: id, field: refused, keep: "here" } });
      await app.runJobs();
      expect(there(id)).toMatchObject({ Last_Name: "Rock", Email: "rock@example.com" });
      expect(await findingsOf(admin, id)).toEqual([]);
    },
  );

  test("[ZOHO-11] an answer that got lost sends nothing twice and loses nothing", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    await changeHere(admin, await leadOf(admin, id), { city: "Olathe" });
    app.twin.program({
      match: new RegExp(`PUT .*${id}`),
      holds: () => zoho().write(id, { City: "Olathe" }),
      answer: "brokenOff",
      times: 4,
    });
    await app.runJobs();
    await app.catchUp(admin);
    expect([there(id)["City"], (await leadOf(admin, id)).city]).toEqual(["Olathe", "Olathe"]);
    expect(await findingsOf(admin, id)).toEqual([]);
  });
});

describe("leads that are deleted", () => {
  test("[ZOHO-12] one that is deleted in Zoho and changed here stays, unlinked and listed; restored it is linked again", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    const lead = await leadOf(admin, id);
    const former = zoho().leads.get(id);
    await changeHere(admin, lead, { city: "Olathe" });
    // Zoho sends no notice of it: the list of deleted leads has it.
    zoho().remove(id);
    app.hooks.length = 0;
    await app.catchUp(admin);
    expect((await admin.call("getLead", { params: { id: lead.id } })).body).toMatchObject({
      city: "Olathe",
      externalId: null,
    });
    expect(await findingsOf(admin, id)).toEqual([["deletedThere", "", "", ""]]);
    await admin.call("settleZohoFinding", { body: { zohoId: id, field: "", keep: "here" } });
    expect(await findingsOf(admin, id)).toEqual([]);
    if (former) zoho().leads.set(id, former);
    zoho().change(id, { Street: "9 Oak Street" });
    await app.deliver();
    await app.runJobs();
    expect(await leadOf(admin, id)).toMatchObject({ id: lead.id, city: "Olathe", street: "9 Oak Street" });
    expect(there(id)["City"]).toBe("Olathe");
  });

  test("[ZOHO-12] one that was deleted in Zoho, and that an import brought again under a new id, is the lead of that", async () => {
    const admin = await app.newConnected();
    const former = addThere();
    await app.deliver();
    await app.runJobs();
    const lead = await leadOf(admin, former);
    zoho().remove(former);
    await app.deliver();
    await app.runJobs();
    const id = addThere();
    app.hooks.length = 0;
    await app.testDatabase.superuserPool.query("update lead set external_id = $2 where id = $1", [lead.id, id]);
    await app.catchUp(admin);
    expect((await leadOf(admin, id)).id).toBe(lead.id);
    expect(await findingsOf(admin, former)).toEqual([]);
  });

  test("[ZOHO-12] a lead that Zoho has is not deleted here, one that it has no longer may be", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    await app.runJobs();
    const lead = await leadOf(admin, id);
    expect((await admin.call("deleteLead", { params: { id: lead.id } })).problem.code).toBe("inUse");
    zoho().remove(id);
    await app.deliver();
    await app.runJobs();
    expect((await admin.call("deleteLead", { params: { id: lead.id } })).status).toBe(204);
    await app.catchUp(admin);
  });
});

describe("Zoho's webhooks", () => {
  test("[ZOHO-13] [INT-24] is taken with the company's newest token only, and answered without a word of why", async () => {
    const admin = await app.newConnected();
    addThere();
    const [hook] = app.hooks.filter(({ url }) => url.endsWith(`/${String(admin.companyId)}`));
    if (!hook) throw new Error("Nothing was posted.");
    const post = async (body: object) =>
      (await app.callRaw("receiveZohoEvent", { params: { companyId: admin.companyId }, body })).status;
    expect(await post({ ...hook.body, token: "wrong" })).toBe(404);
    expect(await post({ ids: hook.body.ids })).toBe(400);
    expect((await app.callRaw("receiveZohoEvent", { params: { companyId: 987654 }, body: hook.body })).status).toBe(
      404,
    );
    expect((await syncOf(admin)).waitingCount).toBe(0);
    expect(await post(hook.body)).toBe(204);
    expect((await syncOf(admin)).waitingCount).toBe(1);
    const { token } = (await admin.call("resetZohoWebhookToken")).body;
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await post(hook.body)).toBe(404);
    expect(await post({ ...hook.body, token })).toBe(204);
    await app.runJobs();
    expect([...zoho().channels.values()].some((channel) => channel.token === token)).toBe(true);
    expect((await syncOf(admin)).webhookUrl).toMatch(/^https:.*\/events\/\d+$/);
    await admin.call("disconnectZoho");
    expect(await post({ ...hook.body, token })).toBe(404);
  });

  test("[ZOHO-13] the subscription is renewed before it expires", async () => {
    await app.newConnected();
    const endsOf = (): number => [...zoho().channels.values()][0]?.expiry ?? 0;
    const ends = endsOf();
    expect(ends - app.clock.now().getTime()).toBeGreaterThan(5 * 86_400_000);
    app.clock.advance({ days: 5, hours: 2 });
    // As the worker does every five minutes.
    await app.tasks["queue-zoho-syncs"]({});
    await app.runJobs();
    expect(endsOf()).toBeGreaterThan(ends + 4 * 86_400_000);
  });

  test(`[ZOHO-14] ${String(WEBHOOKS)} webhooks, doubled, reordered and dropped: every record ends as Zoho has it`, async () => {
    const admin = await app.newConnected();
    const ids = Array.from({ length: 10 }, (_, at) => addThere({ Last_Name: `Storm ${String(at)}` }));
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let at = 0; at < WEBHOOKS; at += 1) {
      const id = ids[random(ids.length)] ?? "";
      if (zoho().leads.has(id)) zoho().change(id, { City: `City ${String(at)}` });
      if (at % 20 === 19) zoho().remove(ids.pop() ?? "");
      if (at % 10 !== 9) continue;
      const own = app.hooks.splice(0).filter(({ url }) => url.endsWith(`/${String(admin.companyId)}`));
      const mixed = own.flatMap((hook) => (random(3) === 0 ? [] : random(2) === 0 ? [hook, hook] : [hook]));
      mixed.sort(() => random(3) - 1);
      for (const status of await app.deliver(mixed)) expect(status).toBe(204);
      if (at === 29) await app.runJobs();
    }
    app.clock.advance({ seconds: 2 });
    await app.catchUp(admin);
    const linked = await app.testDatabase.superuserPool.query<{ id: string; city: string }>(
      "select external_id as id, city from lead where company_id = $1 and external_id is not null",
      [admin.companyId],
    );
    const cities = (all: readonly (readonly [string, unknown])[]) =>
      all.map(([id, city]) => `${id} ${String(city)}`).sort();
    expect(cities(linked.rows.map(({ id, city }) => [id, city] as const))).toEqual(
      cities([...zoho().leads.values()].map(({ id, values }) => [id, values["City"] ?? ""] as const)),
    );
    expect((await syncOf(admin)).waitingCount).toBe(0);
  });

  test("[ZOHO-15] a disconnect while the job runs ends it: nothing more is written or sent", async () => {
    const admin = await app.newConnected();
    const id = addThere();
    await app.deliver();
    const before = [...(await leadsOf(admin)).values()];
    app.twin.program({ match: /Leads\?.*ids=/, holds: () => admin.call("disconnectZoho"), answer: "asUsual" });
    await app.runJobs();
    expect([...(await leadsOf(admin)).values()]).toEqual(before);
    expect((await syncOf(admin)).phase).toBe("off");
    await app.catchUp(admin);
    expect((await leadsOf(admin)).has(id)).toBe(false);
  });
});
