import { setImmediate as nextTurn } from "node:timers/promises";

const SLICE = 500;

/** Calls `work` for each item, yielding after each slice so that other requests are served. */
export async function forEachInSlices<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    work(item);
    if (index % SLICE === SLICE - 1) await nextTurn();
  }
}
