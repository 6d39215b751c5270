import type { FieldId, OptionId } from "#catalogue/define-fields.ts";
import type { UnitAmounts } from "#form/form-values.ts";

/** The meaning of a variant's costs and prices (3.§3). */
export const PRICING_MODES = { standard: 0, uiMultipler: 1, uiTiers: 2, widthHeightTiers: 3 } as const;
export type PricingMode = (typeof PRICING_MODES)[keyof typeof PRICING_MODES];

/** Factors of the recommendations, usually the units of need that one piece covers; 0 recommends nothing. */
export interface Conversions {
  readonly recommendedConversion1: number;
  readonly recommendedConversion2: number;
  readonly recommendedConversion3: number;
}

export interface PriceBookOption {
  readonly id: OptionId;
  readonly value: string;
  readonly imageUrl?: string;
  /** Rich text, for packages. */
  readonly description?: string;
  /** If they differ from the field's. */
  readonly conversions?: Conversions;
  /** No longer offered. Lines that have it keep it and its prices. */
  readonly retired?: true;
}

/** A range of a window's size in inches: lower bounds inclusive, upper bounds exclusive (1.§9). */
export type PriceTier = UnitAmounts &
  (
    | { readonly min: number; readonly max: number }
    | { readonly minWidth: number; readonly maxWidth: number; readonly minHeight: number; readonly maxHeight: number }
  );

/** The price of a line under certain choices: its own option, and options chosen around it. */
export interface PriceBookVariant extends UnitAmounts {
  readonly id: number;
  readonly active: boolean;
  /** The line's own option; null for a field without options. */
  readonly optionId: OptionId | null;
  /** Options that must be chosen around the line; empty always fits. */
  readonly parentOptionIds: readonly OptionId[];
  readonly pricingMode: PricingMode;
  /** If they differ from the option's. */
  readonly conversions?: Conversions;
  /** For modes uiTiers and widthHeightTiers. */
  readonly tiers?: readonly PriceTier[];
}

/**
 * "When option `optionId` of field `fieldId` is chosen, the material is chosen in field `materialFieldId`": the package field of a material
 * type.
 */
export interface MaterialTypeLink {
  readonly fieldId: FieldId;
  readonly optionId: OptionId;
  readonly materialFieldId: FieldId;
}

/** A field's options and prices in one company (3.§3 "Estimate field definition"). */
export interface PriceBookEntry extends UnitAmounts, Conversions {
  readonly id: FieldId;
  /** The waste percentage of a linear good or insulation, added to the need; 0 if absent. */
  readonly wastePercent?: number;
  /** For ice barrier: valleys get a row too; off if absent. */
  readonly includesValleys?: true;
  /** An option id, a text, "true" or "false", or "max" (a number starts at its maximum). */
  readonly defaultValue: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  readonly options: readonly PriceBookOption[];
  readonly variants: readonly PriceBookVariant[];
  /**
   * The options that each option around the line allows. If empty, all are allowed; otherwise a choice without an entry, or no choice,
   * allows none.
   */
  readonly validOptions: { readonly [parentOptionId: OptionId]: readonly OptionId[] };
  readonly materialTypes: readonly MaterialTypeLink[];
  readonly showProductTypes: boolean;
  /** The workflow whose field with the same key has the options, prices and conversions: roofing's gutters use the gutter workflow's. */
  readonly secondaryWorkflowId: number | null;
}

/** A published version of a company's options and prices. */
export interface PriceBook {
  /** Starts at 1; each publish adds 1. */
  readonly version: number;
  readonly entries: readonly PriceBookEntry[];
}
