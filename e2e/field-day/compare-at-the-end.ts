import type { Page } from "playwright-core";
import { PASSWORD, SALES } from "../support/account.ts";
import { readStore } from "../support/device.ts";
import { serverQuantities } from "../support/estimates.ts";
import type { Journal } from "./journal.ts";
import type { Office } from "./office.ts";
import { sha256 } from "./person.ts";

const STORES = ["leads", "estimates", "estimate-documents"] as const;
type StoreName = (typeof STORES)[number];
type Records = Record<string, unknown>[];
type View = Record<StoreName, Records>;

const FIELD_OF_LABEL = { Street: "street", City: "city", Company: "company", Description: "description" } as const;
const ASK_EVERY_MS = 200;
const SAME_WITHIN_MS = 30_000;

/**
 * Compares the server and the device with what a person saw saved.
 *
 * @returns one line for each missing, doubled or different record, with its place
 */
export async function compareAtTheEnd({
  office,
  page,
  journal,
  lastName,
}: {
  office: Office;
  page: Page;
  journal: Journal;
  lastName: string;
}): Promise<string[]> {
  const headers = await signInPast(office);
  const waiting = await readStore(page, "local-changes");
  const losses = waiting.map(
    ({ storeName, id, error }) =>
      `the outbox still holds ${String(storeName)} ${String(id)}: ${error ? JSON.stringify(error) : "waiting"}`,
  );
  const { server, differences } = await compareViews({ office, headers, page });
  return [
    ...losses,
    ...differences,
    ...checkLeads({ leads: server.leads, journal, lastName }),
    ...(await checkEstimates({ office, server, journal })),
    ...(await checkContracts({ office, headers, page, documents: server["estimate-documents"], journal })),
  ];
}

async function signInPast({ url }: Office): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: SALES, password: PASSWORD }),
  });
  const { token } = (await reply.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Everything that the server sends a salesperson, by the change feed from its beginning. */
async function readServer({ url }: Office, headers: Record<string, string>): Promise<View> {
  const byId = new Map<StoreName, Map<unknown, Record<string, unknown>>>(STORES.map((name) => [name, new Map()]));
  for (let cursor: string | undefined; ;) {
    const query = new URLSearchParams({
      stores: STORES.join(","),
      limit: "1000",
      ...(cursor !== undefined && { cursor }),
    });
    const reply = await fetch(`${url}/api/changes?${query.toString()}`, { headers });
    const answer = (await reply.json()) as { changed: Partial<View>; cursor: string; more: boolean };
    for (const name of STORES) for (const record of answer.changed[name] ?? []) byId.get(name)?.set(record.id, record);
    if (!answer.more) break;
    cursor = answer.cursor;
  }
  return Object.fromEntries(STORES.map((name) => [name, [...(byId.get(name)?.values() ?? [])]])) as View;
}

const readDevice = async (page: Page): Promise<View> =>
  Object.fromEntries(
    await Promise.all(STORES.map(async (name) => [name, await readStore(page, name)] as const)),
  ) as View;

/** The same records on both sides; the device may still be storing the last ones. */
async function compareViews({
  office,
  headers,
  page,
}: {
  office: Office;
  headers: Record<string, string>;
  page: Page;
}): Promise<{ server: View; differences: string[] }> {
  const giveUpAt = performance.now() + SAME_WITHIN_MS;
  for (;;) {
    const server = await readServer(office, headers);
    const device = await readDevice(page);
    const differences = STORES.flatMap((name) => differencesOf({ name, server: server[name], device: device[name] }));
    if (differences.length === 0 || performance.now() > giveUpAt) return { server, differences };
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

function differencesOf({ name, server, device }: { name: StoreName; server: Records; device: Records }): string[] {
  const there = new Map(server.map((record) => [record.id, record]));
  const here = new Map(device.map((record) => [record.id, record]));
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((id) => {
    const [one, other] = [there.get(id), here.get(id)];
    if (!one) return [`${name} ${String(id)} is on the device only`];
    if (!other) return [`${name} ${String(id)} is on the server only`];
    const fields = Object.keys(one).filter((field) => toText(one[field]) !== toText(other[field]));
    return fields.map(
      (field) => `${name} ${String(id)}, ${field}: ${toText(one[field])} there, ${toText(other[field])} here`,
    );
  });
}

/** A value with its members sorted. */
const toText = (value: unknown): string =>
  JSON.stringify([value], (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

function checkLeads({ leads, journal, lastName }: { leads: Records; journal: Journal; lastName: string }): string[] {
  const losses: string[] = [];
  for (const { customerNumber, entries } of journal.leads) {
    const found = leads.filter((lead) => lead.customerNumber === customerNumber);
    if (found.length !== 1) losses.push(`lead ${customerNumber} is on the server ${String(found.length)} times`);
    for (const [label, value] of entries) {
      const there = found[0]?.[FIELD_OF_LABEL[label]];
      if (there !== value)
        losses.push(`lead ${customerNumber}, ${label}: saved "${value}", the server has "${String(there)}"`);
    }
  }
  const known = new Set(journal.leads.map(({ customerNumber }) => customerNumber));
  for (const lead of leads)
    if (lead.lastName === lastName && !known.has(String(lead.customerNumber)))
      losses.push(`lead ${String(lead.id)} is on the server, and nobody saved it`);
  return losses;
}

async function checkEstimates({
  office,
  server,
  journal,
}: {
  office: Office;
  server: View;
  journal: Journal;
}): Promise<string[]> {
  const losses: string[] = [];
  for (const { name, leadNumber, length } of journal.estimates) {
    const found = server.estimates.filter((estimate) => estimate.name === name);
    if (found.length !== 1) losses.push(`estimate ${name} is on the server ${String(found.length)} times`);
    const [estimate] = found;
    if (!estimate) continue;
    const lead = server.leads.find(({ id }) => id === estimate.leadId);
    if (lead?.customerNumber !== leadNumber) losses.push(`estimate ${name} is not of lead ${leadNumber}`);
    if (length === undefined) continue;
    const quantities = await serverQuantities(office, Number(estimate.id));
    if (!Object.values(quantities).includes(length))
      losses.push(`estimate ${name}: saved ${String(length)} feet, the server has ${JSON.stringify(quantities)}`);
  }
  return losses;
}

async function checkContracts({
  office,
  headers,
  page,
  documents,
  journal,
}: {
  office: Office;
  headers: Record<string, string>;
  page: Page;
  documents: Records;
  journal: Journal;
}): Promise<string[]> {
  const losses: string[] = [];
  const kept = new Set(await readKeptHashes(page));
  for (const { hash } of journal.contracts) {
    if (!kept.has(hash)) losses.push(`the device does not keep contract ${hash} any more`);
    const found = documents.filter(({ data }) => (data as Record<string, string>).pdfHash === hash);
    if (found.length !== 1) losses.push(`contract ${hash} is on the server ${String(found.length)} times`);
    const [document] = found;
    if (!document) continue;
    const reply = await fetch(`${office.url}/pdf/contract/${String(document.id)}`, { headers });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    if (!reply.ok || sha256(bytes) !== hash)
      losses.push(`contract ${hash}: the server answers ${String(reply.status)} and other bytes`);
  }
  return losses;
}

/** SHA-256 of the PDFs on the device, computed from their bytes. */
const readKeptHashes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const files = await new Promise<{ bytes: Uint8Array }[]>((resolve, reject) => {
      const opening = indexedDB.open("ridgebook-device");
      opening.onerror = () => reject(new Error("The database does not open."));
      opening.onsuccess = () => {
        const reading = opening.result.transaction("documentFiles").objectStore("documentFiles").getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result as { bytes: Uint8Array }[]);
        };
      };
    });
    return Promise.all(
      files.map(async ({ bytes }) => {
        const digest = await crypto.subtle.digest("SHA-256", bytes.slice().buffer);
        return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
      }),
    );
  });
