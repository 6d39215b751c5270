import { isLocalId } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { isEmailComing } from "#features/documents/document-states.ts";
import { useClient } from "#server-client/client-context.tsx";

const ASK_AGAIN_MS = 3_000;

export const documentEmailsKey = (documentId: number) => ["document-emails", documentId] as const;

/** A document's mails, newest first, refetched while one is on its way. Online only. */
export function useDocumentEmails(documentId: number) {
  const client = useClient();
  return useQuery({
    queryKey: documentEmailsKey(documentId),
    queryFn: ({ signal }) => client.call("getDocumentEmailHistory", { params: { id: String(documentId) } }, { signal }),
    // The server does not know an unsent document.
    enabled: !isLocalId(documentId),
    retry: false,
    gcTime: 0,
    networkMode: "always",
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isEmailComing(status)) ? ASK_AGAIN_MS : false),
  });
}
