import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY_HEADER } from "@ridgebook/contract";
import { DEMO_PASSWORD } from "#database/demo/demo-accounts.ts";
import { createTestDatabase } from "#database/testing/test-database.ts";
import { createServerProcess, type ServerProcess } from "./testing/server-process.ts";

/*
 * Acknowledged writes survive a crash: several users write as fast as they can, the server is killed and started again, and every write that it
 * acknowledged must be there.
 */

const WRITERS = 4;
/** Leads acknowledged before the kill. When they are reached, every writer has its next request in flight. */
const ACKNOWLEDGED = 100;
const ROUNDS = 2;
const BATCH_CALLS = 40;

/** One installation for all: what a test before has written must stay as well. */
let installation: ServerProcess;
beforeAll(async () => {
  installation = await createServerProcess();
  await installation.start();
});
afterAll(() => installation.close());

const written: Written[] = [];

/** A lead that a user wrote, with the last values that the server confirmed. */
interface Written {
  readonly name: string;
  readonly key: string;
  id: number | undefined;
  city: string | undefined;
  /** Sent without an answer: it may be there or not. */
  unconfirmedCity: string | undefined;
}

async function signIn(url: string): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "sales@demo.test", password: DEMO_PASSWORD }),
  });
  const { token } = (await reply.json()) as { token: string };
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

async function createLead(
  url: string,
  { headers, name, key }: { headers: Record<string, string>; name: string; key: string },
): Promise<number | undefined> {
  const reply = await fetch(`${url}/api/leads/`, {
    method: "POST",
    headers: { ...headers, [IDEMPOTENCY_KEY_HEADER]: key },
    body: JSON.stringify({ company: name }),
  });
  return reply.ok ? ((await reply.json()) as { id: number }).id : undefined;
}

/** Creates leads and edits each until `isOver`, and calls `onAcknowledged` for each; the death of the server ends it. */
async function writeLeads(
  url: string,
  {
    headers,
    writer,
    isOver,
    onAcknowledged,
  }: { headers: Record<string, string>; writer: string; isOver: () => boolean; onAcknowledged: () => void },
): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const name = `${writer} lead ${String(count)}`;
    const key = `${writer}-lead-${String(count)}-key-0000`.replaceAll(" ", "-");
    const lead: Written = { name, key, id: undefined, city: undefined, unconfirmedCity: undefined };
    written.push(lead);
    try {
      lead.id = await createLead(url, { headers, name, key });
      if (lead.id === undefined) continue;
      lead.unconfirmedCity = `city of ${name}`;
      const reply = await fetch(`${url}/api/leads/${String(lead.id)}`, {
        method: "PUT",
        headers: { ...headers, [IDEMPOTENCY_KEY_HEADER]: `${key}-edit` },
        body: JSON.stringify({ city: lead.unconfirmedCity, revision: 1, former: { city: "" } }),
      });
      if (!reply.ok) continue;
      lead.city = lead.unconfirmedCity;
      onAcknowledged();
    } catch {
      // The server died in the middle of this one.
    }
  }
}

/** Several people write until `strike` has happened. */
async function writeUntil(
  url: string,
  { round, strike }: { round: string; strike: () => Promise<void> },
): Promise<void> {
  let isOver = false;
  const headers = await Promise.all(Array.from({ length: WRITERS }, () => signIn(url)));
  let writers: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    let acknowledged = 0;
    const onAcknowledged = (): void => {
      acknowledged += 1;
      if (acknowledged === ACKNOWLEDGED) resolve();
    };
    writers = headers.map((own, index) =>
      writeLeads(url, {
        headers: own,
        writer: `${round} writer ${String(index)}`,
        isOver: () => isOver,
        onAcknowledged,
      }),
    );
  });
  await strike();
  isOver = true;
  await Promise.allSettled(writers);
}

async function readAllLeads(url: string): Promise<{ id: number; company: string; city: string }[]> {
  const headers = await signIn(url);
  const leads: { id: number; company: string; city: string }[] = [];
  for (let cursor: string | undefined; ;) {
    const query = new URLSearchParams({ stores: "leads", limit: "1000", ...(cursor !== undefined && { cursor }) });
    const reply = await fetch(`${url}/api/changes?${query.toString()}`, { headers });
    const page = (await reply.json()) as { changed: { leads: typeof leads }; cursor: string; more: boolean };
    leads.push(...page.changed.leads);
    if (!page.more) return leads;
    cursor = page.cursor;
  }
}

/** Repeats what got no answer, as a device does, and compares everything with what was confirmed. */
async function expectEverythingThere(url: string): Promise<void> {
  const headers = await signIn(url);
  for (const { name, key, id } of written)
    if (id === undefined) expect(await createLead(url, { headers, name, key })).toBeGreaterThan(0);

  const leads = await readAllLeads(url);
  for (const { name, id, city, unconfirmedCity } of written) {
    const found = leads.filter(({ company }) => company === name);
    expect(found.map(({ company }) => company)).toEqual([name]);
    if (id !== undefined) expect(found[0]?.id).toBe(id);
    const possible = city === undefined ? ["", unconfirmedCity] : [city];
    expect(possible).toContain(found[0]?.city);
  }
}

/** Writes, kills, starts again and looks, several times over; the data of earlier rounds must stay as well. */
async function killAndCompare(
  server: ServerProcess,
  { of, strike }: { of: string; strike: () => Promise<void> },
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await writeUntil(server.url, { round: `${of} round ${String(round)}`, strike });
    await server.start();
    await expectEverythingThere(server.url);
  }
}

/** The process of the PostgreSQL server that a data folder's server brought along. */
async function findPostgresPid(dataFolder: string): Promise<number> {
  const files = await readdir(dataFolder, { recursive: true });
  const pidFile = files.find((file) => path.basename(file) === "postmaster.pid");
  if (pidFile === undefined) throw new Error("No PostgreSQL runs on the data folder.");
  const [pid] = (await readFile(path.join(dataFolder, pidFile), "utf8")).split("\n");
  return Number(pid);
}

/** New leads of these names and, at the end, a change that the server refuses. */
async function sendBatch(url: string, headers: Record<string, string>, names: readonly string[]): Promise<number[]> {
  const creates = names.map((name) => ({
    path: "/api/leads/",
    method: "POST",
    key: keyOfLead(name),
    body: { company: name },
  }));
  const refused = { path: "/api/leads/999999999", method: "DELETE", key: `${keyOfLead(names[0] ?? "")}-refused` };
  const reply = await fetch(`${url}/api/batch`, {
    method: "POST",
    headers,
    body: JSON.stringify({ calls: [...creates, refused] }),
  });
  return ((await reply.json()) as { replies: { status: number }[] }).replies.map(({ status }) => status);
}

const keyOfLead = (name: string): string => `batch-key-of-${name.replaceAll(" ", "-")}`;

test("[SYNC-10] [SYNC-61] everything that a batch has acknowledged is there after kill -9 of PostgreSQL, although its last call was refused", async () => {
  const server = installation;
  const headers = await signIn(server.url);
  const postgresPid = await findPostgresPid(server.dataFolder);
  const names = Array.from({ length: BATCH_CALLS }, (_, index) => `Acknowledged ${String(index)}`);
  const statuses = await sendBatch(server.url, headers, names);
  process.kill(postgresPid, "SIGKILL");
  await server.kill();
  expect(statuses).toEqual([...names.map(() => 200), 404]);

  await server.start();
  const companies = (await readAllLeads(server.url)).map(({ company }) => company);
  for (const name of names) expect(companies.filter((company) => company === name)).toEqual([name]);
});

describe("[SYNC-10] every acknowledged write is there after kill -9", () => {
  test("of the server in a write loop", async () => {
    await killAndCompare(installation, { of: "server", strike: () => installation.kill() });
  });

  test("of PostgreSQL, with the server on top of it", async () => {
    await killAndCompare(installation, {
      of: "PostgreSQL",
      strike: async () => {
        process.kill(await findPostgresPid(installation.dataFolder), "SIGKILL");
        await installation.kill();
      },
    });
  });

  const givenUrl = process.env["TEST_DATABASE_URL"];
  if (givenUrl !== undefined)
    test("of the server in a write loop on the database of TEST_DATABASE_URL", async () => {
      const database = await createTestDatabase(givenUrl);
      const server = await createServerProcess({ database });
      try {
        await server.start();
        written.length = 0;
        await killAndCompare(server, { of: "given database", strike: () => server.kill() });
      } finally {
        await server.close();
        await database.close();
      }
    });
});
