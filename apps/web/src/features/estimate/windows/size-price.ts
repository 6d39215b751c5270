import type { PriceTier, PricedLine } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

/** One of the ranges that a size is priced by, inches: lower bounds inclusive, upper ones exclusive (1.§9). */
interface SizeRange {
  readonly min: number;
  readonly max: number;
  readonly isHit: boolean;
}

/** How a window's type is priced by its size. */
type SizePrice =
  /** Its price does not follow the size, or nothing is chosen yet. */
  | { readonly kind: "none" }
  | { readonly kind: "perUnitedInch" }
  /** No range holds this size: the window is saved without a price (1.§8). */
  | { readonly kind: "missing" }
  | { readonly kind: "tier"; readonly ranges: readonly SizeRange[]; readonly text: string };

const rangeText = (min: number, max: number): string => `${formatQuantity(min)} to under ${formatQuantity(max)}`;

function tierText(tier: PriceTier): string {
  if ("min" in tier) return `tier ${rangeText(tier.min, tier.max)}`;
  return `width ${rangeText(tier.minWidth, tier.maxWidth)}, height ${rangeText(tier.minHeight, tier.maxHeight)}`;
}

/** The ranges of united inches, or of widths where height has ranges of its own, each once and in order. */
function rangesOf(tiers: readonly PriceTier[], hit: PriceTier): readonly SizeRange[] {
  const bounds = (tier: PriceTier): readonly [number, number] =>
    "min" in tier ? [tier.min, tier.max] : [tier.minWidth, tier.maxWidth];
  const [hitMin, hitMax] = bounds(hit);
  const byText = new Map<string, SizeRange>();
  for (const tier of tiers) {
    const [min, max] = bounds(tier);
    byText.set(`${min} ${max}`, { min, max, isHit: min === hitMin && max === hitMax });
  }
  return [...byText.values()].toSorted((one, other) => one.min - other.min || one.max - other.max);
}

/** How the price of a window's type came out of its size. */
export function sizePriceOf(style: PricedLine | null): SizePrice {
  if (!style) return { kind: "none" };
  const { source, warning } = style.own;
  if (warning?.reason === "noTier") return { kind: "missing" };
  if (source.kind === "perUnitedInch") return { kind: "perUnitedInch" };
  if (source.kind !== "tier") return { kind: "none" };
  return { kind: "tier", ranges: rangesOf(source.variant.tiers ?? [], source.tier), text: tierText(source.tier) };
}

/** The first range reaches down to 0 and the last may have no end: neither is drawn longer than this many usual ones. */
const LONGEST_DRAWN = 2;

/** How long each range is drawn, in proportion to the others. */
export function rangeShares(ranges: readonly SizeRange[]): readonly number[] {
  const lengths = ranges.map(({ min, max }) => max - min).toSorted((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 1;
  return ranges.map(({ min, max }) => Math.min(max - min, usual * LONGEST_DRAWN));
}
