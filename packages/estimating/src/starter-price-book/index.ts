import type { PriceBook } from "#price-book/price-book.ts";
import { generalFields } from "#catalogue/general/general-workflow.ts";
import { defineStarter } from "./define-starter.ts";
import { gutterStarter } from "./gutters.ts";
import { insulationStarter } from "./insulation.ts";
import { repairStarter } from "./repairs.ts";
import { roofingStarter } from "./roofing.ts";
import { sidingStarter } from "./siding.ts";
import { trimStarter } from "./trim.ts";
import { windowStarter } from "./windows.ts";

/**
 * What a new company begins with: realistic options, conversions and costs for every workflow, chosen near the middle of what
 * trade sources give. They are a start, not market data; a contractor puts in their own.
 */
export const starterPriceBook: PriceBook = {
  version: 1,
  entries: [
    ...defineStarter(generalFields, {}),
    ...roofingStarter,
    ...sidingStarter,
    ...windowStarter,
    ...gutterStarter,
    ...trimStarter,
    ...insulationStarter,
    ...repairStarter,
  ],
};
