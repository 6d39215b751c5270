import type { UnitAmounts } from "#form/form-values.ts";
import type { PriceBookVariant, PriceTier } from "./price-book.ts";

/** Width and height in inches of the window that a line belongs to. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Why a line with a choice has no price (1.§8). */
export interface PricingWarning {
  readonly reason: "noVariant" | "noTier" | "noSize";
  readonly fieldId: string;
  readonly optionId: string | null;
  /** The size that has no tier, or is incomplete. */
  readonly size?: WindowSize;
  /** Names field, option and size, for the log and the person. */
  readonly text: string;
}

/** The source of one unit's amounts, which `pricing/explain-price.ts` explains. */
type PriceSource =
  | { readonly kind: "none" }
  | { readonly kind: "entry" }
  | { readonly kind: "variant"; readonly variant: PriceBookVariant }
  | { readonly kind: "perUnitedInch"; readonly variant: PriceBookVariant; readonly unitedInches: number }
  | { readonly kind: "tier"; readonly variant: PriceBookVariant; readonly tier: PriceTier; readonly size: WindowSize }
  | { readonly kind: "addOn"; readonly entered: UnitAmounts };

/** The amounts of one unit without children, and their source. */
export interface OwnAmounts {
  readonly amounts: UnitAmounts;
  readonly source: PriceSource;
  readonly warning?: PricingWarning;
}
