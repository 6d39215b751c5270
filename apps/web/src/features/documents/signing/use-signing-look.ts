import type { SignedPaper } from "@ridgebook/documents";
import { useEffect, useRef, useState } from "react";
import type { FreezeAgain, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { lookAgain, type Look } from "#features/documents/signing/look-again.ts";
import { useLookAgain } from "#features/documents/signing/use-look-again.ts";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";

/**
 * Looks again, while nobody has signed, for what other tabs and devices have made meanwhile: when the paper is shown, whenever a document
 * on this device changes, and once more right before the first signature, then for what the estimate has become too.
 */
export function useSigningLook({
  document,
  isUnsigned,
  known,
  freezeAgain,
  hasMoved,
}: {
  document: FrozenDocument;
  isUnsigned: boolean;
  /** Fingerprints of the contracts that the person was told of before. */
  known: ReadonlySet<string>;
  freezeAgain: (changes: FreezeAgain) => FrozenDocument | undefined;
  /** Whether the estimate has left the paper that is shown. */
  hasMoved: () => boolean;
}) {
  const localData = useLocalData();
  const client = useClient();
  const { estimate } = useDocumentWork();
  const { online } = useSyncStatus("online");
  const [accepted, setAccepted] = useState(known);
  const [beside, setBeside] = useState<readonly SignedPaper[]>([]);
  const [isEstimateDeleted, setIsEstimateDeleted] = useState(false);
  /** The papers for which this change order was built again. */
  const [builtFor, setBuiltFor] = useState<readonly SignedPaper[]>([]);
  /** Another for each paper that took the place of the one that was read. */
  const [version, setVersion] = useState(0);
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  }, [document]);
  /** Of the estimate as it is when the look is over, not as it was when it began. */
  const now = useRef({ freezeAgain, hasMoved });
  useEffect(() => {
    now.current = { freezeAgain, hasMoved };
  });

  /** Whether what was read can be signed as it is. */
  const adopt = (found: Look): boolean => {
    if (latest.current !== document) return false;
    if (found.isEstimateDeleted) setIsEstimateDeleted(true);
    if (document.choices.kind === "changeOrder" && found.beside.length > 0) {
      // What stands in the contract's place, else the same contract with its other change orders.
      const contractId = found.beside.findLast(({ kind }) => kind === "contract")?.id ?? found.basedOnId;
      const again = freezeAgain({ agreed: { documents: found.documents, contractId } });
      setBuiltFor((before) => [...before, ...found.beside]);
      note(again);
      return false;
    }
    if (found.grown.length > 0) {
      const again = freezeAgain({ agreed: { documents: found.documents, contractId: undefined } });
      setBuiltFor((before) => [...before, ...found.grown]);
      note(again);
      return false;
    }
    if (found.isNumberTaken) {
      note(freezeAgain({ hasNewNumber: true }));
      return false;
    }
    const untold = found.beside.filter(({ fingerprint }) => !accepted.has(fingerprint));
    setBeside(untold);
    return untold.length === 0;
  };

  const note = (again: FrozenDocument | undefined): void => {
    if (!again) return;
    latest.current = again;
    setVersion((before) => before + 1);
  };

  useLookAgain(isUnsigned ? document : undefined, (found) => void adopt(found));

  return {
    ...{ beside, builtFor, isEstimateDeleted, version },
    /** Whether the paper can be signed as it was read. */
    mayBeSigned: async (): Promise<boolean> => {
      if (!adopt(await lookAgain(document, { localData, client, estimate, hasSignal: online }))) return false;
      if (!now.current.hasMoved()) return true;
      note(now.current.freezeAgain({}));
      return false;
    },
    accept: (): void => {
      setAccepted((before) => new Set([...before, ...beside.map(({ fingerprint }) => fingerprint)]));
      setBeside([]);
    },
  };
}
