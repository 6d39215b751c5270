import {
  amountLabel,
  estimateField,
  isSameValue,
  wastePercent as wasteRule,
  type PriceBookFieldChange,
} from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  conversionLabels,
  takesSetting,
  type AmountName,
  type Conversions,
  type FieldDefinition,
  type PriceBookEntry,
} from "@ridgebook/estimating";
import {
  checkAmounts,
  checkConversions,
  checkVariants,
  faultOf,
  parseAmounts,
  parseConversions,
  parseNumber,
  parseVariants,
  toAmountTexts,
  toConversionTexts,
  toVariantFormValues,
  type AmountTexts,
  type ConversionTexts,
  type FormFault,
  type Opened,
  type PricedFormValues,
  type Variant,
} from "#features/config/price-form/price-values.ts";

/** All editable values of a field apart from its options. */
export interface FieldParts extends Pick<
  PriceBookEntry,
  "defaultValue" | "min" | "max" | "step" | AmountName | keyof Conversions
> {
  readonly wastePercent: number;
  readonly includesValleys: boolean;
  /** Those that apply to every option. */
  readonly variants: readonly Variant[];
}

export const FIELD_PART_LABELS: Readonly<Record<keyof FieldParts, string>> = {
  defaultValue: "Default",
  min: "Minimum",
  max: "Maximum",
  step: "Step",
  wastePercent: "Waste",
  includesValleys: "Also for valleys",
  materialCost: amountLabel("materialCost"),
  laborCost: amountLabel("laborCost"),
  materialPrice: amountLabel("materialPrice"),
  laborPrice: amountLabel("laborPrice"),
  variants: "Costs and prices",
  recommendedConversion1: "Conversion 1",
  recommendedConversion2: "Conversion 2",
  recommendedConversion3: "Conversion 3",
};
const FIELD_PARTS = Object.keys(FIELD_PART_LABELS) as (keyof FieldParts)[];

/** The form's texts, with the values that they are compared with. */
export interface FieldFormValues extends PricedFormValues {
  /** "" for none. */
  defaultValue: string;
  /** "" for none. */
  min: string;
  max: string;
  step: string;
  wastePercent: string;
  includesValleys: boolean;
  amounts: AmountTexts;
  conversions: ConversionTexts;
  opened: Opened<FieldParts>;
}

export function partsOfField(entry: PriceBookEntry | undefined): FieldParts | undefined {
  if (!entry) return undefined;
  const { defaultValue, min, max, step, wastePercent = 0, includesValleys = false } = entry;
  const { materialCost, laborCost, materialPrice, laborPrice } = entry;
  const { recommendedConversion1, recommendedConversion2, recommendedConversion3 } = entry;
  return {
    defaultValue,
    min,
    max,
    step,
    wastePercent,
    includesValleys,
    materialCost,
    laborCost,
    materialPrice,
    laborPrice,
    recommendedConversion1,
    recommendedConversion2,
    recommendedConversion3,
    variants: entry.variants
      .filter(({ optionId }) => optionId === null)
      .map(({ optionId: _none, ...variant }) => variant as Variant),
  };
}

const toText = (value: number | null): string => (value === null ? "" : String(value));

/** The form for `shown`, which is the opened value unless a part of it is replaced already. */
export function toFieldFormValues(opened: Opened<FieldParts>, shown: FieldParts = opened.parts): FieldFormValues {
  return {
    defaultValue: shown.defaultValue ?? "",
    min: toText(shown.min),
    max: toText(shown.max),
    step: toText(shown.step),
    wastePercent: String(shown.wastePercent),
    includesValleys: shown.includesValleys,
    amounts: toAmountTexts(shown),
    conversions: toConversionTexts(shown),
    variants: shown.variants.map(toVariantFormValues),
    opened,
  };
}

const parseOptional = (text: string): number | null => (text.trim() === "" ? null : parseNumber(text));

function toFieldParts({ defaultValue, includesValleys, ...texts }: FieldFormValues): FieldParts {
  return {
    defaultValue: defaultValue || null,
    min: parseOptional(texts.min),
    max: parseOptional(texts.max),
    step: parseOptional(texts.step),
    wastePercent: parseNumber(texts.wastePercent),
    includesValleys,
    ...parseAmounts(texts.amounts),
    ...parseConversions(texts.conversions),
    variants: parseVariants(texts.variants),
  };
}

/** The parts that the user changed since the form was opened. */
export function changedFieldParts(values: FieldFormValues): Partial<FieldParts> {
  const parts = toFieldParts(values);
  const changed = FIELD_PARTS.filter((part) => !isSameValue(parts[part], values.opened.parts[part]));
  return Object.fromEntries(changed.map((part) => [part, parts[part]]));
}

/** All errors, by the form's field. The rules and texts are the contract's. */
export function checkField(values: FieldFormValues): FormFault[] {
  const parts = toFieldParts(values);
  const { shape } = estimateField;
  return [
    ...(["min", "max", "step"] as const).flatMap((name) => faultOf(name, shape[name].safeParse(parts[name]))),
    ...faultOf("wastePercent", wasteRule.safeParse(parts.wastePercent)),
    ...checkAmounts("amounts", parts),
    ...checkConversions(parts),
    ...checkVariants(parts.variants),
  ];
}

/** The request's members for the changed parts. */
export const toFieldChange = (startedFrom: number, parts: Partial<FieldParts>): PriceBookFieldChange =>
  ({ startedFrom, ...parts }) as PriceBookFieldChange;

/** Parses the form of a kept draft; undefined if unreadable. */
export function restoreFieldForm(kept: Readonly<Record<string, unknown>> | undefined): FieldFormValues | undefined {
  const values = kept as Partial<FieldFormValues> | undefined;
  const isWhole =
    typeof values?.min === "string" &&
    typeof values.amounts === "object" &&
    typeof values.opened?.version === "number" &&
    Array.isArray(values.variants);
  return isWhole && Object.keys(changedFieldParts(values as FieldFormValues)).length > 0
    ? (values as FieldFormValues)
    : undefined;
}

/** The parts of a field that affect an estimate. The others are not shown. */
export interface FieldSettings {
  /** The field starts with a value that the company chooses. */
  readonly takesDefault: boolean;
  readonly takesRange: boolean;
  readonly takesWaste: boolean;
  readonly takesValleys: boolean;
  /** "own": four amounts of the field; "variants": prices for every option; "none": people enter the price, or it is free. */
  readonly prices: "own" | "variants" | "none";
  /** The conversions that a formula reads, and those that hold a number. */
  readonly conversions: readonly (1 | 2 | 3)[];
}

const takesDefault = ({ dataType, defaultValue }: FieldDefinition): boolean => {
  switch (dataType) {
    case "boolean":
      return true;
    case "number":
    case "dropdown":
      // If the catalogue defines the start, the price book does not matter.
      return defaultValue === null;
    case "string":
      return false;
  }
};

/** The editable parts of a field; undefined if nothing is editable, or if another work category's field defines them. */
export function settingsOfField(
  field: FieldDefinition,
  entry: Pick<PriceBookEntry, "secondaryWorkflowId" | "variants" | AmountName | keyof Conversions> | undefined,
): FieldSettings | undefined {
  if (!entry || entry.secondaryWorkflowId !== null) return undefined;
  const hasAmounts = AMOUNT_NAMES.some((name) => entry[name] !== 0);
  const canCost = !field.allowPriceChange && (field.dataType !== "string" || hasAmounts);
  const settings: FieldSettings = {
    takesDefault: takesDefault(field),
    takesRange: field.dataType === "number" || field.allowQuantityChange,
    takesWaste: takesSetting(field, "wastePercent"),
    takesValleys: takesSetting(field, "includesValleys"),
    prices: entry.variants.length > 0 ? "variants" : canCost ? "own" : "none",
    conversions: ([1, 2, 3] as const).filter(
      (index) => conversionLabels(field, index).length > 0 || entry[`recommendedConversion${index}`] !== 0,
    ),
  };
  const isAny =
    settings.takesDefault ||
    settings.takesRange ||
    settings.takesWaste ||
    settings.takesValleys ||
    settings.prices !== "none" ||
    settings.conversions.length > 0;
  return isAny ? settings : undefined;
}
