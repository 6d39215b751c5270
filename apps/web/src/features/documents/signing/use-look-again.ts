import { useEffect, useEffectEvent } from "react";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { lookAgain, type Look } from "#features/documents/signing/look-again.ts";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * Checks for other tabs' and devices' papers of the same work while a paper is given: on the server at once and when back online, and on
 * this device whenever a document changes.
 *
 * @param document undefined: no check
 * @param onFound gets the result, unless the paper was replaced
 */
export function useLookAgain(document: FrozenDocument | undefined, onFound: (found: Look) => void): void {
  const localData = useLocalData();
  const client = useClient();
  const { estimate } = useDocumentWork();
  const { reportFailure } = useSession();
  const { online } = useSyncStatus("online");

  const lookNow = useEffectEvent(
    async (paper: FrozenDocument, { hasSignal, isOver }: { hasSignal: boolean; isOver: () => boolean }) => {
      try {
        const found = await lookAgain(paper, { localData, client, estimate, hasSignal: hasSignal && online });
        if (!isOver()) onFound(found);
      } catch (error) {
        if (!isOver()) await reportFailure(error);
      }
    },
  );
  useEffect(() => {
    if (!document) return undefined;
    let isOver = false;
    const start = (hasSignal: boolean): void => void lookNow(document, { hasSignal, isOver: () => isOver });
    start(true);
    const unsubscribe = localData.subscribe((storeName) => {
      if (storeName === "estimate-documents") start(false);
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [document, online, localData]);
}
