import {
  FIRST_DOWNLOAD_DOCUMENTS,
  FIRST_DOWNLOAD_ESTIMATES,
  FIRST_DOWNLOAD_RECORDS,
  isLocalId,
} from "@ridgebook/contract";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

/*
 * The working set: the part of a large company's leads, estimates and documents that a device keeps. It is limited because the list
 * searches all leads on every key, and because browsers clear all data of an app that stores too much.
 *
 * Everything else is on the server, and is fetched when it is opened, listed, pinned or changed.
 */

/** The bound of one kind of record: above `most`, the least recent are evicted until `after` are left, so that evictions are rare. */
interface Bound {
  readonly most: number;
  readonly after: number;
}

export interface WorkingSetBounds {
  readonly leads: Bound;
  readonly estimates: Bound;
  readonly documents: Bound;
}

/** The size of the first download, plus room for records that arrive later: changes, pages of the list, opened records. */
export const WORKING_SET: WorkingSetBounds = {
  leads: { most: FIRST_DOWNLOAD_RECORDS + 1_000, after: FIRST_DOWNLOAD_RECORDS },
  // A large estimate has half a megabyte; 500 rarely have more than a hundred together.
  estimates: { most: FIRST_DOWNLOAD_ESTIMATES + 300, after: FIRST_DOWNLOAD_ESTIMATES + 200 },
  documents: { most: FIRST_DOWNLOAD_DOCUMENTS + 300, after: FIRST_DOWNLOAD_DOCUMENTS + 200 },
};

/** Recently opened leads stay for this time, up to the number below. */
export const OPENED_STAYS_MS = 30 * 86_400_000;
const OPENED_STAYS_COUNT = 200;

/** Each pinned lead is downloaded with all estimates and documents. A salesperson does not visit more customers in a month. */
export const MAX_PINNED_LEADS = 100;

/** A lead's data for the eviction. */
export interface LeadInSet {
  readonly id: number;
  /** The time of the latest event of the lead, past or planned, epoch milliseconds. */
  readonly recency: number;
  /** The number of its estimates and documents on this device. */
  readonly estimateCount: number;
  readonly documentCount: number;
  /** False if only its estimates or documents are here. */
  readonly isHere: boolean;
}

interface Evicted {
  /** Leads to evict with their estimates and documents. */
  readonly leadIds: number[];
  /** Leads to keep without their estimates and documents. */
  readonly paperLeadIds: number[];
}

/** Chooses what to evict so that each kind is within its bound again. Protected leads stay even beyond it. */
export function chooseEvicted({
  leads,
  protectedIds,
  bounds,
}: {
  leads: readonly LeadInSet[];
  protectedIds: ReadonlySet<number>;
  bounds: WorkingSetBounds;
}): Evicted {
  const evicted: Evicted = { leadIds: [], paperLeadIds: [] };
  const leastRecentFirst = leads
    .filter(({ id }) => !isLocalId(id) && !protectedIds.has(id))
    .sort((one, other) => one.recency - other.recency || one.id - other.id);
  const sum = (count: (lead: LeadInSet) => number): number => leads.reduce((total, lead) => total + count(lead), 0);
  const surplus = {
    leads: surplusOf(
      sum(({ isHere }) => (isHere ? 1 : 0)),
      bounds.leads,
    ),
    estimates: surplusOf(
      sum(({ estimateCount }) => estimateCount),
      bounds.estimates,
    ),
    documents: surplusOf(
      sum(({ documentCount }) => documentCount),
      bounds.documents,
    ),
  };
  for (const { id, isHere, estimateCount, documentCount } of leastRecentFirst) {
    const goesWhole = isHere && surplus.leads > 0;
    const papersGo =
      (surplus.estimates > 0 && estimateCount > 0) || (surplus.documents > 0 && documentCount > 0) || goesWhole;
    if (!papersGo) continue;
    if (goesWhole) surplus.leads -= 1;
    surplus.estimates -= estimateCount;
    surplus.documents -= documentCount;
    (goesWhole ? evicted.leadIds : evicted.paperLeadIds).push(id);
  }
  return evicted;
}

const surplusOf = (count: number, { most, after }: Bound): number => (count > most ? count - after : 0);

/** The opened leads that stay because they were opened recently. */
export function openedLately(openedTimes: ReadonlyMap<number, number>, now: number): number[] {
  return [...openedTimes]
    .filter(([, openedTime]) => now - openedTime <= OPENED_STAYS_MS)
    .sort(([, one], [, other]) => other - one)
    .slice(0, OPENED_STAYS_COUNT)
    .map(([leadId]) => leadId);
}

const timeOf = (value: unknown): number => (typeof value === "string" ? Date.parse(value) || 0 : 0);

/** The latest of the lead's last change, its meeting (which may be in the future), and its last opening on this device. */
export const recencyOf = (lead: FieldValues | undefined, openedTime: number | undefined): number =>
  Math.max(timeOf(lead?.["modifiedTime"]), timeOf(lead?.["meetingDate"]), openedTime ?? 0);

/** Whether the device has more than the working set's bounds. */
export async function isOverBounds(transaction: StoreTransaction, bounds: WorkingSetBounds): Promise<boolean> {
  return (
    (await transaction.count("leads")) > bounds.leads.most ||
    (await transaction.count("estimates")) > bounds.estimates.most ||
    (await transaction.count("estimate-documents")) > bounds.documents.most
  );
}
