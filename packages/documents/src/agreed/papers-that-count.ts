import { roundMoney } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";
import { agreedValue, type AddedValue } from "./agreed-value.ts";
import type { SignedPaper } from "./signed-papers.ts";

/*
 * Which of the signed papers of an estimate are agreed, where some were signed without knowledge of others.
 */

/** `total` is a contract's price; `addendum` is 0 of a contract. */
export interface WeighedPaper extends SignedPaper, AddedValue {
  readonly buildsOn: readonly string[] | undefined;
  /** Another contract of the same work had been signed before it (finding `supersededBase`). */
  readonly isBesideAnother: boolean;
}

/**
 * The papers whose amounts are agreed. A contract counts unless another stands in its place or had been signed before it. A change order
 * counts with its contract, whether or not it knew the other change orders: it says what is added. One that was signed on a former
 * contract counts as well, unless the contract that stands in its place was made with it.
 */
export function papersThatCount(papers: readonly WeighedPaper[]): WeighedPaper[] {
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  const standing = ({ kind, supersededById, isBesideAnother }: WeighedPaper): boolean =>
    supersededById === null && !(kind === "contract" && isBesideAnother);
  const knows = (later: WeighedPaper, { fingerprint, createdTime }: WeighedPaper): boolean =>
    later.buildsOn ? later.buildsOn.includes(fingerprint) : createdTime <= later.createdTime;
  return papers.filter((paper) => {
    if (!standing(paper)) return false;
    if (paper.kind === "contract") return true;
    const seen = new Set<number>();
    let base = paper.basedOnId === undefined ? undefined : byId.get(paper.basedOnId);
    // What changes a contract that was never agreed is not agreed either, whatever took that contract's place.
    if (base?.isBesideAnother) return false;
    while (base && base.supersededById !== null && !seen.has(base.id)) {
      seen.add(base.id);
      const next = byId.get(base.supersededById);
      if (next && knows(next, paper)) return false;
      base = next;
    }
    return base !== undefined && standing(base);
  });
}

/** Dollars that are agreed, to the cent. */
export function valueOf(papers: readonly WeighedPaper[]): number {
  const counted = papersThatCount(papers).toSorted((one, other) => one.createdTime.localeCompare(other.createdTime));
  const orders = counted.filter(({ kind }) => kind === "changeOrder");
  const bases = [...new Set(orders.map(({ basedOnId }) => basedOnId))];
  const contracts = sumOf(
    counted.filter(({ kind }) => kind === "contract"),
    ({ total }) => total,
  );
  return roundMoney(
    contracts +
      sumOf(bases, (base) =>
        agreedValue(
          0,
          orders.filter(({ basedOnId }) => basedOnId === base),
        ),
      ),
  );
}
