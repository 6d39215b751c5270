/*
 * What a margin is called wherever it is shown. Where a lender takes a fee, whoever bears it, the margin after it comes first and the
 * specified one is named for what it still holds.
 */

export const MARGIN_INCL_LENDER_FEE = "Margin incl. lender’s fee";

/** The name of the margin to show first; `lenderFee` is dollars. */
export const marginLabel = ({ lenderFee }: { readonly lenderFee: number }): string =>
  lenderFee > 0 ? "Margin after lender’s fee" : "Margin";
