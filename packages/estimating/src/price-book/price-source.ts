import type { UnitAmounts } from "#form/form-values.ts";
import type { PriceBookVariant, PriceTier } from "./price-book.ts";

/** Width and height, in inches, of the window that a line belongs to. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Why a line has no price although something is chosen (1.§8). */
export interface PricingWarning {
  readonly reason: "noVariant" | "noTier" | "noSize";
  readonly fieldId: string;
  readonly optionId: string | null;
  /** What no tier holds, or what is missing of it. */
  readonly size?: WindowSize;
  /** Names field, option and measure, for the log and the person. */
  readonly text: string;
}

/** Where one unit's amounts come from; `pricing/explain-price.ts` tells it. */
type PriceSource =
  | { readonly kind: "none" }
  | { readonly kind: "entry" }
  | { readonly kind: "variant"; readonly variant: PriceBookVariant }
  | { readonly kind: "perUnitedInch"; readonly variant: PriceBookVariant; readonly unitedInches: number }
  | { readonly kind: "tier"; readonly variant: PriceBookVariant; readonly tier: PriceTier; readonly size: WindowSize }
  | { readonly kind: "addOn"; readonly entered: UnitAmounts };

/** The amounts of one unit by itself, and where they come from. */
export interface OwnAmounts {
  readonly amounts: UnitAmounts;
  readonly source: PriceSource;
  readonly warning?: PricingWarning;
}
