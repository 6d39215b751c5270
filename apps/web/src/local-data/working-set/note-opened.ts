import type { DocumentStore } from "#local-data/documents/document-store.ts";
import type { EstimateStore } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import type { KeptLeadsKeeper } from "./kept-leads.ts";
import type { PinnedLeads } from "./pinned-leads.ts";

interface RecordStores {
  leads: LeadStore;
  estimates: EstimateStore;
  documents: DocumentStore;
}

/** The same stores, noting which leads are opened on this device and what has come of them. */
export function noteOpened(
  { leads, estimates, documents }: RecordStores,
  notes: { keptLeads: KeptLeadsKeeper; pinnedLeads: PinnedLeads; noteFailure: (error: unknown) => void },
): RecordStores {
  const { keptLeads, pinnedLeads, noteFailure } = notes;
  /** Bookkeeping must never fail what the user asked for. */
  const note = (noting: Promise<void>): void => {
    noting.catch(noteFailure);
  };
  return {
    leads: {
      ...leads,
      fetch: async (id) => {
        note(keptLeads.noteOpened(id));
        return await leads.fetch(id);
      },
    },
    estimates: {
      ...estimates,
      fetch: async (id) => {
        const fetched = await estimates.fetch(id);
        note(keptLeads.noteOpened(fetched.leadId));
        return fetched;
      },
      fetchOfLead: async (leadId) => {
        const listed = await estimates.fetchOfLead(leadId);
        note(pinnedLeads.noteEstimatesCame(leadId, listed));
        return listed;
      },
    },
    documents: {
      ...documents,
      fetch: async (id) => {
        const fetched = await documents.fetch(id);
        note(keptLeads.noteOpened(fetched.leadId));
        return fetched;
      },
      fetchOfLead: async (leadId) => {
        const listed = await documents.fetchOfLead(leadId);
        note(pinnedLeads.noteDocumentsCame(leadId));
        return listed;
      },
    },
  };
}
