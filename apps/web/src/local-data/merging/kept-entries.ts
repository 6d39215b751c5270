import { isLocalId, Problem } from "@ridgebook/contract";
import type { LocalChange } from "#local-data/database/change-record.ts";
import type { LocalStore, StoreSession, StoreTransaction } from "#local-data/database/local-store.ts";
import type { QueuedStoreName, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import { fetchRecord } from "./fetch-record.ts";
import { readAskedAt, receiveRecords, type AskedAt } from "./receive.ts";

/** A record as its store knows it, with what waits to be sent of it. */
export interface Entry<Kept> {
  record: Kept;
  change: LocalChange | undefined;
}

/** The records of one store, looked for by ids that the server may have replaced since. */
interface KeptEntries<Kept> {
  find(transaction: StoreTransaction, givenId: number): Promise<Entry<Kept> | undefined>;
  /** Those whose `field` names a record. */
  listNaming(field: string, named: RecordKey): Promise<Entry<Kept>[]>;
  /**
   * Those of a lead as the server lists them, which the device has then too, with those that wait here. Throws the call's `Problem`,
   * and `unavailable` for a list that cannot come from our server.
   */
  fetchOfLead(givenId: number): Promise<Entry<Kept>[]>;
  /** Brings one up to date where there is a network (`fetchRecord`). */
  fetch(givenId: number): Promise<void>;
  /** `askedAt` goes with what shows the records as they are (`receiveRecords`). */
  receive(session: StoreSession, incoming: readonly StoredRecord[], askedAt?: AskedAt): Promise<void>;
}

export function createKeptEntries<Kept extends { readonly id: number }>({
  store,
  connection,
  storeName,
  path,
  asKept,
  isRecord,
  isAnsweredCreate,
}: {
  store: LocalStore;
  connection: Connection;
  storeName: QueuedStoreName;
  /** Of the list, which takes `leadId`; a record stands below it. */
  path: string;
  /** What an older version of the app has left out begins as in a new record. */
  asKept: (record: StoredRecord) => Kept;
  /** Whether it can come from our server. */
  isRecord: (value: unknown) => value is StoredRecord;
  /** Whether it is the server's answer to a create that waits here, because the answer was lost. */
  isAnsweredCreate: (entry: Entry<Kept>, entries: readonly Entry<Kept>[]) => boolean;
}): KeptEntries<Kept> {
  const find: KeptEntries<Kept>["find"] = async (transaction, givenId) => {
    const id = await resolveId(transaction, { storeName, id: givenId });
    const record = await transaction.record(storeName, id);
    return record && { record: asKept(record), change: await transaction.change({ storeName, id }) };
  };

  const listNaming: KeptEntries<Kept>["listNaming"] = (field, named) =>
    store.read(async (transaction) => {
      const value = await resolveId(transaction, named);
      const entries: Entry<Kept>[] = [];
      for (const record of await transaction.recordsWith({ storeName, field, value }))
        entries.push({ record: asKept(record), change: await transaction.change({ storeName, id: record.id }) });
      return entries;
    });

  const receive: KeptEntries<Kept>["receive"] = (session, incoming, askedAt) =>
    session.write((transaction) => receiveRecords(transaction, { storeName, incoming, isLate: true, askedAt }));

  const fetchOfLead: KeptEntries<Kept>["fetchOfLead"] = async (givenId) => {
    const session = store.session();
    const { leadId, askedAt } = await session.read(async (transaction) => ({
      leadId: await resolveId(transaction, { storeName: "leads", id: givenId }),
      askedAt: await readAskedAt(transaction),
    }));
    const readThem = () => listNaming("leadId", { storeName: "leads", id: leadId });
    // The server has never heard of a lead that waits here.
    if (isLocalId(leadId)) return await readThem();
    const query = { leadId: String(leadId) };
    const { body } = await connection.call({ method: "GET", path, query, session: session.owner });
    if (!Array.isArray(body) || !body.every(isRecord)) throw new Problem("unavailable");
    await receive(session, body, askedAt);
    const entries = await readThem();
    const listedIds = new Set(body.map(({ id }) => id));
    // What was deleted here, or there since, is left out; what has something to send never.
    const shown = entries.filter(({ record, change }) => change !== undefined || listedIds.has(record.id));
    return shown.filter((entry) => !isAnsweredCreate(entry, entries));
  };

  const fetch: KeptEntries<Kept>["fetch"] = async (givenId) => {
    const id = await store.read((transaction) => resolveId(transaction, { storeName, id: givenId }));
    if (isLocalId(id) || !connection.hasNetwork()) return;
    await fetchRecord({ store, connection }, { storeName, id }, { path: `${path}/${String(id)}`, isRecord });
  };

  return { find, listNaming, fetchOfLead, fetch, receive };
}
