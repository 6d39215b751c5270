import type { LineScope } from "#form/line-scope.ts";
import { scopesAt } from "#form/line-scope.ts";
import type { IndexedEntry, IndexedVariant } from "#price-book/index-price-book.ts";
import type { Conversions, PriceBookOption } from "#price-book/price-book.ts";

/*
 * The choices around a line determine its options and price: choices of its ancestors, of their other children (a window's style restricts
 * its swing), and of the workflow (the material type).
 */

const isChosen = (scope: LineScope, key: string, optionId: string): boolean =>
  scopesAt(scope, key).some(({ line }) => line?.value === optionId);

const isFitting = (scope: LineScope, { parents }: IndexedVariant): boolean =>
  parents.length === 0 || parents.every(({ key, optionId }) => isChosen(scope, key, optionId));

/**
 * The first active variant with the line's option whose parent options are all chosen around it (estimating.md §2), if any.
 *
 * @param around the scope that holds the line, or the line's own
 */
export function selectIndexedVariant(
  indexed: IndexedEntry,
  optionId: string | null,
  around: LineScope,
): IndexedVariant | undefined {
  for (const variant of indexed.variantsFor(optionId)) if (isFitting(around, variant)) return variant;
  return undefined;
}

/**
 * The options that are valid for a line. If the price book restricts options by other fields, an option is valid if each such
 * field has a choice that allows it; a choice that the price book does not list allows none (ITEM-16).
 */
export function validOptions(indexed: IndexedEntry, around: LineScope): readonly PriceBookOption[] {
  const { entry, restrictions } = indexed;
  if (restrictions.length === 0) return entry.options;
  return entry.options.filter(({ id }) =>
    restrictions.every(({ key, allowed }) =>
      scopesAt(around, key).some(({ line }) => line !== null && allowed.get(line.value ?? "")?.has(id)),
    ),
  );
}

/** The options to show for a line: valid ones, but a retired one only if the line or its comparison has it already (`isKept`). */
export function offeredOptions(
  indexed: IndexedEntry,
  around: LineScope,
  isKept: (optionId: string) => boolean,
): readonly PriceBookOption[] {
  const valid = validOptions(indexed, around);
  return valid.some(({ retired }) => retired) ? valid.filter(({ id, retired }) => !retired || isKept(id)) : valid;
}

/** A line's conversions: its variant's, else its option's, else the field's (estimating.md §2). */
export function conversionsFor(indexed: IndexedEntry, optionId: string | null, around: LineScope): Conversions {
  const ofVariant = selectIndexedVariant(indexed, optionId, around)?.variant.conversions;
  if (ofVariant) return ofVariant;
  const ofOption = optionId === null ? undefined : indexed.optionById.get(optionId)?.conversions;
  return ofOption ?? indexed.entry;
}
