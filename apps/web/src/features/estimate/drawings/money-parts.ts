/** The parts of a price in dollars. `margin` is the rest; below 0 the price does not cover the other parts. */
export interface MoneySplit {
  readonly cost: number;
  /** A lender's fee; 0 if omitted. */
  readonly lenderFee?: number;
  readonly margin: number;
  readonly discount: number;
}

/** A part of the bar, with its width as a fraction of the bar. */
export interface MoneyPart {
  readonly kind: "cost" | "lender" | "margin" | "loss" | "discount";
  readonly share: number;
}

/**
 * The parts of a money bar from left to right, without empty ones.
 *
 * A price below the cost has no margin: the bar shows the paid and the unpaid part of the cost. A lender's fee counts as unpaid first.
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
