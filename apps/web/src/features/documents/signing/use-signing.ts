import type { SignatureKey } from "@ridgebook/contract";
import { checkPaper, correctedTime, dayOf } from "@ridgebook/documents";
import { useLayoutEffect, useMemo, useRef, useState, type Dispatch, type SetStateAction } from "react";
import type { FreezeAgain, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { isComplete, nextSlot, type TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { useSigningLook } from "#features/documents/signing/use-signing-look.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import type { Signature } from "#ui/signature-pad/signature-pad.tsx";

const readAgain = (reason: string): void => {
  notices.add({ message: `${reason} Read it again, then sign.`, type: "warning" });
};

/** Who signs next, and whether the paper may be signed as it was read. Moves the focus to the next slot or step after each signature. */
export function useSigning({
  document,
  taken,
  onTaken,
  knownPapers,
  hasMoved,
  freezeAgain,
}: {
  document: FrozenDocument;
  taken: TakenSignatures;
  onTaken: Dispatch<SetStateAction<TakenSignatures>>;
  knownPapers: readonly LocalDocument[];
  hasMoved: () => boolean;
  freezeAgain: (changes?: FreezeAgain) => FrozenDocument | undefined;
}) {
  const { model } = document;
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const [isLooking, setIsLooking] = useState(false);
  /** Absent signers; the others sign first. */
  const [putOff, setPutOff] = useState<ReadonlySet<SignatureKey>>(new Set());
  const listRef = useRef<HTMLOListElement>(null);
  const laterRef = useRef<HTMLButtonElement>(null);
  const finishRef = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  const nextPlace = () => listRef.current?.querySelector<HTMLElement>("[data-next]");
  useLayoutEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    // The pressed button is gone: move the focus to the next slot or step.
    const step = [laterRef, finishRef].find(({ current }) => current && !current.disabled)?.current;
    (nextPlace() ?? step ?? listRef.current?.querySelector("li"))?.focus();
  }, [taken, putOff]);

  const slots = model.closing?.signatures ?? [];
  const signedCount = slots.filter(({ key }) => taken[key]).length;
  // A partly signed paper is finished as it is: wording rules for new papers come too late.
  const isReceived = signedCount > 0;
  const faults = useMemo(() => checkPaper(document, { isReceived }), [document, isReceived]);
  const look = useSigningLook({ document, isUnsigned: signedCount === 0, knownPapers, freezeAgain, hasMoved });

  /** Whether the paper is still what is agreed, asked before the first signature. If not, builds it again and shows a notice. */
  const isStillAgreed = async (today: string): Promise<boolean> => {
    if (today !== model.date) {
      freezeAgain();
      readAgain("A new day has begun: the paper is dated today now.");
      return false;
    }
    setIsLooking(true);
    try {
      const mayBeSigned = await look.mayBeSigned();
      if (!mayBeSigned) readAgain("Something has changed meanwhile.");
      return mayBeSigned;
    } catch (error) {
      await reportFailure(error);
      return false;
    } finally {
      setIsLooking(false);
    }
  };

  return {
    slots,
    next: nextSlot(slots, taken, putOff),
    putOff,
    signedCount,
    isWhole: isComplete(slots, taken),
    faults,
    look,
    isSound: faults.length === 0 && look.beside.length === 0,
    isLooking,
    listRef,
    laterRef,
    finishRef,
    nextPlace,
    sign: async (key: SignatureKey, signature: Signature): Promise<void> => {
      const now = new Date();
      const clock = localData.deviceClock();
      const today = dayOf(correctedTime(now, clock), model.company.timeZone);
      if (signedCount === 0 && !(await isStillAgreed(today))) return;
      isPressed.current = true;
      onTaken((before) => ({ ...before, [key]: { ...signature, timestamp: now.toISOString(), clock } }));
    },
    takeAway: (key: SignatureKey): void => {
      isPressed.current = true;
      onTaken(({ [key]: _former, ...others }) => others);
    },
    putOffOf: (key: SignatureKey, isPutOff: boolean): void => {
      isPressed.current = true;
      setPutOff((before) => new Set(isPutOff ? [...before, key] : [...before].filter((each) => each !== key)));
    },
  };
}
