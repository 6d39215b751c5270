import { Problem, type PriceBookOptionChange } from "@ridgebook/contract";
import { fieldOfOption, type OptionId, type PriceBookEntry } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { findEntryProblems } from "./check-entry.ts";
import { mergeOptionChange } from "./merge-option-change.ts";
import { findForeignPictures, FOREIGN_PICTURE } from "./option-pictures.ts";
import { findNewestVersion, readEntries } from "./price-book-repository.ts";
import { conflictProblem } from "./publish.ts";

async function assertOwnImage(scope: CompanyScope, { imageUrl }: PriceBookOptionChange): Promise<void> {
  if (imageUrl == null || (await findForeignPictures(scope, [imageUrl])).size === 0) return;
  throw new Problem("validation", { errors: { imageUrl: [FOREIGN_PICTURE] } });
}

/** What the contract cannot know: whether options that are named are there, and tiers fit together. */
export function assertSound(entry: PriceBookEntry, entries: readonly PriceBookEntry[]): void {
  const ids = new Set<string>([entry, ...entries].flatMap(({ options }) => options.map(({ id }) => id)));
  const problems = findEntryProblems(entry, { hasOption: (id) => ids.has(id) });
  if (problems.length > 0)
    throw new Problem("validation", { errors: { variants: problems.map(({ message }) => message) } });
}

/**
 * The entry of an option's field with the change in it; `entries` are those of `newest`. Raises conflict where somebody else
 * changed the same parts since the version that the change started from, and notFound for an option that there is not.
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
  const { startedFrom } = change;
  const fieldId = fieldOfOption(id)?.id;
  const current = entries.find((entry) => entry.id === fieldId);
  if (!current?.options.some((option) => option.id === id)) throw new Problem("notFound");
  const former =
    startedFrom === newest ? current : (await readEntries(scope, startedFrom)).find((entry) => entry.id === fieldId);
  const merged = mergeOptionChange({ id, former, current, change });
  if (merged.conflicts) {
    const found = await findNewestVersion(scope);
    if (!found) throw new Problem("notFound");
    throw conflictProblem(found, merged.conflicts);
  }
  await assertOwnImage(scope, change);
  assertSound(merged.entry, entries);
  return merged.entry;
}
