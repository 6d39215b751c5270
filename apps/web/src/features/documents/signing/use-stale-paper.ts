import { dayOf, formatMoney, type DocumentSource, type SignedPaper } from "@ridgebook/documents";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { paperTime } from "#features/documents/create/document-source.ts";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { lookAgain } from "#features/documents/signing/look-again.ts";
import { movedEstimate, signedMeanwhile, type MovedEstimate } from "#features/documents/signing/moved-since.ts";
import { signedSentence } from "#features/documents/signing/papers-before.ts";
import type { TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

const movedText = ({ signed, now }: MovedEstimate): string => {
  if (now === null) return "The estimate has changed so much that this paper cannot be made of it any more.";
  if (signed === now) return "What is sold has changed, at the same price.";
  return `The price has changed: this paper says ${formatMoney(signed ?? 0)}, and it comes to ${formatMoney(now)} now.`;
};

/**
 * Why nobody else may sign a paper that somebody has signed, as sentences; none while it is still what is agreed to. Watches the estimate,
 * and the signed papers of this device and, when the paper is shown, of the server.
 */
export function useStalePaper({
  document,
  taken,
  source,
}: {
  document: FrozenDocument | undefined;
  taken: TakenSignatures;
  /** What the paper would be made from now. */
  source: DocumentSource;
}): readonly string[] {
  const localData = useLocalData();
  const client = useClient();
  const { estimate } = useDocumentWork();
  const { timeZone, reportFailure } = useSession();
  const { online } = useSyncStatus("online");
  const [meanwhile, setMeanwhile] = useState<readonly SignedPaper[]>([]);
  const isBegun = document !== undefined && Object.keys(taken).length > 0;
  const moved = useMemo(() => (isBegun ? movedEstimate(document, source) : undefined), [isBegun, document, source]);

  const lookNow = useEffectEvent(async (hasSignal: boolean, isOver: () => boolean): Promise<void> => {
    if (!document) return;
    try {
      const { beside } = await lookAgain(document, { localData, client, estimate, hasSignal: hasSignal && online });
      if (!isOver()) setMeanwhile(signedMeanwhile(beside, taken));
    } catch (error) {
      if (!isOver()) await reportFailure(error);
    }
  });
  useEffect(() => {
    if (!isBegun) return undefined;
    let isOver = false;
    const start = (hasSignal: boolean): void => void lookNow(hasSignal, () => isOver);
    start(true);
    const unsubscribe = localData.subscribe((storeName) => {
      if (storeName === "estimate-documents") start(false);
    });
    return () => {
      isOver = true;
      setMeanwhile([]);
      unsubscribe();
    };
  }, [isBegun, document, online, localData]);

  return useMemo(() => {
    const at = { timeZone, today: dayOf(paperTime(localData), timeZone) };
    return [...(moved ? [movedText(moved)] : []), ...meanwhile.map((paper) => signedSentence(paper, at))];
  }, [moved, meanwhile, timeZone, localData]);
}
