import { useSyncExternalStore } from "react";
import { isWholeLead, type KeptLeadsState } from "#local-data/working-set/kept-leads.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

interface ShownKeptLeads extends Pick<KeptLeadsState, "pinnedIds" | "pinnedCount"> {
  isPinned: (leadId: number) => boolean;
  /** Whether all estimates and documents of the lead are on this device, or may be: as `isWholeLead` says. */
  isWhole: (leadId: number) => boolean;
}

/** The pinned leads, and which leads are here completely; rerenders on changes. */
export function useKeptLeads(): ShownKeptLeads {
  const { keptLeads } = useLocalData();
  const { pinnedIds, pinnedCount, wholeLeads } = useSyncExternalStore(keptLeads.subscribe, keptLeads.getSnapshot);
  return {
    pinnedIds,
    pinnedCount,
    isPinned: (leadId) => pinnedIds.has(leadId),
    isWhole: (leadId) => isWholeLead(wholeLeads, leadId),
  };
}
