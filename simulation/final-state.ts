import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import type { RecordSyncState } from "../apps/web/src/local-data/outbox/record-sync-state.ts";
import type { SyncStatus } from "../apps/web/src/local-data/device/sync-status.ts";
import type { Journal } from "./journal.ts";
import type { SimulatedRecord } from "./simulated-record.ts";
import type { Filed, FiledPhoto, RecordVersion } from "./simulated-server.ts";

/** A record as a tab shows it. */
export interface ShownRecord extends SimulatedRecord {
  readonly sync: RecordSyncState;
}

/** The PDF of a document that a device has kept; undefined where it has none. */
export interface KeptPaper {
  readonly name: string;
  /** Who works at the device. */
  readonly accountId: number;
  readonly pdf: Uint8Array | undefined;
}

/** What a device holds of something that the server does not have: there is no other copy of it. */
export interface OnlyCopy {
  readonly name: string;
  /** The picture of a photo; undefined where it is gone. */
  readonly picture?: Uint8Array | undefined;
}

/** What one tab shows at the end, when everything was sent and received. */
export interface TabView {
  readonly name: string;
  /** Of photos that wait. */
  readonly onlyCopies: readonly OnlyCopy[];
  readonly papers: readonly KeptPaper[];
  readonly records: readonly ShownRecord[];
  readonly entries: readonly PendingChange[];
  readonly status: SyncStatus;
}

export interface FinalState {
  readonly journal: Journal;
  readonly records: readonly SimulatedRecord[];
  /** Every version that a record ever had on the server, in order. */
  readonly history: readonly RecordVersion[];
  /** The documents on the server, with their files. */
  readonly filed: readonly Filed[];
  /** The photos on the server, with their files. */
  readonly filedPhotos: readonly FiledPhoto[];
  /** Every tab that is open. */
  readonly tabs: readonly TabView[];
  /** Entries of people who are not at the devices any more. */
  readonly entriesOfOthers: readonly PendingChange[];
  /** What was thrown and is no `Problem`. */
  readonly defects: readonly string[];
  /** Tabs of one device that sent or received at the same time, though the browser has locks. */
  readonly together: readonly string[];
  /** What living tabs are still saving or deleting. */
  readonly unanswered: readonly string[];
  /** Calls that the server has answered as no device of ours may ever ask. */
  readonly strangeAnswers: readonly string[];
}
