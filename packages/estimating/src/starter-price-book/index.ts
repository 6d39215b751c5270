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
 * The initial price book of a new company: realistic options, conversions and costs for every workflow, near the middle of trade sources.
 * Not market data; contractors enter their own.
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
