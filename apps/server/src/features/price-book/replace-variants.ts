import type { PriceBookOptionChange } from "@ridgebook/contract";
import type { OptionId, PriceBookEntry, PriceBookVariant } from "@ridgebook/estimating";

/** The variants of one option; null means those for every option. */
export const variantsOf = (entry: PriceBookEntry | undefined, optionId: OptionId | null): PriceBookVariant[] =>
  entry?.variants.filter((variant) => variant.optionId === optionId) ?? [];

/** Numbers new variants with the field's next ids. */
export function withIds(
  written: NonNullable<PriceBookOptionChange["variants"]>,
  { entry, optionId }: { entry: PriceBookEntry; optionId: OptionId | null },
): PriceBookVariant[] {
  let highest = entry.variants.reduce((most, variant) => Math.max(most, variant.id), 0);
  return written.map(({ id, ...variant }) => ({ ...variant, id: id ?? (highest += 1), optionId }));
}

/** Replaces the variants of one option in place; the others keep their position. */
export function replaceVariants(
  entry: PriceBookEntry,
  optionId: OptionId | null,
  variants: readonly PriceBookVariant[],
): PriceBookVariant[] {
  const place = entry.variants.findIndex((variant) => variant.optionId === optionId);
  const others = (part: readonly PriceBookVariant[]) => part.filter((variant) => variant.optionId !== optionId);
  if (place < 0) return [...entry.variants, ...variants];
  return [...others(entry.variants.slice(0, place)), ...variants, ...others(entry.variants.slice(place))];
}
