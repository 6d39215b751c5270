import { loadedLater } from "#local-data/device/loaded-later.ts";
import type { createEstimateDrafts } from "./estimate-drafts.ts";
import type { EstimateStore } from "./estimate-store.ts";

/** Loads its code when an estimate is opened: nothing is typed into one before that. */
export const createLazyEstimateDrafts = (
  options: Parameters<typeof createEstimateDrafts>[0],
): EstimateStore["drafts"] =>
  loadedLater(async () => (await import("./estimate-drafts.ts")).createEstimateDrafts(options), {
    save: true,
    read: true,
    drop: true,
    list: true,
    followCopies: true,
  });
