import { contestedFields, Problem, type PriceBookOptionChange, type PriceBookVersion } from "@ridgebook/contract";
import {
  fieldOfOption,
  type FieldId,
  type OptionId,
  type PriceBookEntry,
  type PriceBookOption,
  type PriceBookVariant,
} from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { findEntryProblems } from "./check-entry.ts";
import { mergeOptionChange } from "./merge-option-change.ts";
import { findForeignPictures, FOREIGN_PICTURE } from "./option-pictures.ts";
import { findNewestVersion, readEntries } from "./price-book-repository.ts";
import { conflictProblem } from "./publish.ts";

async function assertOwnImage(scope: CompanyScope, { imageUrl }: PriceBookOptionChange): Promise<void> {
  if (imageUrl == null || (await findForeignPictures(scope, [imageUrl])).size === 0) return;
  throw new Problem("validation", { errors: { imageUrl: [FOREIGN_PICTURE] } });
}

/** Checks what the contract cannot: that named options exist and tiers are consistent. */
export function assertSound(entry: PriceBookEntry, entries: readonly PriceBookEntry[]): void {
  const ids = new Set<string>([entry, ...entries].flatMap(({ options }) => options.map(({ id }) => id)));
  const problems = findEntryProblems(entry, { hasOption: (id) => ids.has(id) });
  if (problems.length > 0)
    throw new Problem("validation", { errors: { variants: problems.map(({ message }) => message) } });
}

/**
 * Applies a change to the entry of an option's field; `entries` are those of `newest`. Throws conflict if someone else changed the same
 * parts since the change's base version, and notFound for a missing option.
 */
export async function changeOption(
  scope: CompanyScope,
  {
    id,
    change,
    entries,
    newest,
  }: { id: OptionId; change: PriceBookOptionChange; entries: readonly PriceBookEntry[]; newest: number },
): Promise<PriceBookEntry> {
  const { startedFrom = newest } = change;
  const fieldId = fieldOfOption(id)?.id;
  const current = entries.find((entry) => entry.id === fieldId);
  if (!current?.options.some((option) => option.id === id)) throw new Problem("notFound");
  const former =
    startedFrom === newest ? current : (await readEntries(scope, startedFrom)).find((entry) => entry.id === fieldId);
  const merged = mergeOptionChange({ id, former, current, change });
  if (merged.conflicts) {
    const found = orNotFound(await findNewestVersion(scope));
    throw conflictProblem(found, merged.conflicts);
  }
  await assertOwnImage(scope, change);
  assertStillOffers(merged.entry, change);
  assertSound(merged.entry, entries);
  return merged.entry;
}

/** Rejects retiring the last offered option of a field. */
function assertStillOffers({ options }: PriceBookEntry, { retired }: PriceBookOptionChange): void {
  if (retired && options.every((option) => option.retired))
    throw new Problem("validation", { errors: { retired: ["A field must keep an option that is offered."] } });
}

/** Adds copies of an entry's variants, each with an unused number. */
function withCopies(
  { variants }: PriceBookEntry,
  copy: (variant: PriceBookVariant) => Omit<PriceBookVariant, "id"> | undefined,
): PriceBookVariant[] {
  let highest = variants.reduce((most, { id }) => Math.max(most, id), 0);
  const copies = variants.flatMap((variant) => {
    const copied = copy(variant);
    return copied ? [{ ...copied, id: (highest += 1) }] : [];
  });
  return [...variants, ...copies];
}

/** The field's own entry with a new option, copied from another or without prices. */
function withNewOption(
  entry: PriceBookEntry,
  { id, value, like }: { id: OptionId; value: string; like: PriceBookOption | undefined },
): PriceBookEntry {
  const option: PriceBookOption = { id, value, ...(like?.conversions && { conversions: like.conversions }) };
  if (!like) return { ...entry, options: [...entry.options, option] };
  return {
    ...entry,
    options: [...entry.options, option],
    variants: withCopies(entry, (variant) => (variant.optionId === like.id ? { ...variant, optionId: id } : undefined)),
    validOptions: Object.fromEntries(
      Object.entries(entry.validOptions).map(([parentId, ids]) => [
        parentId,
        ids.includes(like.id) ? [...ids, id] : ids,
      ]),
    ),
    materialTypes: entry.materialTypes.flatMap((link) =>
      link.optionId === like.id ? [link, { ...link, optionId: id }] : [link],
    ),
  };
}

/** Another field's entry that depends on `like`, extended for the new option. */
function besideNewOption(entry: PriceBookEntry, { id, like }: { id: OptionId; like: OptionId }): PriceBookEntry {
  const offered = entry.validOptions[like];
  const isPriced = entry.variants.some(({ parentOptionIds }) => parentOptionIds.includes(like));
  if (!offered && !isPriced) return entry;
  return {
    ...entry,
    ...(offered && { validOptions: { ...entry.validOptions, [id]: offered } }),
    variants: withCopies(entry, (variant) =>
      variant.parentOptionIds.includes(like)
        ? {
            ...variant,
            parentOptionIds: variant.parentOptionIds.map((parentId) => (parentId === like ? id : parentId)),
          }
        : undefined,
    ),
  };
}

const comparable = (text: string): string => text.trim().toLowerCase();

/**
 * The entries that adding an option changes: its field's, and those that depend on the option it copies. Throws notFound for a missing
 * field or option, and validation for a text that the field already has.
 */
export function addOption(
  entries: readonly PriceBookEntry[],
  { fieldId, id, value, like }: { fieldId: FieldId; id: OptionId; value: string; like: OptionId | null },
): PriceBookEntry[] {
  const own = entries.find((entry) => entry.id === fieldId);
  const model = like === null ? undefined : own?.options.find((option) => option.id === like);
  if (!own || (like !== null && !model)) throw new Problem("notFound");
  if (own.options.some((option) => comparable(option.value) === comparable(value)))
    throw new Problem("validation", { errors: { value: ["The field has an option with this text already."] } });
  const after = entries.map((entry) => {
    if (entry === own) return withNewOption(entry, { id, value, like: model });
    return like === null ? entry : besideNewOption(entry, { id, like });
  });
  const changed = after.filter((entry, index) => entry !== entries[index]);
  for (const entry of changed) assertSound(entry, after);
  return changed;
}

/**
 * Reorders an entry's options. Throws conflict if someone else ordered, added or removed options since `former`, and validation for an
 * order that does not name each option once.
 */
export function orderOptions(
  {
    former,
    current,
    newest,
  }: { former: PriceBookEntry | undefined; current: PriceBookEntry; newest: PriceBookVersion },
  order: readonly OptionId[],
): PriceBookEntry {
  const orderOf = (entry: PriceBookEntry | undefined): OptionId[] => entry?.options.map(({ id }) => id) ?? [];
  const conflicts = contestedFields(["order"], () => ({ mine: order, theirs: orderOf(current), was: orderOf(former) }));
  if (conflicts.length > 0) throw conflictProblem(newest, conflicts);
  const byId = new Map(current.options.map((option) => [option.id, option]));
  const options = order.flatMap((id) => byId.get(id) ?? []);
  if (new Set(order).size !== order.length || options.length !== byId.size || order.length !== byId.size)
    throw new Problem("validation", { errors: { order: ["The order must name each option of the field once."] } });
  return { ...current, options };
}
