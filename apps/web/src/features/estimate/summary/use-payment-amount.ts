import { estimateRecord } from "@ridgebook/contract";
import { useEffect, useRef, useState, type RefObject } from "react";
import { formatAmount } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { readPaymentAmount, type PaymentAmount } from "#features/estimate/summary/payment-amount.ts";
import { paymentDraftKey, readPaymentDraft } from "#features/estimate/summary/payment-draft.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { useSummaryDraft } from "#features/estimate/summary/use-summary-draft.ts";

/** The pause in typing after which the amount is saved. */
const SAVED_AFTER_MS = 1_000;

export interface PaymentAmountEntry {
  readonly member: PaymentAmount;
  /** The typed text, or the saved amount. */
  readonly text: string;
  /** The error; "" for none, and until typing has ended. */
  readonly error: string;
  /** Called when the field gets the focus. */
  readonly begin: () => void;
  readonly type: (text: string) => void;
  /** Saves the typed amount, as on Enter; an invalid one stays with its error. */
  readonly commit: () => void;
  readonly leave: () => void;
  /** Restores the saved amount. */
  readonly giveUp: () => void;
  /** Whether the typed amount is invalid. */
  readonly isWrong: () => boolean;
}

interface Typed {
  readonly text: string;
  /** Typing has ended, so an error is shown. */
  readonly isTold: boolean;
  /** Saving has started. */
  readonly isCommitted: boolean;
}

/**
 * A down payment or promotion that saves itself: after a pause, on Enter, on blur and when the page is hidden. Each keystroke is stored on
 * the device; an unsaved amount is restored after the tab was closed.
 *
 * @param max dollars
 * @param savedError the error of the saved amount
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
  /** Undefined while the field shows the saved amount. */
  const [typed, setTyped] = useState<Typed>();
  const [isFocused, setIsFocused] = useState(false);
  const [shownValue, setShownValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The estimate when typing began, so that a change by another user is a conflict.
  const from = useRef(estimate);
  const read = (text: string) => readPaymentAmount({ member, text, max });

  // A saved or synced amount replaces a committed one, but never interrupts typing.
  if (value !== shownValue) {
    setShownValue(value);
    // A draft that was found while its own save was still under way holds what that saved.
    if (!isFocused && typed && (typed.isCommitted || read(typed.text).amount === value)) setTyped(undefined);
  }

  const draft = useSummaryDraft({
    draftKey: paymentDraftKey(estimate.id, member),
    read: readPaymentDraft,
    backText: `The ${estimateRecord.labels[member].toLowerCase()} that you typed before is back, not saved yet`,
    onFound: (found) => {
      // Typing before the draft is read takes precedence.
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
    const isSaved = await saveEstimate({ members: { [member]: amount } }, { from: from.current });
    const { text } = latest.current.typed ?? {};
    // A newer text has its own draft.
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
    // Also the amount that is shown as saved: a save just before may not be drawn yet, and is not sent without a difference.
    if (!typed.isCommitted) void save(amount);
    if (!isLeaving) setTyped({ ...typed, isCommitted: true });
    else setTyped(amount === value ? undefined : { text: formatAmount(amount), isTold: false, isCommitted: true });
  };
  const latest = useLatest({ typed, commit });
  useCommitOnLeaving(latest);

  return {
    member,
    text: typed?.text ?? formatAmount(value),
    // A saved amount may become too high when the work gets smaller, here or on another device.
    error: typed ? (typed.isTold && read(typed.text).error) || "" : savedError,
    begin: () => {
      setIsFocused(true);
      if (!typed || typed.isCommitted) from.current = estimate;
    },
    type: (text) => {
      const { amount, error } = read(text);
      // An error appears when typing ends, and disappears as soon as it is fixed.
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

/** The latest state, for callbacks that run after the render: timers, replies, unmounting. */
function useLatest(entry: Entry): RefObject<Entry> {
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  });
  return latest;
}

/**
 * Saves the amount when the field unmounts or the page is hidden. A page that is being left only stores drafts (decision 0053), so the
 * amount is restored, unsaved, when the estimate is opened again.
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
