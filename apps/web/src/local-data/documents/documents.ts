import { isLocalId, isSigned, Problem, type StoredDocument } from "@ridgebook/contract";
import type { LocalChange } from "#local-data/database/change-record.ts";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { LocalStore, StoreSession, StoreTransaction } from "#local-data/database/local-store.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { fetchRecord } from "#local-data/merging/fetch-record.ts";
import { receiveRecords } from "#local-data/merging/receive.ts";
import { asRefusal } from "#local-data/outbox/device-refusal.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import type { Outbox } from "#local-data/outbox/outbox.ts";
import type { PendingChanges } from "#local-data/outbox/pending-changes.ts";
import { readSyncState } from "#local-data/outbox/record-sync-state.ts";
import { PDF_HASH } from "./document-entity.ts";
import { dropDocumentFile, keepDocumentFile, pruneDocumentFiles, readDocumentFile } from "./document-files.ts";
import type { DocumentStore, LocalDocument } from "./document-store.ts";

const storeName = "estimate-documents";

/** A document as the device holds it; ids are negative until the server has given others. */
type KeptDocument = Omit<LocalDocument, "sync">;

/** What only the server writes, as a document without a server begins: its PDF, where there is one, is on this device. */
const NEW_DOCUMENT = {
  revision: 0,
  createdByUserId: null,
  pdfStatus: 5,
  pdfUrl: null,
  pdfFailure: "",
  supersededById: null,
} as const satisfies Partial<StoredDocument>;

interface Entry {
  document: KeptDocument;
  change: LocalChange | undefined;
}

export function createDocumentStore({
  store,
  device,
  connection,
  outbox,
  changes,
  clock,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  connection: Connection;
  outbox: Outbox;
  changes: PendingChanges;
  clock: Clock;
}): DocumentStore {
  /* Reading */

  const toLocalDocument = ({ document, change }: Entry): LocalDocument => ({
    ...document,
    sync: readSyncState(change, { isSending: change !== undefined && outbox.isSending(change) }),
  });

  const toLocalDocuments = (entries: readonly Entry[]): LocalDocument[] =>
    [...entries]
      .sort((one, other) => other.document.createdTime.localeCompare(one.document.createdTime))
      .map(toLocalDocument);

  const readOf = (
    field: "estimateId" | "leadId",
    given: { storeName: "estimates" | "leads"; id: number },
  ): Promise<{ id: number; entries: Entry[] }> =>
    store.read(async (transaction) => {
      const id = await resolveId(transaction, given);
      const records = await transaction.recordsWith({ storeName, field, value: id });
      const entries: Entry[] = [];
      for (const record of records)
        entries.push({ document: asDocument(record), change: await transaction.change({ storeName, id: record.id }) });
      return { id, entries };
    });

  const readOfLead = (id: number) => readOf("leadId", { storeName: "leads", id });

  const readEntry = async (transaction: StoreTransaction, givenId: number): Promise<Entry | undefined> => {
    const id = await resolveId(transaction, { storeName, id: givenId });
    const record = await transaction.record(storeName, id);
    return record && { document: asDocument(record), change: await transaction.change({ storeName, id }) };
  };

  const find: DocumentStore["find"] = async (id) => {
    const entry = await store.read((transaction) => readEntry(transaction, id));
    return entry && toLocalDocument(entry);
  };

  const receive = (session: StoreSession, incoming: readonly StoredRecord[]): Promise<void> =>
    session.write((transaction) => receiveRecords(transaction, { storeName, incoming, isLate: true }));

  const fetchOfLead: DocumentStore["fetchOfLead"] = async (givenId) => {
    const session = store.session();
    const leadId = await session.read((transaction) => resolveId(transaction, { storeName: "leads", id: givenId }));
    // The server has never heard of a lead that waits here.
    if (isLocalId(leadId)) return toLocalDocuments((await readOfLead(leadId)).entries);
    const query = { leadId: String(leadId) };
    const { body } = await connection.call({ method: "GET", path: "/api/documents", query, session: session.owner });
    const listed = readDocumentList(body);
    await receive(session, listed);
    const { entries } = await readOfLead(leadId);
    const listedIds = new Set(listed.map(({ id }) => id));
    // Documents that were deleted here, or there since, are left out; those with something to send never.
    const shown = entries.filter(({ document, change }) => change !== undefined || listedIds.has(document.id));
    return toLocalDocuments(shown.filter((entry) => !isAnsweredCreate(entry, entries)));
  };

  const fetch: DocumentStore["fetch"] = async (givenId) => {
    const id = await store.read((transaction) => resolveId(transaction, { storeName, id: givenId }));
    if (!isLocalId(id) && connection.hasNetwork())
      await fetchRecord(
        { store, connection },
        { storeName, id },
        { path: `/api/documents/${String(id)}`, isRecord: isDocument },
      );
    const document = await find(id);
    if (!document) throw new Problem("notFound");
    return document;
  };

  /* Writing */

  const create: DocumentStore["create"] = async ({ pdf, sourceId, basedOnId, ...values }) => {
    const { owner } = store.session();
    const time = clock.now();
    const data = { ...values.data };
    const file = pdf && (await keepDocumentFile({ database: device, owner }, { bytes: pdf, savedTime: time }));
    if (file) data[PDF_HASH] = file.hash;
    const key = await outbox
      .create({
        storeName,
        values: {
          ...NEW_DOCUMENT,
          ...values,
          data,
          sourceId: sourceId ?? null,
          basedOnId: basedOnId ?? null,
          receivedTime: values.createdTime,
        },
      })
      .catch(async (error: unknown) => {
        // A paper that no document names would only take the space that is missing.
        if (file?.isNew) await dropDocumentFile({ database: device, owner }, file.hash).catch(() => undefined);
        throw error;
      });
    await pruneDocumentFiles({ database: device, owner }, await unsentHashes()).catch(() => undefined);
    return await outbox.sendNow(key);
  };

  /** Files that a document names which the server may not have. */
  const unsentHashes = (): Promise<ReadonlySet<string>> =>
    store.read(async (transaction) => {
      const hashes = new Set<string>();
      for (const { id, data } of await transaction.changes(storeName)) {
        const record = (await transaction.record(storeName, id)) ?? data.removed;
        const hash = (record?.data as Record<string, string> | undefined)?.[PDF_HASH];
        if (hash !== undefined) hashes.add(hash);
      }
      return hashes;
    });

  const remove: DocumentStore["remove"] = async (givenId) => {
    try {
      const entry = await store.read((transaction) => readEntry(transaction, givenId));
      if (!entry) throw new Problem("notFound");
      const { id } = entry.document;
      // Only the server knows who may, and what was signed and not sent yet exists nowhere else.
      if (isSigned(entry.document) && (isLocalId(id) || connection.isUnreachable()))
        return { outcome: "refused", id, problem: new Problem("documentSigned") };
      const key = await outbox.edit({ storeName, id, edit: { kind: "delete" } });
      const result = await outbox.sendNow(key);
      if (result.outcome === "refused") await changes.takeBackDelete({ storeName, id: result.id });
      return result;
    } catch (error) {
      return asRefusal(givenId, error);
    }
  };

  return {
    listOfEstimate: async (id) =>
      toLocalDocuments((await readOf("estimateId", { storeName: "estimates", id })).entries),
    listOfLead: async (id) => toLocalDocuments((await readOfLead(id)).entries),
    fetchOfLead,
    find,
    fetch,
    create,
    remove,
    keptPdf: async ({ data }) => {
      const hash = data[PDF_HASH];
      return hash === undefined
        ? undefined
        : await readDocumentFile({ database: device, owner: store.session().owner }, hash);
    },
    receive: (document) => receive(store.session(), [document]),
  };
}

/** What an older version of the app has left out begins as in a new document. */
const asDocument = (record: StoredRecord): KeptDocument => ({ ...NEW_DOCUMENT, ...record }) as unknown as KeptDocument;

/** The answer to a create may have been lost: then the server's document is the same as the one that waits here. */
const isAnsweredCreate = ({ document, change }: Entry, entries: readonly Entry[]): boolean =>
  change === undefined &&
  entries.some(
    (other) =>
      other.change?.data.attempt?.kind === "create" &&
      other.document.createdTime === document.createdTime &&
      other.document.data["number"] === document.data["number"] &&
      other.document.type === document.type,
  );

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isDocument = (value: unknown): value is StoredRecord =>
  isObject(value) && Number.isInteger(value.id) && Number.isInteger(value.revision) && isObject(value.data);

/** Throws `unavailable` for what cannot come from our server. */
function readDocumentList(body: unknown): StoredRecord[] {
  if (!Array.isArray(body) || !body.every(isDocument)) throw new Problem("unavailable");
  return body;
}
