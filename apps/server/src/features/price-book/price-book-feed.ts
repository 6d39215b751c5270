import type { SyncedRecord } from "@ridgebook/contract";
import type { ChangeFeed } from "#database/change-feed.ts";
import { readChangedEntries } from "./price-book-repository.ts";

/** The current price book for devices, a record per field. Old versions are requested by number. */
export const priceBookFeed: ChangeFeed<SyncedRecord["estimate-fields"]> = async (scope, range) => {
  const changed = await readChangedEntries(scope, range);
  return changed.map(({ changeNumber, record }) => ({ changeNumber, record }));
};
