import { isLocalId } from "@ridgebook/contract";
import type { StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { QueuedStoreName } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import { noteWhole, type KeptLeadsKeeper } from "./kept-leads.ts";
import {
  chooseEvicted,
  isOverBounds,
  openedLately,
  recencyOf,
  type LeadInSet,
  type WorkingSetBounds,
} from "./working-set.ts";

/**
 * Evicts the least recent leads, estimates and documents. Records that are unsent, have a draft, are pinned or were opened recently
 * stay, with everything of their lead (SYNC-42). Evicted records are on the server, so nothing is lost.
 */
export async function evict(
  session: StoreSession,
  { keptLeads, clock, bounds }: { keptLeads: KeptLeadsKeeper; clock: Clock; bounds: WorkingSetBounds },
): Promise<void> {
  // Read before the transaction, because it is in another database. A lead that is opened in between is fetched again.
  const { pinnedIds, openedTimes, draftKeys } = await keptLeads.protectedIds();
  await session.write(async (transaction) => {
    if (!(await isOverBounds(transaction, bounds))) return;
    const estimates = await transaction.idsByLead("estimates");
    const documents = await transaction.idsByLead("estimate-documents");
    const protectedIds = new Set([...pinnedIds, ...openedLately(openedTimes, clock.now()), ...draftKeys.leadIds]);
    const protectLeadOf = (papers: ReadonlyMap<number, number[]>, id: number): void => {
      for (const [leadId, ids] of papers) if (ids.includes(id)) protectedIds.add(leadId);
    };
    for (const id of draftKeys.estimateIds) protectLeadOf(estimates, id);
    for (const { storeName, id, data } of await transaction.changes()) {
      // A pending delete has no record any more, but knows the lead.
      if (typeof data.removed?.leadId === "number") protectedIds.add(data.removed.leadId);
      if (storeName === "leads") protectedIds.add(id);
      else if (storeName === "lead-photos") {
        const photo = await transaction.record(storeName, id);
        if (typeof photo?.leadId === "number") protectedIds.add(photo.leadId);
      } else protectLeadOf(storeName === "estimates" ? estimates : documents, id);
    }
    const { leadIds, paperLeadIds } = chooseEvicted({
      leads: await readLeads(transaction, { estimates, documents, openedTimes }),
      protectedIds,
      bounds,
    });
    const deleteAll = async (storeName: QueuedStoreName, ids: readonly number[]): Promise<void> => {
      for (const id of ids) if (!isLocalId(id)) await transaction.deleteRecord(storeName, id);
    };
    for (const leadId of [...leadIds, ...paperLeadIds]) {
      await deleteAll("estimates", estimates.get(leadId) ?? []);
      await deleteAll("estimate-documents", documents.get(leadId) ?? []);
    }
    const gone = new Set(leadIds);
    const photos = await transaction.records("lead-photos");
    await deleteAll(
      "lead-photos",
      photos.filter(({ leadId }) => gone.has(Number(leadId))).map(({ id }) => id),
    );
    await deleteAll("leads", leadIds);
    const known = await transaction.info("whole-leads");
    if (known)
      await transaction.putInfo(
        "whole-leads",
        noteWhole(known, { leadIds: [...leadIds, ...paperLeadIds], isWhole: false }),
      );
  });
}

async function readLeads(
  transaction: StoreTransaction,
  {
    estimates,
    documents,
    openedTimes,
  }: {
    estimates: ReadonlyMap<number, number[]>;
    documents: ReadonlyMap<number, number[]>;
    openedTimes: ReadonlyMap<number, number>;
  },
): Promise<LeadInSet[]> {
  const records = new Map((await transaction.records("leads")).map((lead) => [lead.id, lead]));
  const ids = new Set([...records.keys(), ...estimates.keys(), ...documents.keys()]);
  return [...ids].map((id) => ({
    id,
    recency: recencyOf(records.get(id), openedTimes.get(id)),
    estimateCount: estimates.get(id)?.length ?? 0,
    documentCount: documents.get(id)?.length ?? 0,
    isHere: records.has(id),
  }));
}
