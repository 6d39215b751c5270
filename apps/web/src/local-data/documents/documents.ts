import {
  documentKindOf,
  isLocalId,
  isSigned,
  Problem,
  statusAfterContract,
  type StoredDocument,
  isObject,
} from "@ridgebook/contract";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { createKeptEntries, type Entry } from "#local-data/merging/kept-entries.ts";
import { asRefusal } from "#local-data/outbox/device-refusal.ts";
import type { Outbox, PrepareEdit } from "#local-data/outbox/outbox.ts";
import type { PendingChanges } from "#local-data/outbox/pending-changes.ts";
import { readSyncState } from "#local-data/outbox/record-sync-state.ts";
import { PDF_HASH } from "./document-entity.ts";
import { dropDocumentFile, keepDocumentFile, pruneDocumentFiles, readDocumentFile } from "./document-files.ts";
import type { DocumentStore, LocalDocument } from "./document-store.ts";

const storeName = "estimate-documents";

/** A stored document; its ids are negative until the server has given others. */
type KeptDocument = Omit<LocalDocument, "sync" | "problem">;

/** The initial values of members that only the server writes. */
const NEW_DOCUMENT = {
  revision: 0,
  createdByUserId: null,
  pdfStatus: 5,
  pdfUrl: null,
  pdfFailure: "",
  supersededById: null,
  findings: [],
} as const satisfies Partial<StoredDocument>;

const READ_AT_ONCE = 50;

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

  const kept = createKeptEntries({
    store,
    connection,
    storeName,
    path: "/api/documents",
    asKept: asDocument,
    isRecord: isDocument,
    isAnsweredCreate,
  });

  const toLocalDocument = ({ record, change }: Entry<KeptDocument>): LocalDocument => ({
    ...record,
    sync: readSyncState(change, { isSending: change !== undefined && outbox.isSending(change) }),
    ...(change?.error && { problem: change.error }),
  });

  const toLocalDocuments = (entries: readonly Entry<KeptDocument>[]): LocalDocument[] =>
    [...entries]
      .sort((one, other) => other.record.createdTime.localeCompare(one.record.createdTime))
      .map(toLocalDocument);

  const find: DocumentStore["find"] = async (id) => {
    const entry = await store.read((transaction) => kept.find(transaction, id));
    return entry && toLocalDocument(entry);
  };

  const hasNumber: DocumentStore["hasNumber"] = async (number) => {
    const ids = await store.read((transaction) => transaction.recordIds(storeName));
    // Documents are large: read a few at a time, so that writes can run in between.
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const records = await store.read((transaction) =>
        transaction.recordsByIds(storeName, ids.slice(from, from + READ_AT_ONCE)),
      );
      if (records.some((record) => record && asDocument(record).data["number"] === number)) return true;
    }
    return false;
  };

  const fetch: DocumentStore["fetch"] = async (id) => {
    await kept.fetch(id);
    const document = await find(id);
    if (!document) throw new Problem("notFound");
    return document;
  };

  /* Writing */

  const create: DocumentStore["create"] = async ({ pdf, sourceId, basedOnId, ...values }, { whenStored } = {}) => {
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
        ...(isSigned(values) && { findSame: findSamePaper }),
        ...(isSigned(values) &&
          documentKindOf(values.type) === "contract" && {
            alongside: { storeName: "leads" as const, id: values.leadId, prepare: markSold },
          }),
      })
      .catch(async (error: unknown) => {
        // A PDF without a document would only use space.
        if (file?.isNew) await dropDocumentFile({ database: device, owner }, file.hash).catch(() => undefined);
        throw error;
      });
    whenStored?.();
    // The document is stored: a later failure must not look as if it were not.
    await unsentHashes()
      .then((hashes) => pruneDocumentFiles({ database: device, owner }, hashes))
      .catch(() => undefined);
    return await outbox.sendNow(key);
  };

  /**
   * Finds a stored document for the same signed draft, by its number: another tab, or this one before a crash, has finished the
   * draft.
   */
  const findSamePaper = async (
    transaction: StoreTransaction,
    { estimateId, type, data }: FieldValues,
  ): Promise<StoredRecord | undefined> => {
    const paper = { type, number: (data as StoredDocument["data"])["number"] };
    if (paper.number === undefined) return undefined;
    const there = await transaction.recordsWith({ storeName, field: "estimateId", value: estimateId as number });
    return there.find((record) => {
      const document = asDocument(record);
      return isSigned(document) && document.type === paper.type && document.data["number"] === paper.number;
    });
  };

  /** The hashes of files of documents that may not be on the server. */
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
      const entry = await store.read((transaction) => kept.find(transaction, givenId));
      if (!entry) throw new Problem("notFound");
      const { id } = entry.record;
      // Only the server knows who may delete it, and an unsent signed document exists nowhere else.
      if (isSigned(entry.record) && (isLocalId(id) || connection.isUnreachable()))
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
    listOfEstimate: async (id) => toLocalDocuments(await kept.listNaming("estimateId", { storeName: "estimates", id })),
    listOfLead: async (id) => toLocalDocuments(await kept.listNaming("leadId", { storeName: "leads", id })),
    fetchOfLead: async (id) => toLocalDocuments(await kept.fetchOfLead(id)),
    hasNumber,
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
    receive: (document) => kept.receive(store.session(), [document]),
  };
}

/** Sets the lead's status after a signed contract, as an ordinary edit that the user may change again. */
const markSold: PrepareEdit = (_transaction, { record }) => {
  const { leadStatus } = record as Partial<Record<"leadStatus", unknown>>;
  if (typeof leadStatus !== "string") return Promise.resolve(undefined);
  const status = statusAfterContract(leadStatus, "Sold");
  return Promise.resolve(
    status === leadStatus ? undefined : { kind: "update", changed: { leadStatus: status }, from: { leadStatus } },
  );
};

// Records of this store come from the contract's replies or from `NEW_DOCUMENT`.
const asDocument = (record: StoredRecord): KeptDocument => ({ ...NEW_DOCUMENT, ...record }) as unknown as KeptDocument;

const isAnsweredCreate = ({ record, change }: Entry<KeptDocument>, entries: readonly Entry<KeptDocument>[]): boolean =>
  change === undefined &&
  entries.some(
    (other) =>
      other.change?.data.attempt?.kind === "create" &&
      other.record.createdTime === record.createdTime &&
      other.record.data["number"] === record.data["number"] &&
      other.record.type === record.type,
  );

const isDocument = (value: unknown): value is StoredRecord =>
  isObject(value) && Number.isInteger(value.id) && Number.isInteger(value.revision) && isObject(value.data);
