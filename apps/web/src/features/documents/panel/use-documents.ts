import { isLocalId } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { isPdfComing } from "#features/documents/document-states.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";

/** How often the server is asked while it makes a PDF that is looked for. */
const ASK_AGAIN_MS = 3_000;

const NO_DOCUMENTS: readonly LocalDocument[] = [];

export interface ShownDocuments {
  /** Newest first; undefined until they are read. */
  readonly documents: readonly LocalDocument[] | undefined;
  /** The device has none, and the server has not answered. */
  readonly isWaiting: boolean;
  /** The server could not be asked: others may have made more. */
  readonly isDeviceOnly: boolean;
  readonly ask: () => void;
}

/** The documents of a lead, or of one of its estimates: those on this device, brought up to date with the server's. */
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
    // The answer goes to the device, and is read from there with what waits on it.
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
