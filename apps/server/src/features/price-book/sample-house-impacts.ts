import { setImmediate as nextTurn } from "node:timers/promises";
import {
  EMPTY_ESTIMATE,
  priceUpdate,
  type PricedEstimate,
  type SampleHouseImpact,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import type { IndexedPriceBook } from "@ridgebook/estimating";
import { sampleHouses, type SampleHouse } from "@ridgebook/estimating/sample-houses";

/** A sample house as a stored open estimate, with the starter's lines. */
const toEstimate = ({ workflows }: SampleHouse): PricedEstimate => ({
  ...EMPTY_ESTIMATE,
  workflowIds: [...new Set(workflows.map(({ workflowId }) => workflowId))],
  items: workflows.flatMap(({ items }) => items as StoredEstimateItem[]),
  workflowSummaries: {},
  comparisons: [],
});

/**
 * Prices the engine's sample houses with two price books, through the function behind "Update prices". Yields between houses, so that other
 * requests are served. Lines that a book lacks are skipped and counted.
 */
export async function sampleHouseImpacts({
  now,
  intended,
}: {
  now: IndexedPriceBook;
  intended: IndexedPriceBook;
}): Promise<SampleHouseImpact[]> {
  const impacts: SampleHouseImpact[] = [];
  for (const house of sampleHouses()) {
    const estimate = toEstimate(house);
    const [before, after] = [priceUpdate(estimate, now), priceUpdate(estimate, intended)];
    const lostOf = ({ copies }: typeof before): number => copies.reduce((sum, { lost }) => sum + lost.length, 0);
    impacts.push({
      name: house.name,
      workflow: [...new Set(house.workflows.map(({ workflow }) => workflow))].join(", "),
      oldTotal: before.newTotal,
      newTotal: after.newTotal,
      oldLostCount: lostOf(before),
      newLostCount: lostOf(after),
    });
    await nextTurn();
  }
  return impacts;
}
