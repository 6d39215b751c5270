import { unitWord, type Unit } from "@ridgebook/estimating";
import { formatQuantity, formatSquareFeet } from "#features/estimate/format.ts";

/** Units that say something about a house. How many rolls, bundles and tubes a truck brings does not. */
const TOLD: ReadonlySet<Unit> = new Set(["SQ FT", "FT", "ROW", "SH", "Sets"]);

/**
 * "1 foot", "2,200 square feet"; of things that are counted "2", and "" of one alone or of what a homeowner does not count.
 */
export function homeownerQuantity(quantity: number, unit: Unit): string {
  if (unit === "SQ") return `${formatSquareFeet(quantity)} square feet`;
  if (unit === "EA") return quantity > 1 ? formatQuantity(quantity) : "";
  return TOLD.has(unit) ? `${formatQuantity(quantity)} ${unitWord(unit, quantity)}` : "";
}
