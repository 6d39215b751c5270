import { evaluateInputs } from "#expressions/evaluate.ts";
import type { Expression } from "#expressions/expression.ts";
import { roundMoney } from "#rounding.ts";
import * as formulas from "./formulas.ts";
import type { WorkflowTotals } from "./workflow-totals.ts";

/** What the company keeps of a price (estimating.md §4). Dollars; below 0 the price does not cover what it has to. */
export interface CompanyMargin {
  /** What a lender takes, whoever bears it; 0 without a lender's fee. */
  readonly lenderFee: number;
  /** Total less cost, the mark-up included. Where there is a lender's fee, this is the margin "incl. lender's fee". */
  readonly beforeLender: number;
  /** The margin to show first: what is left when the lender has taken its fee. Equals `beforeLender` without one. */
  readonly afterLender: number;
}

export type MarginParts = Pick<WorkflowTotals, "totalWithMargin" | "totalCost" | "fee" | "lenderFee">;

/** The part of a fee that a lender takes, in dollars: a fee below 0 is a discount for cash, which no lender gets. */
export const lenderFeeInPrice = (fee: number): number => Math.max(0, fee);

/** The margin of one workflow, or of several added up. */
export function companyMargin(...workflows: readonly MarginParts[]): CompanyMargin {
  const sumOf = (formula: Expression): number =>
    roundMoney(
      workflows.reduce(
        (sum, workflow) => sum + evaluateInputs(formula, { ...workflow, feeInPrice: lenderFeeInPrice(workflow.fee) }),
        0,
      ),
    );
  return {
    lenderFee: sumOf(formulas.takenByLender),
    beforeLender: sumOf(formulas.companyMargin),
    afterLender: sumOf(formulas.marginAfterLenderFee),
  };
}
