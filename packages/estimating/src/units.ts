/** The unit codes of quantities (3.§3), as shown on screen, on documents and in the price book. */
export const UNITS = [
  "SQ",
  "SQ FT",
  "FT",
  "PC",
  "RL",
  "BND",
  "SH",
  "TB",
  "ROW",
  "TON",
  "IN",
  "EA",
  "Sets",
  "%",
] as const;

export type Unit = (typeof UNITS)[number];

declare const measure: unique symbol;
type Measured<Name extends string> = number & { readonly [measure]: Name };

/** 15 means 15 %: typed and displayed. */
export type Percent = Measured<"Percent">;
/** 0.15 means 15 %: stored and used in calculations. */
export type Fraction = Measured<"Fraction">;

export const percent = (value: number): Percent => value as Percent;
export const fraction = (value: number): Fraction => value as Fraction;
