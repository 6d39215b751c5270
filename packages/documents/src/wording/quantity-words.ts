import { unitWord, type Unit } from "@ridgebook/estimating";
import { formatQuantity } from "./numbers.ts";

/** Measures, which a paper abbreviates; every other unit is a word. */
const ABBREVIATIONS: Partial<Readonly<Record<Unit, string>>> = { "SQ FT": "sq ft", FT: "ft", IN: "in", "%": "%" };

/** "22 squares", "1 roll", "128 ft"; of what is counted each, "3". */
export function quantityInWords(quantity: number, unit: Unit): string {
  return `${formatQuantity(quantity)} ${ABBREVIATIONS[unit] ?? unitWord(unit, quantity)}`.trimEnd();
}

/** "Roofing", "Roofing and Gutters", "Roofing, Siding and Gutters". */
export function joinInWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
