import { isLocalId, Problem } from "@ridgebook/contract";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import type { WritableSyncStatus } from "#local-data/device/sync-status.ts";
import type { DocumentStore } from "#local-data/documents/document-store.ts";
import type { EstimateStore } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import { SYNC_LOCK } from "#local-data/outbox/outbox.ts";
import type { LeadPhotoStore } from "#local-data/photos/lead-photo-store.ts";
import { isWholeLead, noteWhole, type KeptLeadsKeeper } from "./kept-leads.ts";

export interface PinnedLeads {
  /** Downloads what is not here of the pinned leads. What cannot be had now comes with the next sync. */
  download(): Promise<void>;
  /** All estimates, or all documents, of a lead have come; with both the lead is whole. */
  notePapersCame(leadId: number, storeName: "estimates" | "estimate-documents"): Promise<void>;
  /** The device was emptied, or is another owner's now: nothing is known to have come. */
  forgetWhatCame(): void;
}

/** Keeps pinned leads whole on this device: each with all of its estimates, documents and photos (SYNC-44). */
export function createPinnedLeads({
  store,
  connection,
  locks,
  status,
  keptLeads,
  leads,
  estimates,
  documents,
  photos,
}: {
  store: LocalStore;
  connection: Connection;
  locks: ExclusiveLocks;
  status: WritableSyncStatus;
  keptLeads: KeptLeadsKeeper;
  leads: LeadStore;
  estimates: EstimateStore;
  documents: DocumentStore;
  photos: Pick<LeadPhotoStore, "fetchOfLead">;
}): PinnedLeads {
  let running: Promise<void> | undefined;
  const came = { estimates: new Set<number>(), "estimate-documents": new Set<number>() };
  /** No news tell of photos: those of a pinned lead are listed once by every tab. */
  const photosCame = new Set<number>();

  const markWhole = async (leadId: number): Promise<void> => {
    await store.write(async (transaction) => {
      const known = await transaction.info("whole-leads");
      if (known && !isWholeLead(known, leadId))
        await transaction.putInfo("whole-leads", noteWhole(known, { leadIds: [leadId], isWhole: true }));
    });
    await keptLeads.refresh();
  };

  const isWholeHere = (leadId: number): Promise<boolean> =>
    store.read(async (transaction) => {
      const known = await transaction.info("whole-leads");
      return isWholeLead(known, leadId) && (await transaction.record("leads", leadId)) !== undefined;
    });

  const downloadOne = async (leadId: number): Promise<void> => {
    try {
      await leads.fetch(leadId);
    } catch (error) {
      // It was deleted, or this person may not see it any more: there is nothing left to keep.
      if (error instanceof Problem && (error.code === "notFound" || error.status === 403)) {
        if (!connection.isUnreachable()) await keptLeads.unpin(leadId);
        return;
      }
      throw error;
    }
    await estimates.fetchOfLead(leadId);
    await documents.fetchOfLead(leadId);
    await markWhole(leadId);
  };

  const downloadAll = async (): Promise<void> => {
    try {
      for (const leadId of await keptLeads.pinnedIds()) {
        if (!connection.hasNetwork()) return;
        if (isLocalId(leadId)) continue;
        // One lead at a time, so that what waits to be sent never stands behind all of them.
        if (!(await isWholeHere(leadId))) await locks.run(SYNC_LOCK, () => downloadOne(leadId));
        if (photosCame.has(leadId) || !(await isWholeHere(leadId))) continue;
        await locks.run(SYNC_LOCK, () => photos.fetchOfLead(leadId));
        photosCame.add(leadId);
      }
    } catch (error) {
      if (error instanceof StorageProblem) status.set({ storageProblem: error });
      // Without an answer, or with an expired login, the others would fare no better now.
      else if (!(error instanceof Problem)) throw error;
    } finally {
      await keptLeads.refresh();
    }
  };

  return {
    download: () => {
      running ??= downloadAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    notePapersCame: async (leadId, storeName) => {
      if (isLocalId(leadId)) return;
      came[storeName].add(leadId);
      if (!came.estimates.has(leadId) || !came["estimate-documents"].has(leadId)) return;
      came.estimates.delete(leadId);
      came["estimate-documents"].delete(leadId);
      await markWhole(leadId);
    },
    forgetWhatCame: () => {
      for (const ids of [came.estimates, came["estimate-documents"], photosCame]) ids.clear();
    },
  };
}
