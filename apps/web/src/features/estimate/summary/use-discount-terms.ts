import { summaryKey } from "@ridgebook/contract";
import { useRef, useState } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import {
  termErrors,
  termFractions,
  typedTerms,
  withTerms,
  TERMS,
  type Term,
  type TermFractions,
  type TypedTerms,
} from "#features/estimate/summary/discount-terms.ts";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { readTermsDraft, termsDraftKey } from "#features/estimate/summary/terms-draft.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { useSummaryDraft } from "#features/estimate/summary/use-summary-draft.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

export interface DiscountTerms {
  readonly shown: TypedTerms;
  /** Errors of fields that were left, or of all after an attempt to save. */
  readonly errors: Readonly<Partial<Record<Term, string>>>;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** The unsaved terms for the displayed totals. */
  readonly preview: TermFractions | undefined;
  readonly type: (term: Term, text: string) => void;
  readonly leave: (term: Term) => void;
  /** Shows all errors; returns whether there are any. */
  readonly showErrors: () => boolean;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const isSameTerms = (one: TermFractions, other: TermFractions): boolean =>
  one.discountPercent === other.discountPercent && one.marginPercent === other.marginPercent;

interface Typed {
  readonly terms: TypedTerms;
  /** The estimate when typing began. */
  readonly from: LocalEstimate;
}

/** Discount and margin of a copy while they are typed: shown immediately, stored on the device, saved on request (SUM-08, SUM-09). */
export function useDiscountTerms({ copy, summary, title }: WorkflowRow): DiscountTerms {
  const { estimate, book } = useOpenEstimate();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const saveEstimate = useSaveEstimate();
  /** Undefined while the fields show the saved values. */
  const [typed, setTyped] = useState<Typed>();
  const [left, setLeft] = useState<ReadonlySet<Term>>(new Set());
  const [isSaving, setIsSaving] = useState(false);
  const isBusy = useRef(false);

  const saved: TermFractions = { discountPercent: summary.discountPercent, marginPercent: summary.marginPercent };
  const shown = typed?.terms ?? typedTerms(saved);
  const allErrors = typed ? termErrors({ workflowId: copy.workflowId, book: book.indexed, typed: typed.terms }) : {};
  const fractions = typed && termFractions(typed.terms);
  const hasErrors = Object.keys(allErrors).length > 0;
  const isChanged = typed !== undefined && !(fractions && isSameTerms(fractions, saved));

  const draft = useSummaryDraft({
    draftKey: termsDraftKey(estimate.id, copy),
    read: readTermsDraft,
    backText: "The discount and margin that you typed before are back, not saved yet",
    onFound: ({ terms, from }) => {
      // Typing before the draft is read takes precedence.
      setTyped((now) => now ?? { terms, from: withTerms(estimate, copy, from) });
      return true;
    },
    onGivenUp: () => setTyped(undefined),
  });
  const termsOf = ({ workflowSummaries }: LocalEstimate): TermFractions => {
    const { discountPercent = 0, marginPercent = 0 } = workflowSummaries[summaryKey(copy)] ?? {};
    return { discountPercent, marginPercent };
  };
  const type = (term: Term, text: string): void => {
    const next: Typed = { terms: { ...shown, [term]: text }, from: typed?.from ?? estimate };
    setTyped(next);
    const read = termFractions(next.terms);
    draft.keep(read && isSameTerms(read, saved) ? undefined : { terms: next.terms, from: termsOf(next.from) });
  };
  const discard = (): void => {
    setTyped(undefined);
    setLeft(new Set());
    void draft.drop();
  };
  const showErrors = (): boolean => {
    setLeft(new Set(TERMS));
    return hasErrors;
  };
  const part = ({ discountPercent, marginPercent }: TermFractions) => ({
    workflowId: summary.workflowId,
    workflowEstimateId: copy.workflowEstimateId,
    discountPercent,
    marginPercent,
  });
  const takeBack = async (): Promise<void> => {
    try {
      const now = await localData.estimates.find(estimate.id);
      if (now) await saveEstimate({ parts: [part(saved)] }, { from: now });
    } catch (error) {
      await reportFailure(error);
    }
  };
  const save = async (): Promise<void> => {
    if (isBusy.current || !typed || showErrors() || !fractions) return;
    isBusy.current = true;
    setIsSaving(true);
    const isSaved = await saveEstimate({ parts: [part(fractions)] }, { from: typed.from });
    isBusy.current = false;
    setIsSaving(false);
    if (!isSaved) return;
    discard();
    notices.add({
      message: `Discount and margin of ${title} are saved`,
      action: { label: "Undo", run: () => void takeBack() },
    });
  };

  return {
    shown,
    errors: Object.fromEntries(TERMS.filter((term) => left.has(term)).map((term) => [term, allErrors[term]])),
    isChanged,
    isSaving,
    preview: isChanged && !hasErrors ? fractions : undefined,
    type,
    leave: (term) => {
      if (typed) setLeft((before) => new Set(before).add(term));
    },
    showErrors,
    discard,
    save,
  };
}
