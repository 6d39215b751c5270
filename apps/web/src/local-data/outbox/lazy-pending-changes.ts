import { loadedLater } from "#local-data/device/loaded-later.ts";
import type { createPendingChanges, PendingChanges } from "./pending-changes.ts";

/** Loads its code when unsent changes are first read: the list of leads doesn't need it. */
export const createLazyPendingChanges = (options: Parameters<typeof createPendingChanges>[0]): PendingChanges =>
  loadedLater(async () => (await import("./pending-changes.ts")).createPendingChanges(options), {
    list: true,
    retry: true,
    discard: true,
    takeBackDelete: true,
    takeBackEdit: true,
    editBack: true,
    resolve: true,
    exportOne: true,
  });
