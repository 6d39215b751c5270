import { formatPercent, type Fraction } from "@ridgebook/estimating";

/*
 * What a margin is called wherever it is shown. Where a lender takes a fee, whoever bears it, the margin after it comes first and the
 * specified one is named for what it still holds.
 */

export const MARGIN_INCL_LENDER_FEE = "Margin incl. lender’s fee";

/**
 * What the part of a price is called that a mark-up makes: "Margin on top 10 %". The percent counts on what is left after the promotion, so
 * beside one the name says so.
 */
export const markUpLabel = ({
  marginPercent,
  promotion,
}: {
  readonly marginPercent: Fraction;
  readonly promotion: number;
}): string => `Margin on top ${formatPercent(marginPercent)}${promotion === 0 ? "" : " after the promotion"}`;

/** The name of the margin to show first; `lenderFee` is dollars. */
export const marginLabel = ({ lenderFee }: { readonly lenderFee: number }): string =>
  lenderFee > 0 ? "Margin after lender’s fee" : "Margin";
