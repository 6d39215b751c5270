import { unitWord, type Unit } from "@ridgebook/estimating";
import { formatQuantity, formatSquareFeet } from "#features/estimate/format.ts";

/** Units that homeowners understand, unlike rolls, bundles and tubes. */
const TOLD: ReadonlySet<Unit> = new Set(["SQ FT", "FT", "ROW", "SH", "Sets"]);

/** "1 foot", "2,200 square feet"; "2" for counted things; "" for one of them, and for units that homeowners do not need. */
export function homeownerQuantity(quantity: number, unit: Unit): string {
  if (unit === "SQ") return `${formatSquareFeet(quantity)} square feet`;
  if (unit === "EA") return quantity > 1 ? formatQuantity(quantity) : "";
  return TOLD.has(unit) ? `${formatQuantity(quantity)} ${unitWord(unit, quantity)}` : "";
}
