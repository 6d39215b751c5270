import { roundMoney, roundTo } from "@ridgebook/estimating";
import { formatAmount, PRINTED_DECIMALS } from "#wording/numbers.ts";
import type { DocumentLine } from "./document-line.ts";

/** The amounts of a line that papers speak of one at a time. */
type PaidAmount = "materialCost" | "laborCost";

/** What is bought, or paid for, as one line of a paper. */
export interface LinePart {
  /** Of the item that counts it: the line's own, or that of a child. */
  readonly itemId: number;
  /** The top-level line that it belongs to. */
  readonly line: DocumentLine;
  readonly quantity: number;
  /** "EA" of what is there once. */
  readonly unit: string;
  /** Dollars of one, and of all. */
  readonly each: number;
  readonly amount: number;
}

const countedUnit = ({ unit }: DocumentLine): string => (unit === "" ? "EA" : unit);

/**
 * The parts of a top-level line that carry an amount. Most lines are one part. A group that only holds its children together is
 * counted where they are: of the house wrap, squares of material and squares of labor; of the membrane, rolls, and squares to lay.
 * The parts add up to the line's own total.
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
 * What one of a part is told to cost. Empty where the printed quantity times the printed price is not the amount: 6 windows of
 * $1,832.50 are not 6 times any number of cents.
 */
export function unitPriceText({ quantity, each, amount }: Pick<LinePart, "quantity" | "each" | "amount">): string {
  const printed = roundMoney(roundTo(quantity, PRINTED_DECIMALS) * roundMoney(each));
  return printed === roundMoney(amount) ? formatAmount(each) : "";
}

/** What parts come to together, in dollars. */
export const sumOfParts = (parts: readonly Pick<LinePart, "amount">[]): number =>
  roundMoney(parts.reduce((sum, { amount }) => sum + amount, 0));
