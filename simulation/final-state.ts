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

/** The PDF of a document on a device; undefined if the device has not stored it. */
export interface KeptPaper {
  readonly name: string;
  /** The account of the user at the device. */
  readonly accountId: number;
  readonly pdf: Uint8Array | undefined;
}

/** Data that only this device has, because the server has not received it. */
export interface OnlyCopy {
  readonly name: string;
  /** The picture of a photo; undefined if it is missing. */
  readonly picture?: Uint8Array | undefined;
}

/** The state of one tab at the end, after everything was sent and received. */
export interface TabView {
  readonly name: string;
  /** The pictures of unsent photos. */
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
  /** All open tabs. */
  readonly tabs: readonly TabView[];
  /** Unsent changes of users who are no longer signed in on the devices. */
  readonly entriesOfOthers: readonly PendingChange[];
  /** Thrown errors that are not a `Problem`. */
  readonly defects: readonly string[];
  /** Tabs of one device that sent or received at the same time, although the browser has locks. */
  readonly together: readonly string[];
  /** Saves and deletions that open tabs have not finished. */
  readonly unanswered: readonly string[];
  /** Calls that no device may ever make, according to the server's answer. */
  readonly strangeAnswers: readonly string[];
}
