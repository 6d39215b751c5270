import { roundMoney } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";
import type { PaperInOrder } from "./signed-papers.ts";

/** What a change order adds, in dollars. */
export interface AddedValue {
  readonly total: number;
  /** Earlier change orders on paper, which each change order repeats from those that it builds on. */
  readonly addendum: number;
}

const isKnownTo = (later: PaperInOrder, { fingerprint, createdTime }: PaperInOrder): boolean =>
  later.buildsOn ? later.buildsOn.includes(fingerprint) : createdTime < later.createdTime;

/**
 * Dollars of earlier change orders on paper, from the last change orders. Of two signed concurrently, the larger amount: both mean the same
 * papers, and one may have omitted them.
 */
export const addendumAmong = (orders: readonly (PaperInOrder & Pick<AddedValue, "addendum">)[]): number =>
  orders
    .filter((order) => !orders.some((other) => other !== order && isKnownTo(other, order)))
    .reduce((most, { addendum }) => (Math.abs(addendum) > Math.abs(most) ? addendum : most), 0);

/** Dollars that a contract is worth with its change orders, in any order. */
export const agreedValue = (contract: number, changeOrders: readonly (PaperInOrder & AddedValue)[]): number =>
  roundMoney(contract + addendumAmong(changeOrders) + sumOf(changeOrders, ({ total }) => total));
