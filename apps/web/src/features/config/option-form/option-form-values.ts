import {
  conversions as conversionsRule,
  descriptionToHtml,
  priceBookOptionChange,
  priceBookVariant,
  readDollars,
  readNumber,
  type PriceBookOptionChange,
  type TypedNumber,
  isSameValue,
} from "@ridgebook/contract";
import { AMOUNT_NAMES, type AmountName, type Conversions, type PriceBookEntry } from "@ridgebook/estimating";

const CONVERSION_NAMES = [
  "recommendedConversion1",
  "recommendedConversion2",
  "recommendedConversion3",
] as const satisfies readonly (keyof Conversions)[];

type Variant = NonNullable<PriceBookOptionChange["variants"]>[number];

/** Everything that can be changed about an option; null is "not set". */
export interface OptionParts {
  readonly value: string;
  readonly imageUrl: string | null;
  readonly description: string | null;
  readonly conversions: Conversions | null;
  readonly variants: readonly Variant[];
}
export const OPTION_PARTS = ["value", "imageUrl", "description", "conversions", "variants"] as const;

export const OPTION_PART_LABELS: Readonly<Record<keyof OptionParts, string>> = {
  value: "Text",
  imageUrl: "Picture",
  description: "Description",
  conversions: "Conversions",
  variants: "Costs and prices",
};

/** An option as the form was opened with it. */
export interface OpenedOption {
  /** The version of the price book. */
  readonly version: number;
  readonly parts: OptionParts;
}

type AmountTexts = Record<AmountName, string>;

interface VariantFormValues extends AmountTexts {
  active: boolean;
  tiers: AmountTexts[];
  /** What the form does not change. */
  base: Variant;
}

/** The form's texts, with what they are compared with. */
export interface OptionFormValues {
  value: string;
  imageUrl: string;
  description: string;
  /** The option has conversions of its own. */
  hasConversions: boolean;
  conversions: Record<keyof Conversions, string>;
  variants: VariantFormValues[];
  opened: OpenedOption;
}

/** An option of a price book entry, with the variants that are its own; undefined when there is none. */
export function partsOf(entry: PriceBookEntry | undefined, optionId: string): OptionParts | undefined {
  const option = entry?.options.find(({ id }) => id === optionId);
  if (!entry || !option) return undefined;
  return {
    value: option.value,
    imageUrl: option.imageUrl ?? null,
    description: option.description ?? null,
    conversions: option.conversions ?? null,
    variants: entry.variants
      .filter((variant) => variant.optionId === optionId)
      .map(({ optionId: _own, ...variant }) => variant as Variant),
  };
}

const toAmountTexts = (amounts: Record<AmountName, number>): AmountTexts => ({
  materialCost: amounts.materialCost.toFixed(2),
  laborCost: amounts.laborCost.toFixed(2),
  materialPrice: amounts.materialPrice.toFixed(2),
  laborPrice: amounts.laborPrice.toFixed(2),
});

export const toVariantFormValues = (variant: Variant): VariantFormValues => ({
  ...toAmountTexts(variant),
  active: variant.active,
  tiers: (variant.tiers ?? []).map(toAmountTexts),
  base: variant,
});

/** The form for `shown`, which is what was opened unless something of it is replaced already. */
export function toFormValues(opened: OpenedOption, shown: OptionParts = opened.parts): OptionFormValues {
  const { value, imageUrl, description, conversions, variants } = shown;
  return {
    value,
    imageUrl: imageUrl ?? "",
    description: description ?? "",
    hasConversions: conversions !== null,
    conversions: {
      recommendedConversion1: String(conversions?.recommendedConversion1 ?? 0),
      recommendedConversion2: String(conversions?.recommendedConversion2 ?? 0),
      recommendedConversion3: String(conversions?.recommendedConversion3 ?? 0),
    },
    variants: variants.map(toVariantFormValues),
    opened,
  };
}

/** What the form holds of a description that the editor reports: typed back to what was stored, be it plain text, it is that again. */
export function editedDescription(html: string, { parts }: OpenedOption): string {
  const stored = parts.description ?? "";
  return html === descriptionToHtml(stored) ? stored : html;
}

/** NaN for what is no number, an empty field among it: the rules of the contract refuse it by the field's name. */
const numberOf = (typed: TypedNumber): number => (typed.kind === "number" ? typed.value : Number.NaN);
const parseAmount = (text: string): number => numberOf(readDollars(text));
const parseConversion = (text: string): number => numberOf(readNumber(text));

const parseAmounts = (texts: AmountTexts): Record<AmountName, number> => ({
  materialCost: parseAmount(texts.materialCost),
  laborCost: parseAmount(texts.laborCost),
  materialPrice: parseAmount(texts.materialPrice),
  laborPrice: parseAmount(texts.laborPrice),
});

const parseConversions = (texts: OptionFormValues["conversions"]): Conversions => ({
  recommendedConversion1: parseConversion(texts.recommendedConversion1),
  recommendedConversion2: parseConversion(texts.recommendedConversion2),
  recommendedConversion3: parseConversion(texts.recommendedConversion3),
});

/** What the form says. */
export function toParts({ value, imageUrl, description, ...values }: OptionFormValues): OptionParts {
  return {
    value: value.trim(),
    imageUrl: imageUrl || null,
    description: description.trim() === "" ? null : description,
    conversions: values.hasConversions ? parseConversions(values.conversions) : null,
    variants: values.variants.map(({ base, active, tiers, ...texts }) => ({
      ...base,
      ...parseAmounts(texts),
      active,
      ...(base.tiers && {
        tiers: base.tiers.map((tier, index) => {
          const tierTexts = tiers[index];
          return tierTexts ? { ...tier, ...parseAmounts(tierTexts) } : tier;
        }),
      }),
    })),
  };
}

/** The parts that the person changed since the form was opened. */
export function changedParts(values: OptionFormValues): Partial<OptionParts> {
  const parts = toParts(values);
  const changed = OPTION_PARTS.filter((part) => !isSameValue(parts[part], values.opened.parts[part]));
  return Object.fromEntries(changed.map((part) => [part, parts[part]]));
}

export const hasChanges = (values: OptionFormValues): boolean => Object.keys(changedParts(values)).length > 0;

/** The form of a kept draft, of the option that it is about; undefined when it cannot be read. */
export function restoreOptionForm(kept: Readonly<Record<string, unknown>> | undefined): OptionFormValues | undefined {
  const values = kept as Partial<OptionFormValues> | undefined;
  const isWhole =
    typeof values?.value === "string" && typeof values.opened?.version === "number" && Array.isArray(values.variants);
  return isWhole && hasChanges(values as OptionFormValues) ? (values as OptionFormValues) : undefined;
}

/** Everything that is wrong, by the form's field. The rules and texts are the contract's. */
export function checkOption(values: OptionFormValues): { field: string; message: string }[] {
  const found: { field: string; message: string }[] = [];
  const note = (field: string, result: { error?: { issues: { message: string }[] } | undefined }): void => {
    const message = result.error?.issues[0]?.message;
    if (message !== undefined) found.push({ field, message });
  };
  const { value, description, conversions, variants } = toParts(values);
  const { shape } = priceBookOptionChange;
  note("value", shape.value.safeParse(value));
  note("description", shape.description.safeParse(description));
  if (conversions)
    for (const name of CONVERSION_NAMES)
      note(`conversions.${name}`, conversionsRule.shape[name].safeParse(conversions[name]));
  for (const [index, variant] of variants.entries()) {
    const field = `variants.${String(index)}`;
    // Where tiers say what it costs, its own amounts are not shown.
    if (!variant.tiers)
      for (const name of AMOUNT_NAMES) note(`${field}.${name}`, priceBookVariant.shape[name].safeParse(variant[name]));
    for (const [tierIndex, tier] of (variant.tiers ?? []).entries())
      for (const name of AMOUNT_NAMES)
        note(`${field}.tiers.${String(tierIndex)}.${name}`, priceBookVariant.shape[name].safeParse(tier[name]));
  }
  return found;
}

/** What is sent of the parts that changed. */
export const toOptionChange = (startedFrom: number, parts: Partial<OptionParts>): PriceBookOptionChange =>
  ({ startedFrom, ...parts }) as PriceBookOptionChange;
