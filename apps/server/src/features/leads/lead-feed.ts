import type { Lead } from "@ridgebook/contract";
import type { ChangeFeed } from "#database/change-feed.ts";
import { toLead } from "./lead-presenter.ts";
import { readChangedLeads } from "./lead-repository.ts";

export const leadFeed: ChangeFeed<Lead> = async (scope, range) => {
  const changed = await readChangedLeads(scope, range);
  return changed.map(({ changeNumber, row }) => ({ changeNumber, record: toLead(row) }));
};
