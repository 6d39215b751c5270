import type { Unit } from "@ridgebook/estimating";
import { formatQuantity } from "./numbers.ts";

/** Unit codes as sentences say them, of one and of many. Things that are simply counted need no word. */
const WORDS: Readonly<Record<Unit, readonly [one: string, many: string]>> = {
  SQ: ["square", "squares"],
  "SQ FT": ["sq ft", "sq ft"],
  FT: ["ft", "ft"],
  PC: ["piece", "pieces"],
  RL: ["roll", "rolls"],
  BND: ["bundle", "bundles"],
  SH: ["sheet", "sheets"],
  TB: ["tube", "tubes"],
  ROW: ["row", "rows"],
  TON: ["ton", "tons"],
  IN: ["in", "in"],
  EA: ["", ""],
  Sets: ["set", "sets"],
  "%": ["%", "%"],
};

/** "22 squares", "1 roll", "128 ft"; of what is counted each, "3". */
export function quantityInWords(quantity: number, unit: Unit): string {
  const [one, many] = WORDS[unit];
  return `${formatQuantity(quantity)} ${quantity === 1 ? one : many}`.trimEnd();
}

/** "Roofing", "Roofing and Gutters", "Roofing, Siding and Gutters". */
export function joinInWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
