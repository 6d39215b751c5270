/** The unit codes of quantities (3.§3): what stands behind a number on screen, on paper and in the price book. */
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

/** 15 means 15 %: what people type and read. */
export type Percent = Measured<"Percent">;
/** 0.15 means 15 %: what is stored and calculated with. */
export type Fraction = Measured<"Fraction">;

export const percent = (value: number): Percent => value as Percent;
export const fraction = (value: number): Fraction => value as Fraction;
