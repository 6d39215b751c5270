import { roundMoney } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";

/** What a change order adds, in dollars. */
export interface AddedValue {
  readonly total: number;
  /** Earlier change orders on paper, which each change order repeats from the one before it. */
  readonly addendum: number;
}

/** Dollars that a contract is worth with its change orders, which stand in the order in which they build on each other. */
export const agreedValue = (contract: number, changeOrders: readonly AddedValue[]): number =>
  roundMoney(contract + (changeOrders.at(-1)?.addendum ?? 0) + sumOf(changeOrders, ({ total }) => total));
