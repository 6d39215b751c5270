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
import { explainUnparsed, unparsedIn } from "#features/estimate/form/unparsed-texts.ts";
import type { FormSnapshot, FormTerms, SavedCopy } from "#features/estimate/form/workflow-form.ts";

/** Derives a snapshot from the form's value. Unchanged parts keep their identity from the `former` snapshot. */
export function snapshotOf(
  { copy, book, priced }: OpenedCopy,
  { mine, terms, problems }: FormValue,
  former?: FormSnapshot,
): FormSnapshot {
  const { values, comparisons } = mine;
  const found = unparsedIn(mine);
  const unparsed = isSameValue(former?.unparsed, found) ? (former?.unparsed ?? found) : found;
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
    values,
    lines,
    comparisons,
    // Totals need neither of these, so they are computed on first use and do not delay a keystroke.
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
    unparsed,
    unsavedZeros: mine.zeros.unsaved,
    problems: explainUnparsed(values, unparsed, shownProblems(problems, copy, mine)),
    isChanged: mine.touched.size > 0 || unparsed.length > 0,
  };
}

export const termsOf = ({
  summary: { discountPercent, marginPercent, promotion },
  feePercent,
  lenderFeePercent,
}: SavedCopy): FormTerms => ({ discountPercent, marginPercent, feePercent, lenderFeePercent, promotion });
