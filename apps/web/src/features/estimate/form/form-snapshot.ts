import type { EstimateCopy } from "@ridgebook/contract";
import {
  estimateTotals,
  fraction,
  offeredQuantities,
  sumLines,
  type IndexedPriceBook,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { indexLines, pricedLines } from "#features/estimate/form/saved-lines.ts";
import type { FormSnapshot, FormState, FormTerms, SavedCopy } from "#features/estimate/form/workflow-form.ts";

/** The lines of a form hold numbers only; `withUnreadTexts` knows of more. */
const NONE_UNREAD: FormSnapshot["unread"] = [];

/** What follows from what is entered. */
export function snapshotOf({
  copy,
  book,
  state: { values, comparisons },
  terms: { discountPercent, marginPercent, feePercent, lenderFeePercent, promotion },
  problems,
  isChanged,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
  state: FormState;
  terms: FormTerms;
} & Pick<FormSnapshot, "problems" | "isChanged">): FormSnapshot {
  const { workflowId } = copy;
  const lines = pricedLines(copy, book, values);
  const share = {
    ...sumLines(lines),
    discountPercent: fraction(discountPercent),
    marginPercent: fraction(marginPercent),
  };
  const [totals] = estimateTotals([share], {
    promotion,
    feePercent: fraction(feePercent),
    lenderFeePercent: fraction(lenderFeePercent),
  }).workflows;
  let lineById: FormSnapshot["lineById"] | undefined;
  let recommendations: FormSnapshot["recommendations"] | undefined;
  return {
    values,
    lines,
    // No total reads these two: the answer to a key does not wait for them.
    get lineById() {
      return (lineById ??= indexLines(lines));
    },
    get recommendations() {
      return (recommendations ??= offeredQuantities({ workflowId, values, book }));
    },
    totals: totals as WorkflowTotals,
    comparisons,
    unread: NONE_UNREAD,
    problems,
    isChanged,
  };
}

export const termsOf = ({
  summary: { discountPercent, marginPercent, promotion },
  feePercent,
  lenderFeePercent,
}: SavedCopy): FormTerms => ({ discountPercent, marginPercent, feePercent, lenderFeePercent, promotion });
