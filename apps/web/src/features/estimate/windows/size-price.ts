import type { PriceTier, PricedLine } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

/** A price range by size in inches, with an inclusive lower and an exclusive upper bound (1.§9). */
interface SizeRange {
  readonly min: number;
  readonly max: number;
  readonly isHit: boolean;
}

/** How a window's price depends on its size. */
type SizePrice =
  /** The price does not depend on the size, or nothing is chosen. */
  | { readonly kind: "none" }
  | { readonly kind: "perUnitedInch" }
  /** No range has this size, so the window is saved without a price (1.§8). */
  | { readonly kind: "missing" }
  | { readonly kind: "tier"; readonly ranges: readonly SizeRange[]; readonly text: string };

const rangeText = (min: number, max: number): string => `${formatQuantity(min)} to under ${formatQuantity(max)}`;

function tierText(tier: PriceTier): string {
  if ("min" in tier) return `tier ${rangeText(tier.min, tier.max)}`;
  return `width ${rangeText(tier.minWidth, tier.maxWidth)}, height ${rangeText(tier.minHeight, tier.maxHeight)}`;
}

/** The distinct ranges in order: of united inches, or of widths if heights have separate ranges. */
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

/** The price range of a window's type and size. */
export function sizePriceOf(style: PricedLine | null): SizePrice {
  if (!style) return { kind: "none" };
  const { source, warning } = style.own;
  if (warning?.reason === "noTier") return { kind: "missing" };
  if (source.kind === "perUnitedInch") return { kind: "perUnitedInch" };
  if (source.kind !== "tier") return { kind: "none" };
  return { kind: "tier", ranges: rangesOf(source.variant.tiers ?? [], source.tier), text: tierText(source.tier) };
}

/** The first range starts at 0 and the last may be open: both are drawn at most this many times as long as usual ones. */
const LONGEST_DRAWN = 2;

/** The drawn length of each range, relative to the others. */
export function rangeShares(ranges: readonly SizeRange[]): readonly number[] {
  const lengths = ranges.map(({ min, max }) => max - min).toSorted((one, other) => one - other);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 1;
  return ranges.map(({ min, max }) => Math.min(max - min, usual * LONGEST_DRAWN));
}
