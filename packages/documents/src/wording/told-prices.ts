import { roundMoney, type WorkflowTotals } from "@ridgebook/estimating";
import { totalsByCopy, type ToldPrice } from "#lines/copy-figures.ts";
import type { EstimateOfDocument } from "#model/document-source.ts";

/**
 * How homeowners read what a copy comes to: price − discount + payment − promotion = total, to the cent.
 *
 * A promotion is told as it was promised, and percents are what they say, beside the engine's total. Without a mark-up these are the
 * engine's own amounts. With one, it is in the prices: they are higher by the one factor that leads, by the same discount, fee and
 * promotion, to the same total. So nothing that a homeowner knows (the promotion, the percent, the total) tells the mark-up.
 */
export function tellPrice(totals: WorkflowTotals, feePercent: number): ToldPrice {
  const { promotion, totalWithMargin, marginPercent, itemTotal } = totals;
  if (marginPercent === 0)
    return {
      price: itemTotal,
      discount: roundMoney(itemTotal - totals.total),
      payment: totals.fee,
      promotion,
      total: totalWithMargin,
    };
  const beforePromotion = roundMoney(totalWithMargin + promotion);
  const rate = 1 + feePercent / 100;
  const discounted = rate > 0 ? roundMoney(beforePromotion / rate) : beforePromotion;
  // Nothing is left after the discount, or less than nothing after the promotion: then the factor is the mark-up's own.
  const factor = totals.total > 0 && discounted > 0 ? discounted / totals.total : 1 + marginPercent;
  const discount = roundMoney(totals.discount * factor);
  return {
    price: roundMoney(discounted + discount),
    discount,
    payment: roundMoney(beforePromotion - discounted),
    promotion,
    total: totalWithMargin,
  };
}

/** The told price of every copy of an estimate, by `summaryKey`. */
export const toldPricesOf = (
  estimate: Pick<
    EstimateOfDocument,
    "items" | "workflowSummaries" | "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term"
  >,
): ReadonlyMap<string, ToldPrice> =>
  new Map([...totalsByCopy(estimate)].map(([key, totals]) => [key, tellPrice(totals, estimate.term.feePercent)]));
