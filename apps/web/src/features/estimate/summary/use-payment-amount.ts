import { estimateRecord } from "@ridgebook/contract";
import { useEffect, useRef, useState, type RefObject } from "react";
import { formatAmount } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { readPaymentAmount, type PaymentAmount } from "#features/estimate/summary/payment-amount.ts";
import { paymentDraftKey, readPaymentDraft } from "#features/estimate/summary/payment-draft.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { useSummaryDraft } from "#features/estimate/summary/use-summary-draft.ts";

/** Typing rests that long before it is saved by itself. */
const SAVED_AFTER_MS = 1_000;

export interface PaymentAmountEntry {
  readonly member: PaymentAmount;
  /** As it is typed, or as it is saved. */
  readonly text: string;
  /** "" while nothing is wrong, and until typing has come to an end. */
  readonly error: string;
  /** The person is in the field now. */
  readonly begin: () => void;
  readonly type: (text: string) => void;
  /** Saves what is typed, as on Enter; what is wrong stays, with its reason. */
  readonly commit: () => void;
  readonly leave: () => void;
  /** Back to what is saved. */
  readonly giveUp: () => void;
  /** Whether something is typed that cannot be saved. */
  readonly isWrong: () => boolean;
}

interface Typed {
  readonly text: string;
  /** Typing has come to an end: a mistake is told. */
  readonly isTold: boolean;
  /** It was given to be saved. */
  readonly isCommitted: boolean;
}

/**
 * A down payment or promotion that saves itself: after a pause, on Enter, on leaving the field and when the page is hidden. Each key is
 * kept on the device meanwhile; what is not saved stays in the field, also after the tab was closed.
 *
 * @param max dollars
 * @param savedError what is wrong with the amount that is saved
 */
export function usePaymentAmount({
  member,
  max,
  savedError = "",
}: {
  member: PaymentAmount;
  max: number;
  savedError?: string | undefined;
}): PaymentAmountEntry {
  const { estimate } = useOpenEstimate();
  const saveEstimate = useSaveEstimate();
  const value = estimate[member];
  /** Undefined: the field shows what is saved. */
  const [typed, setTyped] = useState<Typed>();
  const [isFocused, setIsFocused] = useState(false);
  const [shownValue, setShownValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What somebody else changes while a person types is a conflict, not overwritten unseen.
  const from = useRef(estimate);
  const read = (text: string) => readPaymentAmount({ member, text, max });

  // What is saved has arrived, or somebody else changed it; a person who is typing is not disturbed.
  if (value !== shownValue) {
    setShownValue(value);
    if (!isFocused && typed?.isCommitted) setTyped(undefined);
  }

  const draft = useSummaryDraft({
    draftKey: paymentDraftKey(estimate.id, member),
    read: readPaymentDraft,
    backText: `The ${estimateRecord.labels[member].toLowerCase()} that you typed before is back, not saved yet`,
    onFound: (found) => {
      // Who types before the draft is read begins anew.
      if (latest.current.typed) return false;
      if (read(found.text).amount === value) {
        void draft.drop();
        return false;
      }
      from.current = { ...estimate, [member]: found.from };
      setTyped({ text: found.text, isTold: true, isCommitted: false });
      return true;
    },
    onGivenUp: () => setTyped(undefined),
  });

  const save = async (amount: number): Promise<void> => {
    const seen = from.current;
    from.current = { ...seen, [member]: amount };
    const isSaved = await saveEstimate({ members: { [member]: amount } }, { from: seen });
    const { text } = latest.current.typed ?? {};
    // What was typed since has a draft of its own.
    if (isSaved && (text === undefined || read(text).amount === amount)) await draft.drop();
  };
  const commit = (isLeaving: boolean): void => {
    clearTimeout(timer.current);
    if (!typed) return;
    const { amount, error } = read(typed.text);
    if (error !== undefined) {
      setTyped({ ...typed, isTold: true });
      return;
    }
    const isNew = amount !== value;
    if (isNew && !typed.isCommitted) void save(amount);
    if (!isLeaving) setTyped({ ...typed, isCommitted: true });
    else setTyped(isNew ? { text: formatAmount(amount), isTold: false, isCommitted: true } : undefined);
  };
  const latest = useLatest({ typed, commit });
  useCommitOnLeaving(latest);

  return {
    member,
    text: typed?.text ?? formatAmount(value),
    // What is saved can have become too much since: the work got smaller, here or on another device.
    error: typed ? (typed.isTold && read(typed.text).error) || "" : savedError,
    begin: () => {
      setIsFocused(true);
      if (!typed || typed.isCommitted) from.current = estimate;
    },
    type: (text) => {
      const { amount, error } = read(text);
      // A mistake is told at the end of typing, and goes as soon as it is mended.
      setTyped({ text, isTold: error !== undefined && (typed?.isTold ?? false), isCommitted: false });
      draft.keep(amount === value ? undefined : { text, from: from.current[member] });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current.commit(false), SAVED_AFTER_MS);
    },
    commit: () => commit(true),
    leave: () => {
      setIsFocused(false);
      commit(true);
    },
    giveUp: () => {
      clearTimeout(timer.current);
      setTyped(undefined);
      void draft.drop();
    },
    isWrong: () => {
      const now = latest.current.typed;
      return now !== undefined && read(now.text).error !== undefined;
    },
  };
}

interface Entry {
  readonly typed: Typed | undefined;
  readonly commit: (isLeaving: boolean) => void;
}

/** For what happens behind a drawing: a timer, an answer, the end of the page. */
function useLatest(entry: Entry): RefObject<Entry> {
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  });
  return latest;
}

/**
 * Saves what can be saved when the field goes or the page is hidden. A page that is being left stores drafts only (decision 0053); the
 * amount is back, not saved, when the estimate is opened again.
 */
function useCommitOnLeaving(latest: RefObject<Entry>): void {
  useEffect(() => {
    const commit = (): void => latest.current.commit(true);
    const commitWhenHidden = (): void => {
      if (document.visibilityState === "hidden") commit();
    };
    document.addEventListener("visibilitychange", commitWhenHidden);
    return () => {
      document.removeEventListener("visibilitychange", commitWhenHidden);
      commit();
    };
  }, [latest]);
}
