import { roundMoney } from "@ridgebook/estimating";
import type { EstimateImpact } from "./price-impact.ts";

/** The number of largest changes listed individually. */
const LISTED_CHANGES = 5;

/** The margin as a fraction of the total; null without a total. */
const shareOf = (margin: number, total: number): number | null => (total > 0 ? margin / total : null);

export const differenceOf = ({ oldTotal, newTotal }: Pick<EstimateImpact, "oldTotal" | "newTotal">): number =>
  roundMoney(newTotal - oldTotal);

interface ImpactSummary {
  readonly pricedCount: number;
  /** Estimates with prices older than the newest version. */
  readonly outdatedCount: number;
  /** Estimates whose total changes, by direction. Dollars. */
  readonly changedCount: number;
  readonly raisedCount: number;
  readonly raisedBy: number;
  readonly loweredCount: number;
  readonly loweredBy: number;
  readonly sum: number;
  /** Estimates that would lose lines. */
  readonly losingCount: number;
  /** By the size of the change, up or down. */
  readonly largest: readonly EstimateImpact[];
}

/** Adds up what a change of prices does. */
export function summarizeImpact(
  estimates: readonly EstimateImpact[],
  { startedFrom }: { startedFrom: number },
): ImpactSummary {
  const changed = estimates.filter((each) => differenceOf(each) !== 0);
  const sumOf = (some: readonly EstimateImpact[]): number =>
    roundMoney(some.reduce((sum, each) => sum + differenceOf(each), 0));
  const raised = changed.filter((each) => differenceOf(each) > 0);
  const lowered = changed.filter((each) => differenceOf(each) < 0);
  return {
    pricedCount: estimates.length,
    outdatedCount: estimates.filter(({ priceBookVersion }) => priceBookVersion < startedFrom).length,
    changedCount: changed.length,
    raisedCount: raised.length,
    raisedBy: sumOf(raised),
    loweredCount: lowered.length,
    loweredBy: sumOf(lowered),
    sum: sumOf(changed),
    losingCount: estimates.filter(({ lostCount }) => lostCount > 0).length,
    largest: changed
      .toSorted((one, other) => Math.abs(differenceOf(other)) - Math.abs(differenceOf(one)) || one.id - other.id)
      .slice(0, LISTED_CHANGES),
  };
}

/** An estimate with its margin before and after, as fractions of its totals. */
export interface MarginFall {
  readonly estimate: EstimateImpact;
  readonly before: number | null;
  readonly after: number;
}

/**
 * Estimates whose margin falls below `least`, a fraction, lowest first. One already below it is counted separately: the new prices are not
 * the cause. An estimate without a total has no margin.
 */
export function findMarginFalls(
  estimates: readonly EstimateImpact[],
  least: number,
): { falls: readonly MarginFall[]; alreadyBelow: number } {
  const shares = estimates.flatMap((estimate) => {
    const after = shareOf(estimate.newMargin, estimate.newTotal);
    return after === null || after >= least
      ? []
      : [{ estimate, before: shareOf(estimate.oldMargin, estimate.oldTotal), after }];
  });
  const falls = shares.filter(({ before }) => before === null || before >= least);
  return {
    falls: falls.toSorted((one, other) => one.after - other.after || one.estimate.id - other.estimate.id),
    alreadyBelow: shares.length - falls.length,
  };
}
