import type { SessionUser } from "@ridgebook/contract";
import type { Owner } from "#local-data/device/server-calls.ts";
import type { QueuedStoreName, RecordId, RecordKey, StoreName } from "./stored-record.ts";

/** The entries of the specified store `info`, which describe the whole database, by key. */
export interface InfoEntries {
  /** The owner of the database. All other entries may be read and written only for this owner. */
  owner: OwnerEntry;
  /** The cursor of the change feed. */
  cursor: string;
  /**
   * The stores that the cursor is for, and the app's release at that time (`KeptShapes.feedRelease`): the feed did not bring
   * members that a later release added.
   */
  "cursor-stores": { cursor: string; storeNames: readonly StoreName[]; release?: number };
  /** Set during a full reload. */
  afresh: Afresh;
  /** Set once the first download is complete. */
  "whole-leads": WholeLeads;
  /** Set while only a part of a new price book version has arrived. */
  "price-book-arriving": true;
  /** Tombstones: ids that the server has deleted. A late reply must not restore them. */
  "removed-ids": Partial<Record<QueuedStoreName, number[]>>;
  /** Epoch milliseconds. */
  "last-refresh-time": number;
  /** Epoch milliseconds. */
  "last-sent-time": number;
  /** The transfer whose held work has been restored to this database, so that its copy may be deleted. */
  "restored-transfer": string;
  /** Shows whether a write was committed whose connection was lost at its end. The page that wrote last comes last. */
  "committed-writes": readonly CommittedWrites[];
  "rescue-files": RescueFilesEntry;
  /** Files of photos that were deleted before they were sent, the latest ones. A document must not show them. */
  "withdrawn-files": readonly string[];
  /** The drafts that became new records, the latest ones. */
  "saved-drafts": readonly SavedDraft[];
}

/** Written in the record's transaction, because drafts are in another database: a draft left there after a crash must not be saved twice. */
export interface SavedDraft {
  key: string;
  /** Epoch milliseconds. A newer draft under the same key is not saved yet. */
  time: number;
}

export interface OwnerEntry extends Owner {
  /** The user as the server last confirmed them; null before the first time. */
  user: SessionUser | null;
  /** The time of the server's last confirmation, epoch milliseconds. */
  confirmedTime: number;
  /** Set while unsent work is moved out; all other writes are refused from then on. */
  leavingBy?: string;
}

/** The keys of one page's committed writes whose callers were still waiting at its last commit, that one's own included. */
export interface CommittedWrites {
  page: string;
  keys: readonly string[];
}

/** Rescue files that were saved or opened here, so that opening one again adds nothing twice. */
export interface RescueFilesEntry {
  ids: readonly string[];
  /** The local id of a file's new record on this device, by the key of its create. */
  creates: Readonly<Record<string, RecordKey>>;
}

/** The progress of a full reload, by store. */
export interface Afresh {
  /** Ids of former records that have not arrived again yet. */
  unseen: Partial<Record<StoreName, RecordId[]>>;
  /** The number of records that have arrived. */
  received: Partial<Record<StoreName, number>>;
  /** The total of leads, estimates and documents; missing if the server does not send it. */
  total?: number;
}

/** The leads whose estimates and documents are all on this device. */
export interface WholeLeads {
  /** Whether the first download brought all estimates and documents. */
  everything: boolean;
  /** Leads that arrived later are complete, because the feed brings all their changes. */
  newestLeadId: number;
  /** Leads for which the opposite is true. */
  exceptions: number[];
}

export type InfoKey = keyof InfoEntries;
