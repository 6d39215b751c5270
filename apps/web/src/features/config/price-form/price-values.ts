import {
  conversions as conversionsRule,
  priceBookVariant,
  readDollars,
  readNumber,
  type PriceBookOptionChange,
  type TypedNumber,
} from "@ridgebook/contract";
import { AMOUNT_NAMES, type AmountName, type Conversions } from "@ridgebook/estimating";

/* The common parts of the forms of an option and of a field: costs, prices and conversions as typed. */

export const CONVERSION_NAMES = [
  "recommendedConversion1",
  "recommendedConversion2",
  "recommendedConversion3",
] as const satisfies readonly (keyof Conversions)[];

export type Variant = NonNullable<PriceBookOptionChange["variants"]>[number];

export type AmountTexts = Record<AmountName, string>;
export type ConversionTexts = Record<keyof Conversions, string>;

interface VariantFormValues extends AmountTexts {
  active: boolean;
  tiers: AmountTexts[];
  /** Left unchanged by the form. */
  base: Variant;
}

/** The part of a form that the panel of prices edits. */
export interface PricedFormValues {
  variants: VariantFormValues[];
}

/** Parts of the price book when a form was opened. */
export interface Opened<Parts> {
  /** The version of the price book. */
  readonly version: number;
  readonly parts: Parts;
}

/** Errors, by the form's field. */
export interface FormFault {
  readonly field: string;
  readonly message: string;
}

export const toAmountTexts = (amounts: Record<AmountName, number>): AmountTexts => ({
  materialCost: amounts.materialCost.toFixed(2),
  laborCost: amounts.laborCost.toFixed(2),
  materialPrice: amounts.materialPrice.toFixed(2),
  laborPrice: amounts.laborPrice.toFixed(2),
});

export const toConversionTexts = (conversions: Conversions | null): ConversionTexts => ({
  recommendedConversion1: String(conversions?.recommendedConversion1 ?? 0),
  recommendedConversion2: String(conversions?.recommendedConversion2 ?? 0),
  recommendedConversion3: String(conversions?.recommendedConversion3 ?? 0),
});

export const toVariantFormValues = (variant: Variant): VariantFormValues => ({
  ...toAmountTexts(variant),
  active: variant.active,
  tiers: (variant.tiers ?? []).map(toAmountTexts),
  base: variant,
});

/** NaN for text that is no number, also for an empty field: the contract's rules report it under the field's name. */
const numberOf = (typed: TypedNumber): number => (typed.kind === "number" ? typed.value : Number.NaN);
const parseAmount = (text: string): number => numberOf(readDollars(text));
export const parseNumber = (text: string): number => numberOf(readNumber(text));

export const parseAmounts = (texts: AmountTexts): Record<AmountName, number> => ({
  materialCost: parseAmount(texts.materialCost),
  laborCost: parseAmount(texts.laborCost),
  materialPrice: parseAmount(texts.materialPrice),
  laborPrice: parseAmount(texts.laborPrice),
});

export const parseConversions = (texts: ConversionTexts): Conversions => ({
  recommendedConversion1: parseNumber(texts.recommendedConversion1),
  recommendedConversion2: parseNumber(texts.recommendedConversion2),
  recommendedConversion3: parseNumber(texts.recommendedConversion3),
});

export const parseVariants = (variants: readonly VariantFormValues[]): Variant[] =>
  variants.map(({ base, active, tiers, ...texts }) => ({
    ...base,
    ...parseAmounts(texts),
    active,
    ...(base.tiers && {
      tiers: base.tiers.map((tier, index) => {
        const tierTexts = tiers[index];
        return tierTexts ? { ...tier, ...parseAmounts(tierTexts) } : tier;
      }),
    }),
  }));

/** The first message of a violated rule, if any. */
export function faultOf(field: string, result: { error?: { issues: { message: string }[] } | undefined }): FormFault[] {
  const message = result.error?.issues[0]?.message;
  return message === undefined ? [] : [{ field, message }];
}

export const checkAmounts = (field: string, amounts: Record<AmountName, number>): FormFault[] =>
  AMOUNT_NAMES.flatMap((name) => faultOf(`${field}.${name}`, priceBookVariant.shape[name].safeParse(amounts[name])));

export const checkConversions = (conversions: Conversions): FormFault[] =>
  CONVERSION_NAMES.flatMap((name) =>
    faultOf(`conversions.${name}`, conversionsRule.shape[name].safeParse(conversions[name])),
  );

/** If tiers define a variant's cost, its own amounts are not shown. */
export const checkVariants = (variants: readonly Variant[]): FormFault[] =>
  variants.flatMap((variant, index) => {
    const field = `variants.${String(index)}`;
    if (!variant.tiers) return checkAmounts(field, variant);
    return variant.tiers.flatMap((tier, tierIndex) => checkAmounts(`${field}.tiers.${String(tierIndex)}`, tier));
  });
