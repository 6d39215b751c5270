import type { EstimateField, HoverJob, HoverMeasurements } from "@ridgebook/contract";
import { Dexie, type Table } from "dexie";
import type { Owner } from "#local-data/device/server-calls.ts";
import type { LocalChange } from "./change-record.ts";
import type { LocalIdCounter, LocalIdMapping, Storage } from "./specified-database.ts";
import type { DraftStoreName, FieldValues, QueuedStoreName, StoredRecord } from "./stored-record.ts";
import { withoutLiveQueries } from "./without-live-queries.ts";

export const DEVICE_DATABASE_NAME = "ridgebook-device";

/** The release whose shape its values have; missing for 1 (`kept-shapes.ts`). */
interface Stamped {
  release?: number;
}

/** Input that was typed and not saved yet. */
export interface Draft extends Owner, Stamped {
  storeName: DraftStoreName;
  /** 0 is the form of a new record. */
  id: number;
  values: FieldValues;
  /** Names the new record that the form makes: tells that a draft is one that was saved. Drafts of former releases have none. */
  key?: string;
  /** Epoch milliseconds. */
  savedTime: number;
}

/** The form of one workflow copy of an estimate, not saved yet. */
export interface EstimateDraft extends Owner, Stamped {
  estimateId: number;
  /** The contract's `summaryKey` of the copy. */
  copyKey: string;
  values: FieldValues;
  /** Epoch milliseconds. */
  savedTime: number;
}

/** The last number that was given to something on this device, whoever is signed in. */
interface DeviceCounter {
  name: string;
  lastId: number;
}

/** One owner's unsent work in one company, held aside while the device belongs to somebody else. */
export interface HeldWork extends Owner {
  /** Names this one transfer, so that a crash in the middle neither loses nor doubles it. */
  transferId: string;
  /** Epoch milliseconds. */
  heldTime: number;
  changes: LocalChange[];
  /** The changed records and those they refer to. */
  records: { storeName: QueuedStoreName; record: StoredRecord }[];
  /** Local ids go on where they were, so that an old id never names a new record. */
  counters: LocalIdCounter[];
  idMap: LocalIdMapping[];
}

/** The PDF that this device made of a signed document, or a photo that it took. */
export interface DocumentFile extends Owner {
  /** SHA-256 of the bytes, hexadecimal; of a photo its file's id, which is made of them as well. */
  hash: string;
  bytes: Uint8Array;
  /** Missing on files that are none. */
  isPhoto?: true;
  /** Epoch milliseconds. */
  savedTime: number;
}

/** A lead that its owner wants on this device, whole. */
export interface PinnedLead extends Owner {
  leadId: number;
  /** Epoch milliseconds. */
  pinnedTime: number;
}

/** When its owner last opened a lead on this device. */
export interface OpenedLead extends Owner {
  leadId: number;
  /** Epoch milliseconds. */
  openedTime: number;
}

/** A part of an import of leads that is not finished: the chosen file, or what was decided about it. */
interface LeadImportDraft extends Owner {
  part: "file" | "values";
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> };
  values?: FieldValues;
}

/** Who may run alone, and until when; only where the browser has no locks of its own. */
interface Lease {
  name: string;
  holder: string;
  /** Epoch milliseconds. */
  until: number;
}

/** An old version of a company's price book, for estimates that were priced with it. A version never changes. */
export interface KeptPriceBook {
  companyId: number;
  version: number;
  /** As rows of the specified store: each names the release of its shape. */
  entries: readonly EstimateField[];
}

/** What Hover knows of the house of a lead, so that an estimate is filled without a signal. */
export interface KeptMeasurements extends Owner {
  /** Hover's number of the job, as a lead keeps it. */
  jobId: string;
  /** As Hover described it last. */
  job: HoverJob;
  /** One for each model that was asked for; first the one that Hover gives where none is named. */
  models: HoverMeasurements[];
  /** When Hover was last asked, epoch milliseconds. */
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
 * What lives on the device besides the specified stores. It survives logins, logouts and updates of the app: a later
 * version of it migrates with its data, and keeps every version before in this list.
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
        // Dexie would refuse every later use of it as well, until the page is loaded again; the next one tries anew. Closed on purpose
        // while it was opened, it stays closed.
        if (!(error instanceof Dexie.DatabaseClosedError)) database.close({ disableAutoOpen: false });
        throw error;
      }),
  });
  return database as DeviceDatabase;
}
