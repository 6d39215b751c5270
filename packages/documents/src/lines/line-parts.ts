import { roundMoney, roundTo } from "@ridgebook/estimating";
import { formatAmount, PRINTED_DECIMALS } from "#wording/numbers.ts";
import type { DocumentLine } from "./document-line.ts";

/** The amounts of a line that a paper may list. */
type PaidAmount = "materialCost" | "laborCost";

/** One bought or paid line of a paper. */
export interface LinePart {
  /** The counting item: the line's own, or a child's. */
  readonly itemId: number;
  /** Its top-level line. */
  readonly line: DocumentLine;
  readonly quantity: number;
  /** "EA" for a single one. */
  readonly unit: string;
  /** Dollars of one, and of all. */
  readonly each: number;
  readonly amount: number;
}

const countedUnit = ({ unit }: DocumentLine): string => (unit === "" ? "EA" : unit);

/**
 * The parts of a top-level line with an amount. Most lines are one part. A group without its own amount is split into its children:
 * house wrap into squares of material and squares of labor; membrane into rolls, and squares to lay. The parts add up to the line's total.
 */
export function partsOf(line: DocumentLine, amount: PaidAmount): readonly LinePart[] {
  const whole: LinePart = {
    itemId: line.itemId,
    line,
    quantity: line.quantity,
    unit: countedUnit(line),
    each: line.amounts[amount],
    amount: line.totals[amount],
  };
  if (!line.field.defaultOne || line.quantity !== 1) return [whole];
  const counted = line.children.filter(({ field, totals }) => field.allowQuantityChange && totals[amount] !== 0);
  if (counted.length === 0) return [whole];
  const parts = counted.map((child): LinePart => ({
    itemId: child.itemId,
    line,
    quantity: child.quantity,
    unit: countedUnit(child),
    each: child.amounts[amount],
    amount: child.totals[amount],
  }));
  const rest = roundMoney(whole.amount - parts.reduce((sum, part) => sum + part.amount, 0));
  return rest === 0 ? parts : [...parts, { ...whole, each: rest, amount: rest }];
}

/**
 * The displayed unit price of a part. Empty if quantity times unit price, as printed, is not the amount: 6 windows of $1,832.50 are not 6
 * times any number of cents.
 */
export function unitPriceText({ quantity, each, amount }: Pick<LinePart, "quantity" | "each" | "amount">): string {
  const printed = roundMoney(roundTo(quantity, PRINTED_DECIMALS) * roundMoney(each));
  return printed === roundMoney(amount) ? formatAmount(each) : "";
}

/** What parts come to together, in dollars. */
export const sumOfParts = (parts: readonly Pick<LinePart, "amount">[]): number =>
  roundMoney(parts.reduce((sum, { amount }) => sum + amount, 0));
