import type { FieldId, OptionId } from "#catalogue/define-fields.ts";
import type { UnitAmounts } from "#form/form-values.ts";

/** How a variant's costs and prices are meant (3.§3). */
export const PRICING_MODES = { standard: 0, uiMultipler: 1, uiTiers: 2, widthHeightTiers: 3 } as const;
export type PricingMode = (typeof PRICING_MODES)[keyof typeof PRICING_MODES];

/** Factors of the recommendations: most often units of need that one piece covers; 0 recommends nothing. */
export interface Conversions {
  readonly recommendedConversion1: number;
  readonly recommendedConversion2: number;
  readonly recommendedConversion3: number;
}

/** One choice of a dropdown. */
export interface PriceBookOption {
  readonly id: OptionId;
  /** What the person reads. */
  readonly value: string;
  readonly imageUrl?: string;
  /** Rich text, of packages. */
  readonly description?: string;
  /** Where they differ from the field's. */
  readonly conversions?: Conversions;
  /** No longer offered. Lines that have it keep it, with its prices. */
  readonly retired?: true;
}

/** For one of the ranges of a window's size: lower bounds inclusive, upper bounds exclusive (1.§9), inches. */
export type PriceTier = UnitAmounts &
  (
    | { readonly min: number; readonly max: number }
    | { readonly minWidth: number; readonly maxWidth: number; readonly minHeight: number; readonly maxHeight: number }
  );

/** What a line costs under certain choices: its own option, and options chosen around it. */
export interface PriceBookVariant extends UnitAmounts {
  readonly id: number;
  readonly active: boolean;
  /** The line's own option; null for a field without options. */
  readonly optionId: OptionId | null;
  /** Options that must be chosen around the line; none fits every one. */
  readonly parentOptionIds: readonly OptionId[];
  readonly pricingMode: PricingMode;
  /** Where they differ from the option's. */
  readonly conversions?: Conversions;
  /** Of modes uiTiers and widthHeightTiers. */
  readonly tiers?: readonly PriceTier[];
}

/**
 * "When option `optionId` of field `fieldId` is chosen, the material is chosen in field `materialFieldId`": which package
 * field goes with a material type.
 */
export interface MaterialTypeLink {
  readonly fieldId: FieldId;
  readonly optionId: OptionId;
  readonly materialFieldId: FieldId;
}

/** What one field offers and costs in one company (3.§3 "Estimate field definition"). */
export interface PriceBookEntry extends UnitAmounts, Conversions {
  readonly id: FieldId;
  /** Percent of a linear good or insulation that is cut off or overlaps, added to the need; absent is 0. */
  readonly wastePercent?: number;
  /** Of ice barrier: the valleys get a row as well; absent is off. */
  readonly includesValleys?: true;
  /** An option id, a text, "true" or "false", or "max" (the number starts at its maximum). */
  readonly defaultValue: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly options: readonly PriceBookOption[];
  readonly variants: readonly PriceBookVariant[];
  /**
   * Options offered while a certain option is chosen around the line. Empty, all are offered always; otherwise a choice that has
   * no entry here, or none at all, offers nothing.
   */
  readonly validOptions: { readonly [parentOptionId: OptionId]: readonly OptionId[] };
  readonly materialTypes: readonly MaterialTypeLink[];
  /** Whether a package's card lists the products it consists of. */
  readonly showProductTypes: boolean;
  /** The workflow whose field of the same key holds options, prices and conversions instead: roofing's gutters are the gutter workflow's. */
  readonly secondaryWorkflowId: number | null;
}

/** One published version of everything a company offers. */
export interface PriceBook {
  /** 1 for the first; each publish adds one. */
  readonly version: number;
  readonly entries: readonly PriceBookEntry[];
}
