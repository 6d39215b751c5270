import type { Estimate } from "@ridgebook/contract";
import type { LargeFeed } from "#database/change-feed.ts";
import { toEstimate } from "./estimate-presenter.ts";
import { findEstimates, listChangedEstimates } from "./estimate-repository.ts";

export const estimateFeed: LargeFeed<Estimate> = {
  list: listChangedEstimates,
  read: async (scope, ids) => (await findEstimates(scope, ids)).map(toEstimate),
};
