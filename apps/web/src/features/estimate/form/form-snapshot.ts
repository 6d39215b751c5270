import { isSameValue } from "@ridgebook/contract";
import {
  estimateTotals,
  fraction,
  offeredQuantities,
  sumLines,
  tellPrice,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { shownProblems } from "#features/estimate/form/form-problems.ts";
import type { FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { indexLines } from "#features/estimate/form/saved-lines.ts";
import { tellUnread, unreadIn } from "#features/estimate/form/unread-texts.ts";
import type { FormSnapshot, FormTerms, SavedCopy } from "#features/estimate/form/workflow-form.ts";

/** What follows from what is entered. @param former the snapshot before: what it says too stays the same object */
export function snapshotOf(
  { copy, book, priced }: OpenedCopy,
  { mine, terms, problems }: FormValue,
  former?: FormSnapshot,
): FormSnapshot {
  const { values, comparisons } = mine;
  const found = unreadIn(mine);
  const unread = isSameValue(former?.unread, found) ? (former?.unread ?? found) : found;
  const { workflowId } = copy;
  const lines = priced(values);
  const { discountPercent, marginPercent, feePercent, lenderFeePercent, promotion } = terms;
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
    ...{ values, lines, comparisons },
    // No total reads these two: the answer to a key does not wait for them.
    get lineById() {
      return (lineById ??= indexLines(lines));
    },
    get recommendations() {
      return (recommendations ??= offeredQuantities({ workflowId, values, book }));
    },
    totals: totals as WorkflowTotals,
    get told() {
      return tellPrice(totals as WorkflowTotals, fraction(feePercent));
    },
    unread,
    unsavedZeros: mine.zeros.unsaved,
    problems: tellUnread(values, unread, shownProblems(problems, copy, mine)),
    isChanged: mine.touched.size > 0 || unread.length > 0,
  };
}

export const termsOf = ({
  summary: { discountPercent, marginPercent, promotion },
  feePercent,
  lenderFeePercent,
}: SavedCopy): FormTerms => ({ discountPercent, marginPercent, feePercent, lenderFeePercent, promotion });
