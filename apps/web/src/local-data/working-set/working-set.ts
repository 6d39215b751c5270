import {
  FIRST_DOWNLOAD_DOCUMENTS,
  FIRST_DOWNLOAD_ESTIMATES,
  FIRST_DOWNLOAD_RECORDS,
  isLocalId,
} from "@ridgebook/contract";
import type { StoreTransaction } from "#local-data/database/local-store.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

/*
 * What a device keeps of a company that has more than fits: the leads that people work on, with their estimates and documents.
 * A tablet has room for more, but a list that searches all of its leads with every letter, and a browser that clears everything
 * of an app that takes too much, have not.
 *
 * Everything that is not kept is on the server, and comes back when it is opened, listed, pinned or changed.
 */

/** A bound of one kind of record: above `most`, the least recent go until `after` are left, so that the work is seldom. */
interface Bound {
  readonly most: number;
  readonly after: number;
}

export interface WorkingSetBounds {
  readonly leads: Bound;
  readonly estimates: Bound;
  readonly documents: Bound;
}

/** What the first download brings, and room for what comes by and by: changes, pages of the list, what is opened. */
export const WORKING_SET: WorkingSetBounds = {
  leads: { most: FIRST_DOWNLOAD_RECORDS + 1_000, after: FIRST_DOWNLOAD_RECORDS },
  // Half a megabyte for a large one: 500 are rarely more than a hundred.
  estimates: { most: FIRST_DOWNLOAD_ESTIMATES + 300, after: FIRST_DOWNLOAD_ESTIMATES + 200 },
  documents: { most: FIRST_DOWNLOAD_DOCUMENTS + 300, after: FIRST_DOWNLOAD_DOCUMENTS + 200 },
};

/** Leads that a person has opened in this time stay, the latest of them up to that number. */
export const OPENED_STAYS_MS = 30 * 86_400_000;
const OPENED_STAYS_COUNT = 200;

/** Each is downloaded with all of its estimates and documents. Nobody visits more customers in a month. */
export const MAX_PINNED_LEADS = 100;

/** A lead as an eviction sees it. */
export interface LeadInSet {
  readonly id: number;
  /** The latest that happened or will happen to it, epoch milliseconds. */
  readonly recency: number;
  /** How many estimates and documents of it are here. */
  readonly estimateCount: number;
  readonly documentCount: number;
  /** False where only its estimates or documents are. */
  readonly isHere: boolean;
}

interface Evicted {
  /** Leads that go, with their estimates and documents. */
  readonly leadIds: number[];
  /** Leads that stay while their estimates and documents go. */
  readonly paperLeadIds: number[];
}

/** What goes so that each kind is within its bound again; what is protected stays even where it takes more. */
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

/** Of the leads that were opened, those that stay for it. */
export function openedLately(openedTimes: ReadonlyMap<number, number>, now: number): number[] {
  return [...openedTimes]
    .filter(([, openedTime]) => now - openedTime <= OPENED_STAYS_MS)
    .sort(([, one], [, other]) => other - one)
    .slice(0, OPENED_STAYS_COUNT)
    .map(([leadId]) => leadId);
}

const timeOf = (value: unknown): number => (typeof value === "string" ? Date.parse(value) || 0 : 0);

/** The latest of a lead's change, its meeting, also one to come, and its last opening on this device. */
export const recencyOf = (lead: FieldValues | undefined, openedTime: number | undefined): number =>
  Math.max(timeOf(lead?.["modifiedTime"]), timeOf(lead?.["meetingDate"]), openedTime ?? 0);

/** Whether more is here than a working set holds. */
export async function isOverBounds(transaction: StoreTransaction, bounds: WorkingSetBounds): Promise<boolean> {
  return (
    (await transaction.count("leads")) > bounds.leads.most ||
    (await transaction.count("estimates")) > bounds.estimates.most ||
    (await transaction.count("estimate-documents")) > bounds.documents.most
  );
}
