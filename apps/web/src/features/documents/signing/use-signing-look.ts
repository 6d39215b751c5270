import type { SignedPaper } from "@ridgebook/documents";
import { useEffect, useRef, useState } from "react";
import type { Agreed, FreezeAgain, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { lookAgain, type Look } from "#features/documents/signing/look-again.ts";
import { useLookAgain } from "#features/documents/signing/use-look-again.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";

/**
 * While no one has signed, checks for other tabs' and devices' papers: when the paper is shown, whenever a local document changes, and
 * right before the first signature, then also for changes of the estimate.
 */
export function useSigningLook({
  document,
  isUnsigned,
  knownPapers,
  freezeAgain,
  hasMoved,
}: {
  document: FrozenDocument;
  isUnsigned: boolean;
  /** Documents that the user has already been shown. */
  knownPapers: readonly LocalDocument[];
  freezeAgain: (changes: FreezeAgain) => FrozenDocument | undefined;
  /** Whether the estimate differs from the shown paper. */
  hasMoved: () => boolean;
}) {
  const localData = useLocalData();
  const client = useClient();
  const { estimate } = useDocumentWork();
  const { online } = useSyncStatus("online");
  /** Fingerprints of the papers that the user knows of. */
  const [accepted, setAccepted] = useState(() => new Set(knownPapers.map(({ data }) => data["fingerprint"] ?? "")));
  const [beside, setBeside] = useState<readonly SignedPaper[]>([]);
  const [isEstimateDeleted, setIsEstimateDeleted] = useState(false);
  /** The papers for which this change order was rebuilt. */
  const [builtFor, setBuiltFor] = useState<readonly SignedPaper[]>([]);
  /** Changes with each paper that replaced the one being read. */
  const [version, setVersion] = useState(0);
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  }, [document]);
  /** Of the estimate at the end of the check, not at its start. */
  const now = useRef({ freezeAgain, hasMoved });
  useEffect(() => {
    now.current = { freezeAgain, hasMoved };
  });

  /** Whether the paper can be signed as read. */
  const adopt = (found: Look): boolean => {
    if (latest.current !== document) return false;
    if (found.isEstimateDeleted) setIsEstimateDeleted(true);
    if (document.choices.kind === "changeOrder" && found.beside.length > 0) {
      // The contract's replacement, or the same contract with other change orders.
      const contractId = found.beside.findLast(({ kind }) => kind === "contract")?.id ?? found.basedOnId;
      noteBuilt(found.beside, { documents: found.documents, contractId });
      return false;
    }
    if (found.grown.length > 0) {
      noteBuilt(found.grown, { documents: found.documents, contractId: undefined });
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

  const noteBuilt = (papers: readonly SignedPaper[], agreed: Agreed): void => {
    const again = freezeAgain({ agreed });
    setBuiltFor((before) => [...before, ...papers]);
    note(again);
  };

  useLookAgain(isUnsigned ? document : undefined, (found) => void adopt(found));

  return {
    beside,
    builtFor,
    isEstimateDeleted,
    version,
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
