import type { EstimateField, HoverJob, HoverMeasurements } from "@ridgebook/contract";
import { Dexie, type Table } from "dexie";
import type { Owner } from "#local-data/device/server-calls.ts";
import type { LocalChange } from "./change-record.ts";
import type { LocalIdCounter, LocalIdMapping, Storage } from "./specified-database.ts";
import type { DraftStoreName, FieldValues, QueuedStoreName, StoredRecord } from "./stored-record.ts";
import { withoutLiveQueries } from "./without-live-queries.ts";

export const DEVICE_DATABASE_NAME = "ridgebook-device";

/** `release` is the release whose shapes the values have; missing for 1 (`kept-shapes.ts`). */
interface Stamped {
  release?: number;
}

/** Unsaved input of a form. */
export interface Draft extends Owner, Stamped {
  storeName: DraftStoreName;
  /** The record's id; 0 for the form of a new record. */
  id: number;
  values: FieldValues;
  /** Identifies the new record that the form creates, to recognize a draft that was saved. Drafts of former releases have none. */
  key?: string;
  /** Epoch milliseconds. */
  savedTime: number;
}

/** The unsaved form of one workflow copy of an estimate. */
export interface EstimateDraft extends Owner, Stamped {
  estimateId: number;
  /** The contract's `summaryKey` of the copy. */
  copyKey: string;
  values: FieldValues;
  /** Epoch milliseconds. */
  savedTime: number;
}

/** The last number that a counter of the device has given, for all accounts. */
interface DeviceCounter {
  name: string;
  lastId: number;
}

/** One owner's unsent work in one company, set aside while the device belongs to another user. */
export interface HeldWork extends Owner {
  /** Identifies the transfer, so that a crash in the middle neither loses nor duplicates the work. */
  transferId: string;
  /** Epoch milliseconds. */
  heldTime: number;
  changes: LocalChange[];
  /** The changed records and those they refer to. */
  records: { storeName: QueuedStoreName; record: StoredRecord }[];
  /** The counters of local ids, so that an old id is never given to a new record. */
  counters: LocalIdCounter[];
  idMap: LocalIdMapping[];
}

/** The PDF of a document that was signed on this device, or a photo that was taken here. */
export interface DocumentFile extends Owner {
  /** SHA-256 of the bytes, hexadecimal; for a photo the id of its file, which also derives from the bytes. */
  hash: string;
  bytes: Uint8Array;
  /** Missing if the file is no photo. */
  isPhoto?: true;
  /** Epoch milliseconds. */
  savedTime: number;
}

/** A lead that its owner keeps complete on this device. */
export interface PinnedLead extends Owner {
  leadId: number;
  /** Epoch milliseconds. */
  pinnedTime: number;
}

/** The time at which the owner last opened a lead on this device. */
export interface OpenedLead extends Owner {
  leadId: number;
  /** Epoch milliseconds. */
  openedTime: number;
}

/** A part of an unfinished import of leads: the chosen file, or the decisions about it. */
interface LeadImportDraft extends Owner {
  part: "file" | "values";
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> };
  values?: FieldValues;
}

/** A lock with an end, for browsers without Web Locks. */
interface Lease {
  name: string;
  holder: string;
  /** Epoch milliseconds. */
  until: number;
}

/** A former version of a company's price book, for estimates that were priced with it. Versions never change. */
export interface KeptPriceBook {
  companyId: number;
  version: number;
  /** Rows of the specified store, each with the release of its shape. */
  entries: readonly EstimateField[];
}

/** Hover's measurements of a lead's house, so that an estimate can be filled offline. */
export interface KeptMeasurements extends Owner {
  /** Hover's number of the job, as in the lead. */
  jobId: string;
  /** Hover's last description of the job. */
  job: HoverJob;
  /** The measurements of each requested model; Hover's default model first. */
  models: HoverMeasurements[];
  /** The time of the last request to Hover, epoch milliseconds. */
  savedTime: number;
}

export type DeviceDatabase = Dexie & {
  drafts: Table<Draft, [number, number, DraftStoreName, number]>;
  heldWork: Table<HeldWork, [number, number]>;
  leases: Table<Lease, string>;
  priceBooks: Table<KeptPriceBook, [number, number]>;
  estimateDrafts: Table<EstimateDraft, [number, number, number, string]>;
  counters: Table<DeviceCounter, string>;
  documentFiles: Table<DocumentFile, [number, number, string]>;
  pinnedLeads: Table<PinnedLead, [number, number, number]>;
  openedLeads: Table<OpenedLead, [number, number, number]>;
  leadImportDrafts: Table<LeadImportDraft, [number, number, string]>;
  measurements: Table<KeptMeasurements, [number, number, string]>;
};

/**
 * Data on the device outside of the specified stores. It survives logins, logouts and updates of the app, so every version
 * of the schema stays in this list, and a new one migrates the data.
 */
export function createDeviceDatabase(storage: Storage): DeviceDatabase {
  const database = withoutLiveQueries(
    new Dexie(DEVICE_DATABASE_NAME, { ...storage, chromeTransactionDurability: "strict" }),
  );
  database.version(1).stores({
    drafts: "[accountId+companyId+storeName+id], [accountId+companyId]",
    heldWork: "[accountId+companyId]",
    leases: "name",
  });
  database.version(2).stores({ priceBooks: "[companyId+version], companyId" });
  database.version(3).stores({
    estimateDrafts: "[accountId+companyId+estimateId+copyKey], [accountId+companyId]",
    counters: "name",
  });
  database.version(4).stores({ documentFiles: "[accountId+companyId+hash], [accountId+companyId]" });
  database.version(5).stores({
    pinnedLeads: "[accountId+companyId+leadId], [accountId+companyId]",
    openedLeads: "[accountId+companyId+leadId], [accountId+companyId]",
  });
  database.version(6).stores({ leadImportDrafts: "[accountId+companyId+part], [accountId+companyId]" });
  database.version(7).stores({
    measurements: "[accountId+companyId+jobId], [accountId+companyId], [accountId+companyId+savedTime]",
  });
  const open = database.open.bind(database);
  Object.assign(database, {
    open: () =>
      open().catch((error: unknown) => {
        // By default Dexie would refuse every later use until the page is reloaded; this makes the next use try again. A database that
        // was closed on purpose stays closed.
        if (!(error instanceof Dexie.DatabaseClosedError)) database.close({ disableAutoOpen: false });
        throw error;
      }),
  });
  return database as DeviceDatabase;
}
