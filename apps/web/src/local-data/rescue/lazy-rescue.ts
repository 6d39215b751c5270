import { loadedLater } from "#local-data/device/loaded-later.ts";
import type { Rescue, RescueOptions } from "./rescue.ts";

/** Loads its code when a rescue file is saved or opened. */
export const createLazyRescue = (options: RescueOptions): Rescue =>
  loadedLater(async () => (await import("./create-rescue.ts")).createRescue(options), { save: true, open: true });
