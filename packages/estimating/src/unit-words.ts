import type { Unit } from "./units.ts";

/** What people call a unit: one of it, and several. Units that say nothing in words have none. */
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

/** What stands behind a number on screen: the code as it is, but of tons, whose code nobody says, the word. */
export const unitMark = (unit: string, quantity: number): string => (unit === "TON" ? unitWord(unit, quantity) : unit);

/** "square feet" of 2,450 SQ FT, "roll" of 1 RL; "" where the number says it all. */
export function unitWord(unit: Unit | undefined, quantity: number): string {
  const words = unit && UNIT_WORDS[unit];
  return words ? words[quantity === 1 ? 0 : 1] : "";
}
