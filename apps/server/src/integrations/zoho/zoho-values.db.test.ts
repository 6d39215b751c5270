import type { ZohoMapping } from "@ridgebook/contract";
import type { ZohoField, ZohoRecord } from "@ridgebook/testing/stand-ins/zoho/zoho-account";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  addLinked,
  changeHere,
  findingsOf,
  leadOf,
  startZohoApplication,
  syncOf,
  type ZohoAdmin,
  type ZohoApplication,
} from "./testing/zoho-application.ts";

let app: ZohoApplication;
let fields: readonly ZohoField[];
beforeAll(async () => {
  app = await startZohoApplication(inject("postgresUrl"));
  fields = [...zoho().leadFields];
});
afterEach(() => {
  app.twin.behave();
  app.hooks.length = 0;
  zoho().channels.clear();
  zoho().leadFields.splice(0, Infinity, ...fields);
  // Limits of calls are counted by the minute.
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

const zoho = () => app.twin.accounts.us;
const recordOf = (id: string): ZohoRecord => {
  const record = zoho().leads.get(id);
  if (!record) throw new Error(`Zoho has no lead ${id}.`);
  return record;
};
const there = (id: string) => recordOf(id).values;

/** Gives Zoho's list of statuses these values, as an administrator of Zoho does. */
function setStatuses(change: (values: ZohoField["pick_list_values"]) => ZohoField["pick_list_values"]): void {
  const { leadFields } = zoho();
  const at = leadFields.findIndex(({ api_name }) => api_name === "Lead_Status");
  const field = leadFields[at];
  if (field) leadFields[at] = { ...field, pick_list_values: change(field.pick_list_values) };
}
const addStatus = (shown: string, actual = shown): void =>
  setStatuses((values) => [...values, { display_value: shown, actual_value: actual }]);

describe("a status that Zoho's list does not have", () => {
  test.each([
    { how: "a catch-up", learn: (admin: ZohoAdmin) => app.catchUp(admin) },
    {
      how: "the page's refresh",
      learn: async (admin: ZohoAdmin) => {
        expect((await admin.call("refreshZohoAccount")).status).toBe(200);
        await app.runJobs();
      },
    },
    {
      how: "reading all leads again",
      learn: async (admin: ZohoAdmin) => {
        expect((await admin.call("refreshZohoLeads")).body).toBe(true);
        await app.runJobs();
      },
    },
  ])("[ZOHO-22] is sent once the list has it, as $how finds", async ({ learn }) => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    await changeHere(admin, id, { leadStatus: "Contract sent" });
    await app.runJobs();
    expect(there(id)["Lead_Status"]).toBe("Contacted");
    expect(await findingsOf(admin, id)).toEqual([["statusUnknown", "leadStatus", "Contract sent", "Contacted"]]);
    addStatus("Contract sent");
    await learn(admin);
    expect(there(id)["Lead_Status"]).toBe("Contract sent");
    expect((await leadOf(admin, id)).leadStatus).toBe("Contract sent");
    expect(await findingsOf(admin, id)).toEqual([]);
  });

  test("[ZOHO-27] is shown on the lead to every user of the company, with a link to the lead in Zoho", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    const person = await app.signInNew({ companyId: admin.companyId, role: "User" });
    const { id: leadId } = await leadOf(admin, id);
    const inZoho = async () => (await person.call("getZohoLead", { params: { id: leadId } })).body;
    const url = `https://crm.zoho.com/crm/org7021us/tab/Leads/${id}`;
    expect(await inZoho()).toEqual({ url, findings: [] });
    await changeHere(admin, id, { leadStatus: "Contract sent" });
    await app.runJobs();
    const finding = { kind: "statusUnknown", field: "leadStatus", here: "Contract sent", there: "Contacted" };
    expect(await inZoho()).toEqual({ url, findings: [finding] });
    zoho().remove(id);
    await app.deliver();
    await app.runJobs();
    expect(await inZoho()).toEqual({ url: null, findings: [{ kind: "deletedThere", field: "", here: "", there: "" }] });
    const { body: made } = await person.call("createLead", { body: { lastName: "Only here" } });
    expect((await person.call("getZohoLead", { params: { id: made.id } })).body).toEqual({ url: null, findings: [] });
    expect((await person.call("getZohoLead", { params: { id: 987654 } })).problem.code).toBe("notFound");
    // A user who may not see the lead reads nothing of it.
    const own = [{ op: "replace", path: "/salespeopleSeeAllLeads", value: false }] as const;
    expect((await admin.call("updateSettings", { body: [...own] })).status).toBe(200);
    expect((await person.call("getZohoLead", { params: { id: leadId } })).problem.code).toBe("notFound");
  });

  test("[ZOHO-22] because the list lost it is reported, and sent once the list has it again", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    setStatuses((values) => values.filter(({ actual_value }) => actual_value !== "Lost"));
    await changeHere(admin, id, { leadStatus: "Lost", city: "Olathe" });
    await app.runJobs();
    expect(there(id)).toMatchObject({ Lead_Status: "Contacted", City: "Olathe" });
    await app.catchUp(admin);
    expect(await findingsOf(admin, id)).toEqual([["statusUnknown", "leadStatus", "Lost", "Contacted"]]);
    addStatus("Lost");
    await app.catchUp(admin);
    expect(there(id)["Lead_Status"]).toBe("Lost");
    expect(await findingsOf(admin, id)).toEqual([]);
  });

  test("[ZOHO-22] is not sent when the list gains another one, or an admin took Zoho's meanwhile", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    await changeHere(admin, id, { leadStatus: "Contract sent" });
    await app.runJobs();
    addStatus("Waiting for the bank");
    await app.catchUp(admin);
    expect(await findingsOf(admin, id)).toEqual([["statusUnknown", "leadStatus", "Contract sent", "Contacted"]]);
    await admin.call("settleZohoFinding", { body: { zohoId: id, field: "leadStatus", keep: "there" } });
    addStatus("Contract sent");
    await app.runJobs();
    await app.catchUp(admin);
    expect([there(id)["Lead_Status"], (await leadOf(admin, id)).leadStatus]).toEqual(["Contacted", "Contacted"]);
  });

  test("[ZOHO-23] a status is here as people of Zoho see it, and goes to Zoho as Zoho writes it", async () => {
    addStatus("Contract sent", "contract_2");
    addStatus("Paid", "paid_1");
    const admin = await app.newConnected();
    const id = await addLinked(app, admin, { Lead_Status: "contract_2" });
    expect((await leadOf(admin, id)).leadStatus).toBe("Contract sent");
    await changeHere(admin, id, { leadStatus: "Paid" });
    await app.runJobs();
    expect(there(id)["Lead_Status"]).toBe("paid_1");
    await app.catchUp(admin);
    expect((await leadOf(admin, id)).leadStatus).toBe("Paid");
    expect(await findingsOf(admin, id)).toEqual([]);
  });
});

describe("two changes in Zoho within one second", () => {
  test("[ZOHO-24] the later one is not overwritten, although its time is that of the version that was read", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    app.clock.advance({ minutes: 1 });
    await changeHere(admin, id, { city: "Olathe" });
    zoho().change(id, { Street: "9 Oak Street" });
    const record = recordOf(id);
    const { modified } = record;
    // The first reading has the street. A user who is quicker than the second one changes the city with the same time.
    app.twin.program({ match: /Leads\?.*ids=/, answer: "asUsual" });
    app.twin.program({
      match: /(Leads\?.*ids=|PUT .*Leads)/,
      answer: "asUsual",
      holds: () => Object.assign(record, { values: { ...record.values, City: "Lenexa" }, modified }),
    });
    await app.runJobs();
    expect(there(id)).toMatchObject({ City: "Lenexa", Street: "9 Oak Street" });
    expect(await leadOf(admin, id)).toMatchObject({ city: "Olathe", street: "9 Oak Street" });
    expect(await findingsOf(admin, id)).toEqual([["bothChanged", "city", "Olathe", "Lenexa"]]);
    expect((await syncOf(admin)).waitingCount).toBe(0);
  });

  test("[ZOHO-24] a version is sent to once its second is over, in the same run", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    app.clock.advance({ minutes: 1 });
    zoho().change(id, { Street: "9 Oak Street" });
    await changeHere(admin, id, { city: "Olathe" });
    const before = app.clock.now().getTime();
    await app.runJobs();
    expect(there(id)).toMatchObject({ City: "Olathe", Street: "9 Oak Street" });
    expect(recordOf(id).modified - before).toBeGreaterThanOrEqual(2_000);
  });

  test("[ZOHO-24] the later one is not missed where a list had the earlier one", async () => {
    const admin = await app.newConnected();
    const id = await addLinked(app, admin);
    app.clock.advance({ minutes: 1 });
    zoho().change(id, { Street: "9 Oak Street" });
    app.hooks.length = 0;
    await app.tasks["sync-zoho"]({ companyId: admin.companyId, isCatchUp: true });
    expect((await leadOf(admin, id)).street).toBe("9 Oak Street");
    const record = recordOf(id);
    record.values = { ...record.values, Street: "10 Oak Street" };
    await app.catchUp(admin);
    expect((await leadOf(admin, id)).street).toBe("10 Oak Street");
  });
});

describe("a meeting that Zoho keeps as a date without a time", () => {
  const VISIT = { api_name: "Visit_Day", field_label: "Visit", data_type: "date", custom_field: true };
  let admin: ZohoAdmin;
  /** In Chicago 9:00 in December is 15:00 UTC (UTC-6), in July 14:00 UTC (UTC-5). */
  beforeEach(async () => {
    zoho().leadFields.push({ ...VISIT, pick_list_values: [] });
    admin = await app.newConnected();
    const zone = [{ op: "replace", path: "/timeZone", value: "America/Chicago" }] as const;
    expect((await admin.call("updateSettings", { body: [...zone] })).status).toBe(200);
    const { mapping } = await syncOf(admin);
    const chosen: ZohoMapping = { ...mapping, meetingDate: VISIT.api_name };
    expect((await admin.call("saveZohoMapping", { body: chosen })).status).toBe(200);
    await app.runJobs();
  });
  const meetingOf = async (id: string) => (await leadOf(admin, id)).meetingDate;

  test.each([
    { day: "2026-12-03", meeting: "2026-12-03T15:00:00.000Z" },
    { day: "2027-07-01", meeting: "2027-07-01T14:00:00.000Z" },
  ])("[ZOHO-25] $day begins at 9:00 of the company's time zone", async ({ day, meeting }) => {
    const id = await addLinked(app, admin, { Visit_Day: day });
    expect(await meetingOf(id)).toBe(meeting);
    await app.catchUp(admin);
    expect([await meetingOf(id), there(id)["Visit_Day"]]).toEqual([meeting, day]);
    expect(await findingsOf(admin, id)).toEqual([]);
  });

  test("[ZOHO-25] goes to Zoho as the day in the company's time zone, and its time stays here", async () => {
    const id = await addLinked(app, admin);
    // 8:30 in the evening of December 4 in Chicago, and the 5th in UTC.
    const evening = "2026-12-05T02:30:00.000Z";
    await changeHere(admin, id, { meetingDate: evening });
    await app.runJobs();
    expect(there(id)["Visit_Day"]).toBe("2026-12-04");
    await app.catchUp(admin);
    expect(await meetingOf(id)).toBe(evening);
    // Another time of the same day is nothing to Zoho.
    const sent = app.twin.requests.filter(({ method }) => method === "PUT").length;
    await changeHere(admin, id, { meetingDate: "2026-12-04T17:00:00.000Z" });
    await app.runJobs();
    await app.catchUp(admin);
    expect(app.twin.requests.filter(({ method }) => method === "PUT").length).toBe(sent);
    expect(await meetingOf(id)).toBe("2026-12-04T17:00:00.000Z");
    await changeHere(admin, id, { meetingDate: null });
    await app.runJobs();
    expect(there(id)["Visit_Day"]).toBeNull();
  });

  test("[ZOHO-25] moved to another day in Zoho keeps its time, and taken away there is gone here", async () => {
    const id = await addLinked(app, admin, { Visit_Day: "2026-12-03" });
    await changeHere(admin, id, { meetingDate: "2026-12-03T22:30:00.000Z" });
    await app.runJobs();
    zoho().change(id, { Visit_Day: "2027-07-01" });
    await app.catchUp(admin);
    // 4:30 PM in Chicago, which is UTC-5 in July.
    expect(await meetingOf(id)).toBe("2027-07-01T21:30:00.000Z");
    zoho().change(id, { Visit_Day: null });
    await app.catchUp(admin);
    expect(await meetingOf(id)).toBeNull();
  });

  test("[ZOHO-25] moved on both sides stays on each, and the page says the day alone of Zoho's", async () => {
    const id = await addLinked(app, admin, { Visit_Day: "2026-12-03" });
    await changeHere(admin, id, { meetingDate: "2026-12-07T15:00:00.000Z" });
    zoho().change(id, { Visit_Day: "2026-12-09" });
    await app.runJobs();
    expect(await findingsOf(admin, id)).toEqual([
      ["bothChanged", "meetingDate", "2026-12-07T15:00:00.000Z", "2026-12-09"],
    ]);
    await admin.call("settleZohoFinding", { body: { zohoId: id, field: "meetingDate", keep: "here" } });
    await app.runJobs();
    expect(there(id)["Visit_Day"]).toBe("2026-12-07");
    expect(await findingsOf(admin, id)).toEqual([]);
  });

  test("[ZOHO-25] that is no day a lead can have stays in Zoho, and is listed", async () => {
    const id = await addLinked(app, admin, { Visit_Day: "1200-01-01" });
    expect(await meetingOf(id)).toBeNull();
    expect(await findingsOf(admin, id)).toEqual([["notTaken", "meetingDate", "", "1200-01-01"]]);
  });
});
