import { paymentOffers } from "@ridgebook/contract";
import { fraction, fractionToPercent, roundMoney, type ToldPrice } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";
import type { Block } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { formatAmount, formatMoney, formatPercent } from "#wording/numbers.ts";
import { joinInWords } from "#wording/quantity-words.ts";
import { toldPricesOf } from "#wording/told-prices.ts";
import { column, row, table, type CopyOnPaper } from "./company-paper.ts";

/** A copy with what homeowners are told that it comes to. */
export interface PricedCopy extends CopyOnPaper {
  readonly told: ToldPrice;
}

/** A step between price and total, of one copy. */
interface Step {
  readonly label: string;
  readonly amountOf: (told: ToldPrice) => number;
}

/** Copies that have a discount. */
const discounted = (copies: readonly PricedCopy[]): readonly PricedCopy[] =>
  copies.filter(({ told }) => told.discount !== 0);

/** "Discount 5 %" where every copy with a discount has the same one. */
export function discountLabel({ estimate }: Pick<DocumentSource, "estimate">, copies: readonly PricedCopy[]): string {
  const [only, ...others] = new Set(
    discounted(copies).map(({ key }) => estimate.workflowSummaries[key]?.discountPercent ?? 0),
  );
  return only === undefined || others.length > 0
    ? "Discount"
    : `Discount ${formatPercent(fractionToPercent(fraction(only)))}`;
}

/** "Cash or check": what the chosen way to pay is called. */
export function paymentLabel({ estimate, settings }: Pick<DocumentSource, "estimate" | "settings">): string {
  const { paymentOption, term } = estimate;
  const offer = paymentOffers(settings).find(
    (each) => each.paymentOption === paymentOption && each.term.offerId === term.offerId,
  );
  return offer?.label ?? (term.feePercent < 0 ? "Payment discount" : "Payment fee");
}

/** "The discount does not apply to dumpster and roofing permit."; "" where it applies to all lines, or none exists. */
export function discountNote(copies: readonly PricedCopy[]): string {
  const spared = discounted(copies).flatMap(({ lines }) =>
    lines.filter(({ field, totals }) => field.excludeFromDiscount && totals.price > 0),
  );
  const names = [...new Set(spared.map(({ label }) => label.toLowerCase()))];
  return names.length === 0 ? "" : `The discount does not apply to ${joinInWords(names)}.`;
}

/** What is taken off and added, as far as the settings show it; what they do not show is in the price already. */
function stepsOf(
  source: Pick<DocumentSource, "estimate" | "settings">,
  copies: readonly PricedCopy[],
): readonly Step[] {
  const { showDiscountsOnContract, showPromotionsOnContract } = source.settings;
  const paysLess = source.estimate.term.feePercent < 0;
  const steps: readonly (Step & { readonly isShown: boolean })[] = [
    {
      label: discountLabel(source, copies),
      amountOf: ({ discount }) => -discount,
      isShown: showDiscountsOnContract,
    },
    // What paying at once takes off is a discount; what a loan adds is never hidden in a price.
    {
      label: paymentLabel(source),
      amountOf: ({ payment }) => payment,
      isShown: showDiscountsOnContract || !paysLess,
    },
    { label: "Promotion", amountOf: ({ promotion }) => -promotion, isShown: showPromotionsOnContract },
  ];
  return steps.filter(({ isShown, amountOf }) => isShown && copies.some(({ told }) => amountOf(told) !== 0));
}

/**
 * What each workflow costs, and what is taken off. The columns add up to the total to the cent; cost and mark-up show nowhere. Steps
 * that are not shown are part of the price.
 */
export function priceTable(
  source: Pick<DocumentSource, "estimate" | "settings">,
  copies: readonly CopyOnPaper[],
): Block {
  const prices = toldPricesOf(source.estimate);
  const priced = copies.flatMap((copy): PricedCopy[] => {
    const told = prices.get(copy.key);
    return told ? [{ ...copy, told }] : [];
  });
  const steps = stepsOf(source, priced);
  const amountsOf = (told: ToldPrice): readonly number[] => {
    const amounts = steps.map(({ amountOf }) => amountOf(told));
    return [roundMoney(told.total - amounts.reduce((sum, amount) => sum + amount, 0)), ...amounts];
  };
  const columns = priced.map(({ told }) => amountsOf(told));
  const sums = ["Price", ...steps].map((_, index) => sumOf(columns, (amounts) => amounts[index] ?? 0));
  const hasSteps = steps.length > 0;
  const cells = (amounts: readonly number[]): string[] => (hasSteps ? amounts.map(formatAmount) : []);
  return table(
    [
      column("Work", { grow: 1 }),
      ...(hasSteps ? ["Price", ...steps.map(({ label }) => label)] : []).map((label) =>
        column(label, { align: "right" }),
      ),
      column("Total", { align: "right", tone: "strong" }),
    ],
    priced.map(({ number, title, told }, index) =>
      row(
        [number, title].filter((part) => part !== "").join("  "),
        ...cells(columns[index] ?? []),
        formatAmount(told.total),
      ),
    ),
    {
      totals: [row("Contract price", ...cells(sums), formatMoney(sumOf(priced, ({ told }) => told.total)))],
      note: source.settings.showDiscountsOnContract ? discountNote(priced) : "",
    },
  );
}
