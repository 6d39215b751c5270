import { addUp, roundMoney } from "#rounding.ts";
import type { EstimateTotals } from "./estimate-totals.ts";

/** A reduction that exceeds its limit, for example because the work got smaller, or another package was chosen. */
export interface AmountProblem {
  readonly member: "promotion" | "downpayment" | "discount";
  /** Index of the workflow whose discount it is; null for the whole estimate. */
  readonly workflow: number | null;
  /** The maximum in dollars. */
  readonly most: number;
  /** The error below the field. */
  readonly text: string;
}

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** The maximum promotion in dollars: the work's total before promotion and mark-up, with fees. */
export const greatestPromotionOf = ({ workflows }: Pick<EstimateTotals, "workflows">): number =>
  roundMoney(Math.max(0, addUp(workflows.flatMap(({ total, fee }) => [total, fee]))));

/** Which of discount, promotion and down payment exceed the price; empty if the price stays at 0 or more. */
export function findAmountProblems(
  totals: Pick<EstimateTotals, "workflows" | "total">,
  { promotion, downpayment }: { readonly promotion: number; readonly downpayment: number },
): readonly AmountProblem[] {
  const discounts = totals.workflows.flatMap(({ discount, itemTotal, total }, workflow): AmountProblem[] =>
    total >= 0
      ? []
      : [
          {
            member: "discount",
            workflow,
            most: itemTotal,
            text: `The discount of ${money.format(discount)} is more than the price of ${money.format(itemTotal)}.`,
          },
        ],
  );
  const check = (member: "promotion" | "downpayment", what: string, amount: number, most: number): AmountProblem[] => {
    const text = `The ${what} of ${money.format(amount)} is more than the price: it may be at most ${money.format(most)}.`;
    return amount > most ? [{ member, workflow: null, most, text }] : [];
  };
  return [
    ...discounts,
    ...check("promotion", "promotion", promotion, greatestPromotionOf(totals)),
    ...check("downpayment", "down payment", downpayment, Math.max(0, totals.total)),
  ];
}
