import { paymentOffers } from "@ridgebook/contract";
import { fraction, fractionToPercent, roundMoney, type ToldPrice } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";
import type { Block } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { formatAmount, formatMoney, formatPercent } from "#wording/numbers.ts";
import { joinInWords } from "#wording/quantity-words.ts";
import { toldPricesOf } from "#wording/told-prices.ts";
import { column, row, table, type CopyOnPaper } from "./company-paper.ts";

export interface PricedCopy extends CopyOnPaper {
  readonly told: ToldPrice;
}

/** A step of one copy between price and total. */
interface Step {
  readonly label: string;
  readonly amountOf: (told: ToldPrice) => number;
}

const discounted = (copies: readonly PricedCopy[]): readonly PricedCopy[] =>
  copies.filter(({ told }) => told.discount !== 0);

/** "Discount 5 %" if all discounts are equal. */
export function discountLabel({ estimate }: Pick<DocumentSource, "estimate">, copies: readonly PricedCopy[]): string {
  const [only, ...others] = new Set(
    discounted(copies).map(({ key }) => estimate.workflowSummaries[key]?.discountPercent ?? 0),
  );
  return only === undefined || others.length > 0
    ? "Discount"
    : `Discount ${formatPercent(fractionToPercent(fraction(only)))}`;
}

/** The chosen plan's label: "Cash or check". */
export function paymentLabel({ estimate, settings }: Pick<DocumentSource, "estimate" | "settings">): string {
  const { paymentOption, term } = estimate;
  const offer = paymentOffers(settings).find(
    (each) => each.paymentOption === paymentOption && each.term.offerId === term.offerId,
  );
  return offer?.label ?? (term.feePercent < 0 ? "Payment discount" : "Payment fee");
}

/** "The discount does not apply to dumpster and roofing permit."; "" if it applies to all lines, or without a discount. */
export function discountNote(copies: readonly PricedCopy[]): string {
  const spared = discounted(copies).flatMap(({ lines }) =>
    lines.filter(({ field, totals }) => field.excludeFromDiscount && totals.price > 0),
  );
  const names = [...new Set(spared.map(({ label }) => label.toLowerCase()))];
  return names.length === 0 ? "" : `The discount does not apply to ${joinInWords(names)}.`;
}

/** The steps that the settings show; the others are included in the price. */
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
    // Paying at once is shown as a discount; a loan's cost is never hidden in a price.
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
 * Each workflow's price, and deductions. Columns add up to the total to the cent, without cost and mark-up. Hidden steps are part of the
 * price.
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
