/** What a price is made of, in dollars. `margin` is what is left of it; below 0 the price does not cover the rest. */
export interface MoneySplit {
  readonly cost: number;
  /** What a lender takes of it; nothing unless said otherwise. */
  readonly lenderFee?: number;
  readonly margin: number;
  readonly discount: number;
}

/** A part of the bar: what it stands for and how wide it is, as a share of the whole bar. */
export interface MoneyPart {
  readonly kind: "cost" | "lender" | "margin" | "loss" | "discount";
  readonly share: number;
}

/**
 * The parts of a money bar from left to right; those of nothing are left out, so an empty estimate has none.
 *
 * A price below the cost has no margin: the bar then shows the part of the cost that is paid, and the part that is not. What is not paid
 * is a lender's fee first, and cost where that is not enough.
 */
export function moneyParts({ cost, lenderFee = 0, margin, discount }: MoneySplit): readonly MoneyPart[] {
  const loss = Math.min(Math.max(-margin, 0), Math.max(cost + lenderFee, 0));
  const unpaidFee = Math.min(loss, lenderFee);
  const amounts: readonly [MoneyPart["kind"], number][] = [
    ["cost", cost - (loss - unpaidFee)],
    ["lender", lenderFee - unpaidFee],
    ["margin", margin],
    ["loss", loss],
    ["discount", discount],
  ];
  const shown = amounts.filter(([, dollars]) => dollars > 0);
  const whole = shown.reduce((sum, [, dollars]) => sum + dollars, 0);
  return shown.map(([kind, dollars]) => ({ kind, share: dollars / whole }));
}
