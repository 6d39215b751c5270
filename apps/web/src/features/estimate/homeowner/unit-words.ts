import { unitWord, type Unit } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

/** Units that say something about a house. How many rolls, bundles and tubes a truck brings does not. */
const TOLD: ReadonlySet<Unit> = new Set(["SQ FT", "FT", "ROW", "SH", "Sets"]);

/** What roofers call a square, in square feet. */
const SQUARE_FEET = 100;

/** "2,200 square feet" (of 22 squares, which only the trade counts in), "1 foot"; of things that are counted "2", and "" of one alone or of what a homeowner does not count. */
export function homeownerQuantity(quantity: number, unit: Unit): string {
  if (unit === "SQ") return homeownerQuantity(Math.round(quantity * SQUARE_FEET), "SQ FT");
  if (unit === "EA") return quantity > 1 ? formatQuantity(quantity) : "";
  return TOLD.has(unit) ? `${formatQuantity(quantity)} ${unitWord(unit, quantity)}` : "";
}
