import { createOpenRescue } from "./open-rescue.ts";
import type { Rescue, RescueOptions } from "./rescue.ts";
import { createSaveRescue } from "./save-rescue.ts";

export const createRescue = (options: RescueOptions): Rescue => ({
  save: createSaveRescue(options),
  open: createOpenRescue(options),
});
