import type { CompanyId } from "@ridgebook/contract";
import { buildLead } from "@ridgebook/testing";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";
import { READS_PER_FEED } from "./calendar-answers.ts";

const DAY_MS = 86_400_000;

let server: TestApplication;
let companyId: CompanyId;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
  companyId = await server.createCompany();
});
afterAll(() => server.close());

const run = (text: string, values: unknown[]) => server.testDatabase.superuserPool.query(text, values);
const inDays = (days: number): string => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString();

const fileOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1);
const renew = async (person: SignedIn): Promise<string> =>
  fileOf((await person.call("renewCalendarFeed", {})).body.address);
/** As a calendar app does: without a session. */
const read = (file: string, remoteAddress = "10.9.0.1") =>
  server.app.inject({ url: `/api/calendar/${file}`, remoteAddress });
const statusOf = async (file: string): Promise<number> => (await read(file)).statusCode;
const textOf = async (file: string): Promise<string> => (await read(file)).body.replaceAll("\r\n ", "");
const summariesOf = async (file: string): Promise<string[]> =>
  [...(await textOf(file)).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary ?? "");

async function personWithFeed(): Promise<{ person: SignedIn & TestUser; file: string }> {
  const person = await server.signInNew({ companyId });
  return { person, file: await renew(person) };
}

test("[LEAD-37] a calendar reads the person's open meetings without a login, and of homeowners name, address and phones only", async () => {
  const { person, file } = await personWithFeed();
  const other = await server.signInNew({ companyId });
  const add = (lastName: string, given: object) =>
    person.call("createLead", {
      body: buildLead({ firstName: "", company: "", lastName, leadStatus: "New", userId: person.id, ...given }),
    });
  await add("Second", { meetingDate: inDays(3), userId: other.id, additionalSalesmanId: person.id });
  await add("First", {
    meetingDate: inDays(2),
    street: "1 Main St",
    phone: "+12695550122",
    email: "first@home.test",
    description: "Has a dog",
    customerNumber: "C-17",
  });
  await add("Not theirs", { meetingDate: inDays(2), userId: other.id });
  await add("Not planned", { meetingDate: null });
  await add("Sold", { meetingDate: inDays(2), leadStatus: "sold" });
  await add("Lost", { meetingDate: inDays(2), leadStatus: "Lost" });
  await add("Long ago", { meetingDate: inDays(-31) });
  await add("Last week", { meetingDate: inDays(-7) });
  const reply = await read(file);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({ "content-type": "text/calendar; charset=utf-8", "cache-control": "no-store" });
  expect(await summariesOf(file)).toEqual(["Last week", "First", "Second"]);
  const text = await textOf(file);
  expect(text).toContain("(269) 555-0122");
  expect(text).toContain("1 Main St");
  expect(text).toMatch(/^URL:http:\/\/localhost:3000\/estimator\/leads\/\d+\/details\r$/m);
  for (const secret of ["first@home.test", "Has a dog", "C-17"]) expect(text).not.toContain(secret);
});

test("[LEAD-37] a meeting keeps its UID when it moves, and its sequence grows", async () => {
  const { person, file } = await personWithFeed();
  const made = (
    await person.call("createLead", {
      body: buildLead({ meetingDate: inDays(2), userId: person.id, leadStatus: "New" }),
    })
  ).body;
  const seen = async () => {
    const text = await textOf(file);
    return { uid: /^UID:.*$/m.exec(text)?.[0], sequence: Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1]) };
  };
  const before = await seen();
  await person.call("updateLead", {
    params: { id: String(made.id) },
    body: { meetingDate: inDays(5), revision: made.revision, former: { meetingDate: made.meetingDate } },
  });
  const after = await seen();
  expect(after.uid).toBe(before.uid);
  expect(after.sequence).toBe(before.sequence + 1);
});

test("[LEAD-37] times are those of the company", async () => {
  const elsewhere = await server.createCompany();
  const admin = await server.signInNew({ companyId: elsewhere, role: "Admin" });
  await admin.call("updateSettings", { body: [{ op: "replace", path: "/timeZone", value: "America/Phoenix" }] });
  expect(await textOf(await renew(admin))).toContain("TZID:America/Phoenix");
});

test("[LEAD-38] the address is shown once, stored as a hash, and says when it was last read", async () => {
  const { person, file } = await personWithFeed();
  const secret = file.replace(".ics", "");
  expect(secret).toMatch(/^[\w-]{43}$/);
  const before = (await person.call("getCalendarFeed", {})).body;
  expect(before.createdTime).not.toBeNull();
  expect(before.lastReadTime).toBeNull();
  expect(JSON.stringify(before)).not.toContain(secret);
  const { rows } = await run("select * from calendar_feed where user_id = $1", [person.id]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  await read(file);
  expect((await person.call("getCalendarFeed", {})).body.lastReadTime).not.toBeNull();
});

test("[LEAD-38] a renewed, an ended, an unknown and an invalid address are not found", async () => {
  const { person, file } = await personWithFeed();
  const renewed = await renew(person);
  expect([await statusOf(file), await statusOf(renewed)]).toEqual([404, 200]);
  expect((await person.call("endCalendarFeed", {})).status).toBe(204);
  expect(await statusOf(renewed)).toBe(404);
  expect((await person.call("getCalendarFeed", {})).body).toEqual({ createdTime: null, lastReadTime: null });
  for (const unknown of [`${"a".repeat(43)}.ics`, "calendar.ics", renewed.replace(".ics", "")])
    expect(await statusOf(unknown), unknown).toBe(404);
  // Ending what has ended is no error.
  expect((await person.call("endCalendarFeed", {})).status).toBe(204);
});

test("[LEAD-38] no feed shows the meetings of a person who cannot enter the company", async () => {
  const { person, file } = await personWithFeed();
  const set = async (table: string, change: string, id: number): Promise<void> => {
    await run(`update ${table} set ${change} where id = $1`, [id]);
  };
  const shut = async (...[table, change, id]: [string, string, number]): Promise<void> => {
    await set(table, change, id);
    expect(await statusOf(file), change).toBe(404);
  };
  await shut("membership", "active = false", person.id);
  await set("membership", "active = true", person.id);
  await shut("company", "active = false", companyId);
  await set("company", "active = true", companyId);
  // It requires a second step, which this person has not set up.
  await shut("company", "two_step_required_time = now()", companyId);
  await set("company", "two_step_required_time = null", companyId);
  expect(await statusOf(file)).toBe(200);
  // The membership goes to another account: the address was made by the previous one.
  const other = await server.signInNew({});
  await run("update membership set account_id = $1 where id = $2", [other.accountId, person.id]);
  expect(await statusOf(file)).toBe(404);
});

test("[LEAD-38] a super admin in a company, who is no member, gets no address", async () => {
  const admin = await server.signInNew({ isSuperAdmin: true });
  const reply = await admin.call("renewCalendarFeed", { companyId });
  expect(reply.status).toBe(403);
});

test("[LEAD-38] reading one address, and guessing at addresses, is limited", async () => {
  const { file } = await personWithFeed();
  const { file: another } = await personWithFeed();
  const statuses: number[] = [];
  for (let reads = 0; reads <= READS_PER_FEED.attempts; reads += 1) statuses.push(await statusOf(file));
  expect(statuses.at(-2)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect(await statusOf(another)).toBe(200);
  const guesses: number[] = [];
  for (let guess = 0; guess <= 60; guess += 1) guesses.push((await read("guess.ics", "10.7.7.7")).statusCode);
  expect(guesses.at(-2)).toBe(404);
  expect(guesses.at(-1)).toBe(429);
  // A valid address keeps working while someone guesses others.
  expect((await read(another, "10.7.7.7")).statusCode).toBe(200);
});
