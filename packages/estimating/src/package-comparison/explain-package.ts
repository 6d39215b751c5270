import { isSameCopy } from "#form/comparisons.ts";
import { figureOf, type Explanation } from "#expressions/explain.ts";
import { explainEstimateTotal, explainMonthlyPayment, explainTotal } from "#totals/explain-totals.ts";
import { comparePackages, type CopyShare, type PackageQuestion } from "./compare-packages.ts";

/* Explains the amounts on a package's card, with the lines that choosing it would give. */

const compared = (question: PackageQuestion, optionId: string) =>
  comparePackages({ ...question, optionIds: [optionId] })[0];

/** The workflow's price with a package; null if the question has no such workflow. */
export function explainPackagePrice(question: PackageQuestion, optionId: string): Explanation | null {
  const found = compared(question, optionId);
  const context = { workflowId: question.copy.workflowId, book: question.book };
  return found ? explainTotal(context, found.lines, found.totals, "totalWithMargin") : null;
}

/**
 * The monthly payment of the whole estimate with a package; null without a loan.
 *
 * @param titleOf the title of a workflow copy
 */
export function explainPackageMonth(
  question: PackageQuestion,
  optionId: string,
  titleOf: (share: CopyShare) => string,
): Explanation | null {
  const { copy, book, shares, payment } = question;
  const found = compared(question, optionId);
  if (!found?.financed || !payment) return null;
  const { lines, financed } = found;
  const parts = financed.workflows.map((totals, index): Explanation => {
    const share = shares[index] as CopyShare;
    const label = titleOf(share);
    return isSameCopy(share, copy)
      ? figureOf(label, explainTotal({ workflowId: copy.workflowId, book }, lines, totals, "totalWithMargin"))
      : { operation: "given", label, value: totals.totalWithMargin, measure: "money" };
  });
  return explainMonthlyPayment({ total: explainEstimateTotal(parts), ...payment });
}
