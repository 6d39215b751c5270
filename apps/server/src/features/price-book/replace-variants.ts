import type { PriceBookOptionChange } from "@ridgebook/contract";
import type { OptionId, PriceBookEntry, PriceBookVariant } from "@ridgebook/estimating";

/** The variants of one option, or under null those that fit every option. */
export const variantsOf = (entry: PriceBookEntry | undefined, optionId: OptionId | null): PriceBookVariant[] =>
  entry?.variants.filter((variant) => variant.optionId === optionId) ?? [];

/** The variants that somebody wrote, each with an id: a new one gets the next of the field. */
export function withIds(
  written: NonNullable<PriceBookOptionChange["variants"]>,
  { entry, optionId }: { entry: PriceBookEntry; optionId: OptionId | null },
): PriceBookVariant[] {
  let highest = entry.variants.reduce((most, variant) => Math.max(most, variant.id), 0);
  return written.map(({ id, ...variant }) => ({ ...variant, id: id ?? (highest += 1), optionId }));
}

/** Puts the variants of one option where its previous ones were; the others stay where they are. */
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
