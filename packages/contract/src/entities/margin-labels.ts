import { formatPercent, type Fraction } from "@ridgebook/estimating";

/*
 * The margin's labels. If a lender takes a fee, no matter who pays it, the margin after it is shown first, and the specified one says what it
 * still includes.
 */

export const MARGIN_INCL_LENDER_FEE = "Margin incl. lender’s fee";

/**
 * The label of a price's mark-up: "Margin on top 10 %". The percentage applies after the promotion, so with a promotion the label says so.
 */
export const markUpLabel = ({
  marginPercent,
  promotion,
}: {
  readonly marginPercent: Fraction;
  readonly promotion: number;
}): string => `Margin on top ${formatPercent(marginPercent)}${promotion === 0 ? "" : " after the promotion"}`;

/** The label of the first margin; `lenderFee` is in dollars. */
export const marginLabel = ({ lenderFee }: { readonly lenderFee: number }): string =>
  lenderFee > 0 ? "Margin after lender’s fee" : "Margin";
