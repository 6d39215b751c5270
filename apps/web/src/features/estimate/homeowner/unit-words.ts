import type { Unit } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

/** Units that say something about a house. How many rolls, bundles and tubes a truck brings does not. */
const WORDS: Partial<Readonly<Record<Unit, readonly [one: string, many: string]>>> = {
  SQ: ["square", "squares"],
  "SQ FT": ["square foot", "square feet"],
  FT: ["foot", "feet"],
  ROW: ["row", "rows"],
  SH: ["sheet", "sheets"],
  Sets: ["set", "sets"],
};

/** "22 squares", "1 foot"; of things that are counted "2", and "" of one alone or of what a homeowner does not count. */
export function homeownerQuantity(quantity: number, unit: Unit): string {
  if (unit === "EA") return quantity > 1 ? formatQuantity(quantity) : "";
  const words = WORDS[unit];
  return words ? `${formatQuantity(quantity)} ${quantity === 1 ? words[0] : words[1]}` : "";
}
