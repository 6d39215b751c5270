import type { Unit } from "./units.ts";

/** Units in words, singular and plural. Some units have none. */
const UNIT_WORDS: Partial<Record<Unit, readonly [one: string, several: string]>> = {
  SQ: ["square", "squares"],
  "SQ FT": ["square foot", "square feet"],
  FT: ["foot", "feet"],
  PC: ["piece", "pieces"],
  RL: ["roll", "rolls"],
  BND: ["bundle", "bundles"],
  SH: ["sheet", "sheets"],
  TB: ["tube", "tubes"],
  ROW: ["row", "rows"],
  TON: ["ton", "tons"],
  IN: ["inch", "inches"],
  Sets: ["set", "sets"],
};

/** The unit after a number on screen: its code, except tons, which are spelled out. */
export const unitMark = (unit: string, quantity: number): string => (unit === "TON" ? unitWord(unit, quantity) : unit);

/** "square feet" for 2,450 SQ FT, "roll" for 1 RL; "" for units without a word. */
export function unitWord(unit: Unit | undefined, quantity: number): string {
  const words = unit && UNIT_WORDS[unit];
  return words ? words[quantity === 1 ? 0 : 1] : "";
}
