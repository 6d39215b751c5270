import { isLocalId } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { isPdfComing } from "#features/documents/document-states.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";

/** The polling interval while the server draws a visible PDF. */
const ASK_AGAIN_MS = 3_000;

const NO_DOCUMENTS: readonly LocalDocument[] = [];

export interface ShownDocuments {
  /** Newest first; undefined while loading. */
  readonly documents: readonly LocalDocument[] | undefined;
  /** The device has none, and the server has not replied. */
  readonly isWaiting: boolean;
  /** The server was unreachable: others may have made more. */
  readonly isDeviceOnly: boolean;
  readonly ask: () => void;
}

/** Documents of a lead, or of one of its estimates: local ones, updated from the server. */
export function useDocuments({ leadId, estimateId }: { leadId: number; estimateId?: number }): ShownDocuments {
  const localData = useLocalData();
  const device = useLocalQuery(
    "estimate-documents",
    () =>
      estimateId === undefined
        ? localData.documents.listOfLead(leadId)
        : localData.documents.listOfEstimate(estimateId),
    [localData, leadId, estimateId],
  );
  // When the lead or estimate gets its server id, the query starts over; keep showing the last answer meanwhile.
  const documents = device.value ?? (device.isLoading ? undefined : NO_DOCUMENTS);
  const isComing = documents?.some((document) => !isLocalId(document.id) && isPdfComing(document)) ?? false;
  const server = useQuery({
    queryKey: ["lead-documents", leadId],
    // The response is stored on the device, and read from there with unsent documents.
    queryFn: async () => (await localData.documents.fetchOfLead(leadId)).length,
    gcTime: 0,
    retry: false,
    networkMode: "always",
    refetchInterval: isComing ? ASK_AGAIN_MS : false,
  });
  return {
    documents,
    isWaiting: !documents || (documents.length === 0 && server.isPending),
    isDeviceOnly: server.error !== null,
    ask: () => void server.refetch(),
  };
}
