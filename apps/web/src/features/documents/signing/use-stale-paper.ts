import { dayOf, formatMoney, type DocumentSource, type SignedPaper } from "@ridgebook/documents";
import { useMemo, useState } from "react";
import { paperTime } from "#features/documents/create/document-source.ts";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { movedEstimate, signedMeanwhile, type MovedEstimate } from "#features/documents/signing/moved-since.ts";
import { signedSentence } from "#features/documents/signing/papers-before.ts";
import type { TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { useLookAgain } from "#features/documents/signing/use-look-again.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

const movedText = ({ signed, now }: MovedEstimate): string => {
  if (now === null) return "The estimate has changed so much that this paper cannot be made from it any more.";
  if (signed === now) return "What is sold has changed, at the same price.";
  return `The price has changed: this paper says ${formatMoney(signed ?? 0)}, and it comes to ${formatMoney(now)} now.`;
};

/**
 * Why no one else may sign a partly signed paper, as sentences; empty while it is still what is agreed. Watches the estimate, and the
 * signed papers of this device and, when the paper is shown, of the server.
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
  const { timeZone } = useSession();
  const [found, setFound] = useState<{ of: FrozenDocument; papers: readonly SignedPaper[] }>();
  const begun = Object.keys(taken).length > 0 ? document : undefined;
  const moved = useMemo(() => begun && movedEstimate(begun, source), [begun, source]);
  useLookAgain(begun, ({ beside }) => begun && setFound({ of: begun, papers: signedMeanwhile(beside, taken) }));
  const meanwhile = found?.of === begun ? found?.papers : undefined;

  return useMemo(() => {
    const at = { timeZone, today: dayOf(paperTime(localData), timeZone) };
    return [...(moved ? [movedText(moved)] : []), ...(meanwhile ?? []).map((paper) => signedSentence(paper, at))];
  }, [moved, meanwhile, timeZone, localData]);
}
