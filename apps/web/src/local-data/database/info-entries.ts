import type { SessionUser } from "@ridgebook/contract";
import type { Owner } from "#local-data/device/server-calls.ts";
import type { QueuedStoreName, RecordId, RecordKey, StoreName } from "./stored-record.ts";

/** What the specified store `info` holds: facts about the database as a whole, by key. */
export interface InfoEntries {
  /** Whose database this is. Everything else is readable and writable in this owner's name only. */
  owner: OwnerEntry;
  /** How far the changes of the server have been received. */
  cursor: string;
  /**
   * Which stores had been asked for when the cursor came to where it is, and of which release the app was (`KeptShapes.feedRelease`):
   * members that it did not know have passed it by.
   */
  "cursor-stores": { cursor: string; storeNames: readonly StoreName[]; release?: number };
  /** Set while everything is loaded afresh. */
  afresh: Afresh;
  /** Set once the first download is over. */
  "whole-leads": WholeLeads;
  /** Set while a change of the price book has come only in part. */
  "price-book-arriving": true;
  /** Ids that the server has deleted; an answer that was late on its way must not bring them back. */
  "removed-ids": Partial<Record<QueuedStoreName, number[]>>;
  /** Epoch milliseconds. */
  "last-refresh-time": number;
  /** Epoch milliseconds. */
  "last-sent-time": number;
  /** The transfer whose held work is in this database again and may be deleted where it was held. */
  "restored-transfer": string;
  /** Key of the last transaction that changed something: tells whether one whose end was lost with the connection was committed. */
  "last-write": string;
  "rescue-files": RescueFilesEntry;
  /** Files of photos that were deleted before they were sent, the latest ones: a document that shows one could never arrive whole. */
  "withdrawn-files": readonly string[];
  /** Of the new records that were saved here from a form, the latest ones. */
  "saved-drafts": readonly SavedDraft[];
}

/** Written with the record. Drafts lie in another database: one that a flat battery left there would be saved a second time. */
export interface SavedDraft {
  key: string;
  /** Epoch milliseconds. What was typed later is nobody's record yet. */
  time: number;
}

export interface OwnerEntry extends Owner {
  /** The person as the server last confirmed them; null until it has. */
  user: SessionUser | null;
  /** When the server last confirmed them, epoch milliseconds. */
  confirmedTime: number;
  /** Set while the unsent work moves out: nothing is written from then on. */
  leavingBy?: string;
}

/** Rescue files that were saved or opened here, so that opening one once more brings nothing twice. */
export interface RescueFilesEntry {
  ids: readonly string[];
  /** The local id under which a new record out of a file stands here, by the key of its create. */
  creates: Readonly<Record<string, RecordKey>>;
}

/** How far a load from the beginning has come, by store. */
export interface Afresh {
  /** Records from before that have not come again yet. */
  unseen: Partial<Record<StoreName, RecordId[]>>;
  /** How many have come. */
  received: Partial<Record<StoreName, number>>;
  /** How many leads, estimates and documents come altogether; missing where the server does not say. */
  total?: number;
}

/** Of which leads all estimates and documents are on this device. */
export interface WholeLeads {
  /** Whether the first download brought all estimates and documents that there were. */
  everything: boolean;
  /** Whatever leads came later, came with everything: each change of theirs is received. */
  newestLeadId: number;
  /** Leads with which it is the other way round. */
  exceptions: number[];
}

export type InfoKey = keyof InfoEntries;
