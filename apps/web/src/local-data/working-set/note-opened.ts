import { Problem } from "@ridgebook/contract";
import type { DocumentStore } from "#local-data/documents/document-store.ts";
import type { EstimateStore } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import type { MeasurementStore } from "#local-data/measurements/measurements.ts";
import type { KeptLeadsKeeper } from "./kept-leads.ts";
import type { PinnedLeads } from "./pinned-leads.ts";

interface RecordStores {
  leads: LeadStore;
  estimates: EstimateStore;
  documents: DocumentStore;
}

/** Wraps the stores, to track which leads are opened on this device and which of their records have arrived. */
export function noteOpened(
  { leads, estimates, documents }: RecordStores,
  notes: {
    keptLeads: KeptLeadsKeeper;
    pinnedLeads: PinnedLeads;
    measurements: MeasurementStore;
    reportFailure: (error: unknown) => void;
  },
): RecordStores {
  const { keptLeads, pinnedLeads, measurements, reportFailure } = notes;
  /** Bookkeeping must never fail what the user asked for. */
  const note = (noting: Promise<void>): void => {
    noting.catch(reportFailure);
  };
  /** Fetches the lead's measurements, so that an estimate can be filled offline later. */
  const bringMeasurements = (leadId: number): void => {
    const asking = measurements.fetchIfDue(leadId).catch((error: unknown) => {
      // The form asks for them again, and reports a failure.
      if (!(error instanceof Problem)) throw error;
    });
    note(asking.then(() => undefined));
  };
  return {
    leads: {
      ...leads,
      fetch: async (id) => {
        note(keptLeads.noteOpened(id));
        const fetched = await leads.fetch(id);
        bringMeasurements(fetched.id);
        return fetched;
      },
    },
    estimates: {
      ...estimates,
      fetch: async (id) => {
        const fetched = await estimates.fetch(id);
        note(keptLeads.noteOpened(fetched.leadId));
        bringMeasurements(fetched.leadId);
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
