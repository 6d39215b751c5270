import { estimateField } from "@ridgebook/contract";
import {
  PRICING_MODES,
  type Conversions,
  type PriceBookEntry,
  type PriceBookVariant,
  type PriceTier,
  type UnitAmounts,
} from "@ridgebook/estimating";
import { AMOUNT_COLUMNS, type SHEETS } from "./price-book-sheets.ts";
import type { Row } from "./sheet-rows.ts";

/* Parses the cells of a row. An invalid value is reported at its cell and returned as undefined. */

const CONVERSION_KEYS = ["recommendedConversion1", "recommendedConversion2", "recommendedConversion3"] as const;
type AmountKey = keyof UnitAmounts;
type ConversionKey = (typeof CONVERSION_KEYS)[number];

/** Applies the contract's rules for the member and reports their messages at the cell. Undefined for an invalid value. */
export function checked<Key extends keyof typeof estimateField.shape>(
  row: { refuse(key: NoInfer<Key>, message: string): void },
  key: Key,
  value: number | null | undefined,
): number | null | undefined {
  if (value === null || value === undefined) return value;
  const result = estimateField.shape[key].safeParse(value);
  if (result.success) return value;
  row.refuse(key, result.error.issues[0]?.message ?? "This value is not valid.");
  return undefined;
}

const AMOUNT_KEYS = Object.keys(AMOUNT_COLUMNS) as AmountKey[];

/** Dollars, rounded: calculated cells have floating-point noise. An empty cell is no price, not 0. */
export function readAmounts(row: Row<AmountKey>): UnitAmounts {
  const read = AMOUNT_KEYS.map((key) => ({ key, value: checked(row, key, row.number(key, { isDollars: true })) }));
  const empty = read.filter(({ value }) => value === null).map(({ key }) => key);
  const [first] = empty;
  if (first) {
    const titles = empty.map((key) => AMOUNT_COLUMNS[key].title);
    const named =
      titles.length > 1 ? `${titles.slice(0, -1).join(", ")} and ${titles.at(-1) ?? ""} are` : `${titles[0] ?? ""} is`;
    row.refuse(first, `${named} empty. Enter 0 where there is none.`);
  }
  const amounts = read.map(({ key, value }) => [key, Math.round((value ?? 0) * 100) / 100]);
  return Object.fromEntries(amounts) as Record<AmountKey, number>;
}

/** Undefined if all three are empty. */
export function readConversions(row: Row<ConversionKey>): Conversions | undefined {
  const values = CONVERSION_KEYS.map((key) => checked(row, key, row.number(key)));
  if (values.every((value) => value === null)) return undefined;
  const [first, second, third] = values;
  return {
    recommendedConversion1: first ?? 0,
    recommendedConversion2: second ?? 0,
    recommendedConversion3: third ?? 0,
  };
}

/** How a need is counted; members are omitted if 0 or off. */
export function readNeed(
  row: Row<"wastePercent" | "includesValleys">,
): Pick<PriceBookEntry, "wastePercent" | "includesValleys"> {
  const waste = checked(row, "wastePercent", row.number("wastePercent", { isPercent: true })) ?? 0;
  return {
    ...(waste > 0 && { wastePercent: waste }),
    ...(row.yesOrNo("includesValleys") === true && { includesValleys: true }),
  };
}

/** Undefined, with a problem, if it has no size. */
export function readTier(row: Row<keyof typeof SHEETS.tiers.columns>): PriceTier | undefined {
  const amounts = readAmounts(row);
  const bound = (
    key: "min" | "max" | "minWidth" | "maxWidth" | "minHeight" | "maxHeight",
  ): number | null | undefined => {
    const value = row.number(key);
    if (typeof value !== "number" || value >= 0) return value;
    row.refuse(key, "A size is 0 or more.");
    return undefined;
  };
  const united = [bound("min"), bound("max")];
  const sides = [bound("minWidth"), bound("maxWidth"), bound("minHeight"), bound("maxHeight")];
  if ([...united, ...sides].includes(undefined)) return undefined;
  const hasUnited = united.some((value) => value !== null);
  if (hasUnited === sides.some((value) => value !== null)) {
    row.refuse("min", "A tier has either united inches or width and height.");
    return undefined;
  }
  const isWhole = (size: readonly (number | null | undefined)[]): size is readonly number[] =>
    size.every((value) => typeof value === "number");
  const [min = 0, max = 0] = isWhole(united) ? united : [];
  const [minWidth = 0, maxWidth = 0, minHeight = 0, maxHeight = 0] = isWhole(sides) ? sides : [];
  if (isWhole(united)) return { min, max, ...amounts };
  if (isWhole(sides)) return { minWidth, maxWidth, minHeight, maxHeight, ...amounts };
  row.refuse(hasUnited ? "min" : "minWidth", "The size needs both ends.");
  return undefined;
}

export const toOptionColumn = (member: string): keyof typeof SHEETS.options.columns =>
  member === "imageUrl" || member === "description" ? member : "optionId";

export const toPricingMode = (place: number | undefined): PriceBookVariant["pricingMode"] =>
  Object.values(PRICING_MODES)[place ?? 0] ?? PRICING_MODES.standard;
