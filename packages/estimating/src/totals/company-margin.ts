import { evaluateInputs } from "#expressions/evaluate.ts";
import type { Expression } from "#expressions/expression.ts";
import { addUp, roundMoney } from "#rounding.ts";
import * as formulas from "./formulas.ts";
import type { WorkflowTotals } from "./workflow-totals.ts";

/** The company's margin (estimating.md §4) in dollars; below 0 the price does not cover its costs. */
export interface CompanyMargin {
  /** The lender's fee, no matter who pays it. */
  readonly lenderFee: number;
  /** Total minus cost, including the mark-up. With a lender's fee, this is the margin "incl. lender's fee". */
  readonly beforeLender: number;
  /** The margin to show first: after the lender's fee. Equals `beforeLender` without one. */
  readonly afterLender: number;
}

type MarginParts = Pick<WorkflowTotals, "totalWithMargin" | "totalCost" | "fee" | "lenderFee">;

/** The part of a fee that a lender takes, in dollars: a fee below 0 is a discount for cash, which no lender gets. */
const lenderFeeInPrice = (fee: number): number => Math.max(0, fee);

/** The margin of one workflow, or of several together. */
export function companyMargin(...workflows: readonly MarginParts[]): CompanyMargin {
  const sumOf = (formula: Expression): number =>
    roundMoney(
      addUp(
        workflows.map((workflow) =>
          evaluateInputs(formula, { ...workflow, feeInPrice: lenderFeeInPrice(workflow.fee) }),
        ),
      ),
    );
  return {
    lenderFee: sumOf(formulas.takenByLender),
    beforeLender: sumOf(formulas.companyMargin),
    afterLender: sumOf(formulas.marginAfterLenderFee),
  };
}
