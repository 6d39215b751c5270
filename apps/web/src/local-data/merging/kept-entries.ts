import { isLocalId, Problem } from "@ridgebook/contract";
import type { LocalChange } from "#local-data/database/change-record.ts";
import type { LocalStore, StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { QueuedStoreName, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import { fetchRecord } from "./fetch-record.ts";
import { readAskedAt, receiveRecords, type AskedAt } from "./receive.ts";

/** A record with its pending change. */
export interface Entry<Kept> {
  record: Kept;
  change: LocalChange | undefined;
}

/** Reads the records of one store by ids that the server may have replaced. */
interface KeptEntries<Kept> {
  find(transaction: StoreTransaction, givenId: number): Promise<Entry<Kept> | undefined>;
  /** Lists the records whose `field` refers to the record `named`. */
  listNaming(field: string, named: RecordKey): Promise<Entry<Kept>[]>;
  /**
   * Fetches and stores the server's list of a lead's records; returns it with the unsent ones of this device. Throws the call's `Problem`,
   * and `unavailable` for a list that cannot come from our server.
   */
  fetchOfLead(givenId: number): Promise<Entry<Kept>[]>;
  /** Fetches one record, if there is a network (`fetchRecord`). */
  fetch(givenId: number): Promise<void>;
  /** Stores records from the server; for `askedAt` see `receiveRecords`. */
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
  /** The path of the list, which takes `leadId`; records are below it. */
  path: string;
  /** Fills in members that an older version of the app left out, as in a new record. */
  asKept: (record: StoredRecord) => Kept;
  /** Whether a value can come from our server. */
  isRecord: (value: unknown) => value is StoredRecord;
  /** Whether a listed record is the result of a pending create whose reply was lost. */
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
    // The server does not have an unsent lead.
    if (isLocalId(leadId)) return await readThem();
    const query = { leadId: String(leadId) };
    const { body } = await connection.call({ method: "GET", path, query, session: session.owner });
    if (!Array.isArray(body) || !body.every(isRecord)) throw new Problem("unavailable");
    await receive(session, body, askedAt);
    const entries = await readThem();
    const listedIds = new Set(body.map(({ id }) => id));
    // Leave out records that were deleted here or on the server, but never ones with a pending change.
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
