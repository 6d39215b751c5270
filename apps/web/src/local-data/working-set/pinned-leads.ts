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
   * Downloads missing records of the pinned leads. Rejects with the first failure, such as no reply or an expired login: the other
   * leads would fail too, and are tried again by the next sync.
   */
  download(): Promise<void>;
  /** Called when all estimates of a lead have arrived; with their price books and all documents, the lead is complete. */
  noteEstimatesCame(leadId: number, listed: readonly PricedEstimate[]): Promise<void>;
  /** Called when all documents of a lead have arrived. */
  noteDocumentsCame(leadId: number): Promise<void>;
  /** Called when the device was emptied or has another owner. */
  forgetWhatCame(): void;
}

/**
 * Keeps pinned leads complete on this device: each with all of its estimates and their price books, documents and photos
 * (SYNC-44).
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
  /** Only receives, because the service worker, which downloads them too, has no estimating engine. */
  estimates: Pick<EstimateStore, "receiveOfLead">;
  documents: DocumentStore;
  photos: Pick<LeadPhotoStore, "fetchOfLead">;
  priceBook: Pick<PriceBookReader, "keepVersions">;
}): PinnedLeads {
  /** Replaced after each wipe, so that late replies to calls before it do not count. */
  let came = nothingCame();
  /** The change feed has no photos, so each tab lists the photos of a pinned lead once. */
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
      // The lead was deleted, or the user may not see it any more: unpin it.
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
        // One lead at a time, so that unsent changes do not wait behind all of them.
        if (!(await isWholeHere(leadId))) {
          // An eviction of the lead deleted its photos too.
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
    // A download does not include leads that are pinned while it runs.
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

/** The leads of which all estimates, or all documents, have arrived. */
const nothingCame = () => ({ estimates: new Set<number>(), documents: new Set<number>() });
