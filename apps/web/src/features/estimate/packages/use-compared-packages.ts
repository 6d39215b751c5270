import { estimateTerms } from "@ridgebook/contract";
import {
  asComparisons,
  comparePackages,
  explainPackageMonth,
  explainPackagePrice,
  packageAttributes,
  type ComparedPackage,
  type PackageAttribute,
  type PackageQuestion,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { useCallback, useDeferredValue, useMemo } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FormSnapshot } from "#features/estimate/form/workflow-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { copySharesOf } from "#features/estimate/packages/estimate-shares.ts";
import { monthlyLoanOf, type MonthlyLoan } from "#features/estimate/packages/monthly-loan.ts";
import type { OfferedPackage } from "#features/estimate/packages/package-list.ts";
import { titleOfCopy } from "#features/estimate/summary/estimate-figures.ts";
import type { WhyQuestion } from "#features/estimate/why/why-context.ts";

/** The form values that packages are priced with. */
type PricedForm = Pick<FormSnapshot, "values" | "lines" | "comparisons"> & {
  readonly totals: Pick<WorkflowTotals, "discountPercent" | "marginPercent">;
};

export type PackageAmount = "price" | "month";
export type ExplainPackage = (optionId: string, which: PackageAmount) => ReturnType<WhyQuestion["explain"]>;

/** Prices and rows of the cards. Deferred, so that they do not delay keystrokes. */
export function useComparedPackages(cards: readonly OfferedPackage[]): {
  compared: readonly ComparedPackage[];
  attributes: readonly PackageAttribute[];
  loan: MonthlyLoan | null;
  explain: ExplainPackage;
} {
  const form = useWorkflowForm();
  const { copy, book } = form;
  const { estimate, settings, workflows } = useOpenEstimate();
  const snapshot = useDeferredValue(useFormValue((newest) => newest));
  const loan = useMemo(() => monthlyLoanOf(estimate, settings), [estimate, settings]);
  const questionOf = useCallback(
    (of: PricedForm): PackageQuestion => {
      const { workflowId, workflowEstimateId } = copy;
      const { discountPercent, marginPercent } = of.totals;
      const isOwn = (share: typeof copy) =>
        share.workflowId === workflowId && share.workflowEstimateId === workflowEstimateId;
      return {
        copy,
        book,
        values: of.values,
        lines: of.lines,
        comparisons: asComparisons(workflowId, of.comparisons, workflowEstimateId),
        optionIds: cards.map(({ id }) => id),
        shares: copySharesOf(estimate).map((share) =>
          isOwn(share) ? { ...share, discountPercent, marginPercent } : share,
        ),
        terms: estimateTerms(estimate),
        payment: loan?.payment ?? null,
      };
    },
    [copy, cards, book, estimate, loan],
  );
  const { values, lines, comparisons } = snapshot;
  const { discountPercent, marginPercent } = snapshot.totals;
  const compared = useMemo(
    () => comparePackages(questionOf({ values, lines, comparisons, totals: { discountPercent, marginPercent } })),
    [questionOf, values, lines, comparisons, discountPercent, marginPercent],
  );
  const explain: ExplainPackage = (optionId, which) => {
    // Uses the form's current state on each call.
    const question = questionOf(form.getSnapshot());
    if (which === "price") return explainPackagePrice(question, optionId);
    return explainPackageMonth(question, optionId, (share) => titleOfCopy(estimate, share, workflows));
  };
  const attributes = useMemo(
    () => packageAttributes(compared, { workflowId: copy.workflowId, book }),
    [compared, copy, book],
  );
  return { compared, attributes, loan, explain };
}
