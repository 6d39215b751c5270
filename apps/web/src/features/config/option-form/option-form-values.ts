import { descriptionToHtml, isSameValue, priceBookOptionChange, type PriceBookOptionChange } from "@ridgebook/contract";
import type { Conversions, OptionId, PriceBookEntry } from "@ridgebook/estimating";
import type { UseFormReturn } from "react-hook-form";
import {
  checkConversions,
  checkVariants,
  faultOf,
  parseConversions,
  parseVariants,
  toConversionTexts,
  toVariantFormValues,
  type ConversionTexts,
  type FormFault,
  type Opened,
  type PricedFormValues,
  type Variant,
} from "#features/config/price-form/price-values.ts";

/** All editable values of an option; null is "not set". */
export interface OptionParts {
  readonly value: string;
  readonly imageUrl: string | null;
  readonly description: string | null;
  readonly conversions: Conversions | null;
  readonly variants: readonly Variant[];
}
const OPTION_PARTS = ["value", "imageUrl", "description", "conversions", "variants"] as const;

export const OPTION_PART_LABELS: Readonly<Record<keyof OptionParts, string>> = {
  value: "Text",
  imageUrl: "Picture",
  description: "Description",
  conversions: "Conversions",
  variants: "Costs and prices",
};

/** The option when the form was opened. */
export type OpenedOption = Opened<OptionParts>;

/** The form's texts, with the values that they are compared with. */
export interface OptionFormValues extends PricedFormValues {
  value: string;
  imageUrl: string;
  description: string;
  /** Whether the option has its own conversions. */
  hasConversions: boolean;
  conversions: ConversionTexts;
  opened: OpenedOption;
}

export type OptionFormState = UseFormReturn<OptionFormValues>;

/** An option of a price book entry, with its own variants; undefined if missing. */
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

/** The form for `shown`, which is the opened value unless a part of it is replaced already. */
export function toFormValues(opened: OpenedOption, shown: OptionParts = opened.parts): OptionFormValues {
  const { value, imageUrl, description, conversions, variants } = shown;
  return {
    value,
    imageUrl: imageUrl ?? "",
    description: description ?? "",
    hasConversions: conversions !== null,
    conversions: toConversionTexts(conversions),
    variants: variants.map(toVariantFormValues),
    opened,
  };
}

/** Returns the form's text for a description from the editor. If it equals the stored one, also one of plain text, returns the stored one. */
export function editedDescription(html: string, { parts }: OpenedOption): string {
  const stored = parts.description ?? "";
  return html === descriptionToHtml(stored) ? stored : html;
}

export function toParts({ value, imageUrl, description, ...values }: OptionFormValues): OptionParts {
  return {
    value: value.trim(),
    imageUrl: imageUrl || null,
    description: description.trim() === "" ? null : description,
    conversions: values.hasConversions ? parseConversions(values.conversions) : null,
    variants: parseVariants(values.variants),
  };
}

/** The parts that the user changed since the form was opened. */
export function changedParts(values: OptionFormValues): Partial<OptionParts> {
  const parts = toParts(values);
  const changed = OPTION_PARTS.filter((part) => !isSameValue(parts[part], values.opened.parts[part]));
  return Object.fromEntries(changed.map((part) => [part, parts[part]]));
}

export const hasChanges = (values: OptionFormValues): boolean => Object.keys(changedParts(values)).length > 0;

/** Parses the form of a kept draft for its option; undefined if unreadable. */
export function restoreOptionForm(kept: Readonly<Record<string, unknown>> | undefined): OptionFormValues | undefined {
  const values = kept as Partial<OptionFormValues> | undefined;
  const isWhole =
    typeof values?.value === "string" && typeof values.opened?.version === "number" && Array.isArray(values.variants);
  return isWhole && hasChanges(values as OptionFormValues) ? (values as OptionFormValues) : undefined;
}

/** All errors, by the form's field. The rules and texts are the contract's. */
export function checkOption(values: OptionFormValues): FormFault[] {
  const { value, description, conversions, variants } = toParts(values);
  const { shape } = priceBookOptionChange;
  return [
    ...faultOf("value", shape.value.safeParse(value)),
    ...faultOf("description", shape.description.safeParse(description)),
    ...(conversions ? checkConversions(conversions) : []),
    ...checkVariants(variants),
  ];
}

/** The request's members for the changed parts. */
export const toOptionChange = (startedFrom: number, parts: Partial<OptionParts>): PriceBookOptionChange =>
  ({ startedFrom, ...parts }) as PriceBookOptionChange;

/** The other choices that an option is offered with; undefined if unlimited. */
export function choicesOffering(
  { validOptions }: Pick<PriceBookEntry, "validOptions">,
  optionId: OptionId,
): OptionId[] | undefined {
  const choices = Object.entries(validOptions) as [OptionId, readonly OptionId[]][];
  return choices.length === 0
    ? undefined
    : choices.filter(([, offered]) => offered.includes(optionId)).map(([id]) => id);
}
