import { contestedFields, type FieldConflict, type PriceBookOptionChange } from "@ridgebook/contract";
import type { OptionId, PriceBookEntry, PriceBookOption } from "@ridgebook/estimating";
import { replaceVariants, variantsOf, withIds } from "./replace-variants.ts";

const PARTS = ["value", "imageUrl", "description", "conversions", "retired", "variants"] as const;
type Part = (typeof PARTS)[number];

const optionOf = (entry: PriceBookEntry | undefined, id: OptionId): PriceBookOption | undefined =>
  entry?.options.find((option) => option.id === id);

/** A part of an option in an entry; null if unset. */
const partOf = (entry: PriceBookEntry | undefined, { id, part }: { id: OptionId; part: Part }): unknown =>
  part === "variants" ? variantsOf(entry, id) : (optionOf(entry, id)?.[part] ?? (part === "retired" ? false : null));

/** An option without unset members. */
function toOption({ id, value, imageUrl, description, conversions, retired }: OptionParts): PriceBookOption {
  return {
    id,
    value,
    ...(imageUrl != null && { imageUrl }),
    ...(description != null && description !== "" && { description }),
    ...(conversions != null && { conversions }),
    ...(retired && { retired }),
  };
}
interface OptionParts {
  readonly id: OptionId;
  readonly value: string;
  readonly imageUrl?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly conversions?: PriceBookOption["conversions"] | null | undefined;
  readonly retired?: boolean | undefined;
}

/**
 * Merges a change of an option into its field's newest entry. A part that someone else changed since `former`, the base entry, to a
 * different value is a conflict.
 *
 * The option must be in `current`.
 */
export function mergeOptionChange({
  id,
  former,
  current,
  change,
}: {
  id: OptionId;
  former: PriceBookEntry | undefined;
  current: PriceBookEntry;
  change: PriceBookOptionChange;
}): { entry: PriceBookEntry; conflicts?: undefined } | { conflicts: FieldConflict[]; entry?: undefined } {
  const variants = change.variants && withIds(change.variants, { entry: current, optionId: id });
  const wanted: Partial<Record<Part, unknown>> = { ...change, ...(variants && { variants }) };
  const conflicts = contestedFields(PARTS, (part) => ({
    mine: wanted[part],
    theirs: partOf(current, { id, part }),
    was: partOf(former, { id, part }),
  }));
  if (conflicts.length > 0) return { conflicts };

  const option = optionOf(current, id);
  if (!option) throw new Error(`The entry ${current.id} has no option ${id}.`);
  const { value = option.value, imageUrl, description, conversions, retired = option.retired } = change;
  const merged = toOption({
    id,
    value,
    imageUrl: imageUrl === undefined ? option.imageUrl : imageUrl,
    description: description === undefined ? option.description : description,
    conversions: conversions === undefined ? option.conversions : conversions,
    retired,
  });
  return {
    entry: {
      ...current,
      options: current.options.map((each) => (each.id === id ? merged : each)),
      ...(variants && { variants: replaceVariants(current, id, variants) }),
    },
  };
}
