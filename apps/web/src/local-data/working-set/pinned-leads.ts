import { isLocalId, Problem } from "@ridgebook/contract";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { oneAtATime } from "#local-data/device/one-at-a-time.ts";
import type { DocumentStore } from "#local-data/documents/document-store.ts";
import type { EstimateStore, PricedEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import { SYNC_LOCK } from "#local-data/outbox/outbox.ts";
import type { LeadPhotoStore } from "#local-data/photos/lead-photo-store.ts";
import type { PriceBookReader } from "#local-data/price-book/price-book.ts";
import { isWholeLead, noteWhole, type KeptLeadsKeeper } from "./kept-leads.ts";

export interface PinnedLeads {
  /**
   * Downloads what is not here of the pinned leads. Rejects with the first failure, such as no answer or an expired login: the other
   * leads would fail too, and come with the next sync.
   */
  download(): Promise<void>;
  /** All estimates of a lead have come: with the price books that they name, and all documents, the lead is whole. */
  noteEstimatesCame(leadId: number, listed: readonly PricedEstimate[]): Promise<void>;
  /** All documents of a lead have come. */
  noteDocumentsCame(leadId: number): Promise<void>;
  /** The device was emptied, or is another owner's now: nothing is known to have come. */
  forgetWhatCame(): void;
}

/**
 * Keeps pinned leads whole on this device: each with all of its estimates, the price books that they were priced with, documents and
 * photos (SYNC-44).
 */
export function createPinnedLeads({
  store,
  connection,
  locks,
  keptLeads,
  leads,
  estimates,
  documents,
  photos,
  priceBook,
}: {
  store: LocalStore;
  connection: Connection;
  locks: ExclusiveLocks;
  keptLeads: KeptLeadsKeeper;
  leads: LeadStore;
  /** A service worker downloads them too, and has no engine for more than to receive them. */
  estimates: Pick<EstimateStore, "receiveOfLead">;
  documents: DocumentStore;
  photos: Pick<LeadPhotoStore, "fetchOfLead">;
  priceBook: Pick<PriceBookReader, "keepVersions">;
}): PinnedLeads {
  /** Another one after each wipe: what was asked for before it is not here after it. */
  let came = nothingCame();
  /** No news tell of photos: those of a pinned lead are listed once by every tab, for as long as it stays pinned. */
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

  const keepPriceBooksOf = (estimatesOfLead: readonly PricedEstimate[]): Promise<Problem | undefined> =>
    priceBook.keepVersions(new Set(estimatesOfLead.map(({ priceBookVersion }) => priceBookVersion)));

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
    const listed = await estimates.receiveOfLead(leadId);
    await documents.fetchOfLead(leadId);
    const failure = await keepPriceBooksOf(listed);
    if (failure) throw failure;
    await markWhole(leadId);
  };

  const markWholeWithBoth = async (leadId: number): Promise<void> => {
    if (!came.estimates.has(leadId) || !came.documents.has(leadId)) return;
    came.estimates.delete(leadId);
    came.documents.delete(leadId);
    await markWhole(leadId);
  };

  const downloadAll = async (): Promise<void> => {
    try {
      const pinnedIds = await keptLeads.pinnedIds();
      for (const leadId of photosCame) if (!pinnedIds.includes(leadId)) photosCame.delete(leadId);
      for (const leadId of pinnedIds) {
        if (!connection.hasNetwork()) return;
        if (isLocalId(leadId)) continue;
        // One lead at a time, so that what waits to be sent never stands behind all of them.
        if (!(await isWholeHere(leadId))) {
          // What has let go of the lead took its photos too.
          photosCame.delete(leadId);
          await locks.run(SYNC_LOCK, () => downloadOne(leadId));
        }
        if (photosCame.has(leadId) || !(await isWholeHere(leadId))) continue;
        await locks.run(SYNC_LOCK, () => photos.fetchOfLead(leadId));
        photosCame.add(leadId);
      }
    } finally {
      await keptLeads.refresh();
    }
  };

  return {
    // What is pinned meanwhile is not among what a download goes through.
    download: oneAtATime(downloadAll),
    noteEstimatesCame: async (leadId, listed) => {
      if (isLocalId(leadId)) return;
      const noted = came;
      const failure = await keepPriceBooksOf(listed);
      if (failure || noted !== came) return;
      noted.estimates.add(leadId);
      await markWholeWithBoth(leadId);
    },
    noteDocumentsCame: async (leadId) => {
      if (isLocalId(leadId)) return;
      came.documents.add(leadId);
      await markWholeWithBoth(leadId);
    },
    forgetWhatCame: () => {
      came = nothingCame();
      photosCame.clear();
    },
  };
}

/** Leads of which all estimates, or all documents, have come. */
const nothingCame = () => ({ estimates: new Set<number>(), documents: new Set<number>() });
