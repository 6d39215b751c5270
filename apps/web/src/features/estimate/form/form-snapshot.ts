import { estimateTotals, fraction, offeredQuantities, sumLines, type WorkflowTotals } from "@ridgebook/estimating";
import { shownProblems } from "#features/estimate/form/form-problems.ts";
import type { FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { indexLines } from "#features/estimate/form/saved-lines.ts";
import type { FormSnapshot, FormTerms, SavedCopy } from "#features/estimate/form/workflow-form.ts";

/** The lines of a form hold numbers only; `withUnreadTexts` knows of more. */
const NONE_UNREAD: FormSnapshot["unread"] = [];

/** What follows from what is entered. */
export function snapshotOf(
  { copy, book, priced }: OpenedCopy,
  { mine: { values, comparisons, zeros, touched }, terms, problems }: Pick<FormValue, "mine" | "terms" | "problems">,
): FormSnapshot {
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
    unread: NONE_UNREAD,
    unsavedZeros: zeros.unsaved,
    problems: shownProblems(problems, copy, { values, comparisons }),
    isChanged: touched.size > 0,
  };
}

export const termsOf = ({
  summary: { discountPercent, marginPercent, promotion },
  feePercent,
  lenderFeePercent,
}: SavedCopy): FormTerms => ({ discountPercent, marginPercent, feePercent, lenderFeePercent, promotion });
