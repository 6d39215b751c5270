import { choosePackage, comparisonOf, isSameCopy, type ComparedForm, type WorkflowCopy } from "#form/comparisons.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { chosenPackage } from "#form/states/package-choice.ts";
import { lowestId, temporaryIds } from "#form/temporary-ids.ts";
import { priceWorkflow, type PricedLine } from "#pricing/price-line.ts";
import {
  estimateTotals,
  type EstimateTerms,
  type EstimateTotals,
  type WorkflowShare,
} from "#totals/estimate-totals.ts";
import { roundMoney } from "#rounding.ts";
import { planPayment, type PaymentTerm } from "#totals/payment.ts";
import { sumLines, type WorkflowTotals } from "#totals/workflow-totals.ts";

/** A workflow copy of the packages' estimate, with its sums and decisions. */
export type CopyShare = WorkflowShare & WorkflowCopy;

/** The inputs of a monthly payment: the down payment and the loan. */
export interface PaymentOfEstimate {
  readonly downpayment: number;
  readonly term: PaymentTerm;
  /** Fee and promotion of the estimate under this loan. */
  readonly terms: EstimateTerms;
}

export interface ComparedPackage {
  readonly optionId: string;
  readonly isChosen: boolean;
  readonly lines: readonly PricedLine[];
  readonly values: WorkflowValues;
  readonly totals: WorkflowTotals;
  /** The difference from the chosen package's price in dollars; null for the chosen one and if none is chosen. */
  readonly difference: number | null;
  /** The whole estimate with this package, paid by the loan; null without one. */
  readonly financed: EstimateTotals | null;
  /** For the whole estimate with this package; null without a loan. */
  readonly monthlyPayment: number | null;
  /** The difference from the chosen package's monthly payment; null if either is missing. */
  readonly monthlyDifference: number | null;
}

export interface PackageQuestion extends ComparedForm {
  /** The lines of `values`, if they are already priced. */
  readonly lines?: readonly PricedLine[];
  /** The packages to compare, in the order of the result. */
  readonly optionIds: readonly string[];
  /** Every copy of the estimate; the sums of `copy` are replaced by each package's. */
  readonly shares: readonly CopyShare[];
  readonly terms: EstimateTerms;
  readonly payment: PaymentOfEstimate | null;
}

/**
 * Prices packages side by side (estimating.md §6): each is chosen on a copy of the values, so its quantities follow the current
 * measurements even if its items were saved before. Does not change the values.
 */
export function comparePackages(question: PackageQuestion): readonly ComparedPackage[] {
  const { copy, values, book, shares, terms, payment, optionIds } = question;
  const comparisons = comparisonOf(question.comparisons, copy);
  const index = shares.findIndex((share) => isSameCopy(share, copy));
  const own = shares[index];
  if (!own) return [];
  const chosen = chosenPackage(copy.workflowId, values);
  const priced = (of: WorkflowValues) => priceWorkflow({ workflowId: copy.workflowId, book }, of);

  const price = (optionId: string) => {
    const isChosen = optionId === chosen;
    const withPackage = isChosen
      ? values
      : choosePackage({ copy, values, comparisons, optionId, book, nextId: temporaryIds({ below: lowestId(values) }) })
          .values;
    const lines = isChosen && question.lines ? question.lines : priced(withPackage);
    const replaced = shares.with(index, { ...own, ...sumLines(lines) });
    const totals = estimateTotals(replaced, terms).workflows[index];
    const financed = payment && payment.term.months > 0 ? estimateTotals(replaced, payment.terms) : null;
    const plan = payment && financed && planPayment({ total: financed.total, ...payment });
    return {
      optionId,
      isChosen,
      lines,
      values: withPackage,
      totals: totals as WorkflowTotals,
      financed,
      monthlyPayment: plan?.monthlyPayment ?? null,
    };
  };

  const compared = optionIds.map(price);
  const reference = compared.find(({ isChosen }) => isChosen) ?? (chosen === null ? undefined : price(chosen));
  return compared.map((each) => ({
    ...each,
    difference:
      each.isChosen || !reference ? null : differenceOf(each.totals.totalWithMargin, reference.totals.totalWithMargin),
    monthlyDifference:
      each.isChosen || each.monthlyPayment === null || reference?.monthlyPayment == null
        ? null
        : differenceOf(each.monthlyPayment, reference.monthlyPayment),
  }));
}

/** The difference of two amounts in cents, without floating-point errors. */
const differenceOf = (one: number, other: number): number => roundMoney(one - other);
