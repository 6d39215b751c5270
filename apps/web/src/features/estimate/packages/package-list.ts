import { COMPARISON_OPTIONS } from "@ridgebook/estimating";

/** A package that can be chosen for the material type. */
export interface OfferedPackage {
  readonly id: string;
  /** Its name. */
  readonly value: string;
  readonly imageUrl?: string | undefined;
  readonly description?: string | undefined;
}

/** "Select 1-3 options for comparison" (MSG-07). */
export const COMPARISON_TEXT = "Select 1-3 options for comparison";

interface PackageChoice {
  /** In the order of the price book. */
  readonly offered: readonly OfferedPackage[];
  readonly comparedIds: readonly string[];
  readonly chosenId: string | null;
}

/**
 * The packages that stand as cards, in the order of the price book: all of them where three are offered at most, else those that
 * are compared and the chosen one, filled up to three so that there is something to choose from. The others are a list.
 */
export function splitPackages({ offered, comparedIds, chosenId }: PackageChoice): {
  readonly cards: readonly OfferedPackage[];
  readonly others: readonly OfferedPackage[];
} {
  const { max } = COMPARISON_OPTIONS;
  const shown = new Set([...comparedIds, ...(chosenId === null ? [] : [chosenId])]);
  for (const { id } of offered) if (offered.filter((each) => shown.has(each.id)).length < max) shown.add(id);
  return {
    cards: offered.filter(({ id }) => shown.has(id)),
    others: offered.filter(({ id }) => !shown.has(id)),
  };
}

/** "Good: three-tab" says its label itself. */
const isNamed = (label: string, name: string): boolean =>
  label !== "" && name.toLowerCase().startsWith(`${label}:`.toLowerCase());

/**
 * What the company calls good, better and best, for the packages that are compared, by their place among them; one alone is none of
 * these. A package whose name begins with one of the labels is what its name says, compared or not.
 */
export function packageLabels({
  offered,
  comparedIds,
  labels,
}: Pick<PackageChoice, "offered" | "comparedIds"> & { labels: readonly string[] }): ReadonlyMap<string, string> {
  const known = labels.map((label) => label.trim());
  const compared = offered.filter(({ id }) => comparedIds.includes(id));
  return new Map(
    offered.flatMap((option) => {
      const byPlace = compared.length > 1 ? known[compared.indexOf(option)] : undefined;
      const label = known.find((each) => isNamed(each, option.value)) ?? byPlace ?? "";
      return label === "" ? [] : [[option.id, label] as const];
    }),
  );
}

/** A package's name beside its label: of "Good: three-tab" beside "Good" what is left is "Three-tab". */
export function nameBeside(label: string | undefined, name: string): string {
  const rest = label !== undefined && isNamed(label, name) ? name.slice(label.length + 1).trim() : "";
  return rest === "" ? name : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}

/**
 * The comparison after a switch was pressed, in the order of the price book; null where it would hold none or more than three.
 * The chosen package is always compared.
 */
export function toggleCompared(
  { offered, comparedIds, chosenId }: PackageChoice,
  id: string,
): readonly string[] | null {
  const wanted = new Set(comparedIds.includes(id) ? comparedIds.filter((each) => each !== id) : [...comparedIds, id]);
  if (chosenId !== null) wanted.add(chosenId);
  const { min, max } = COMPARISON_OPTIONS;
  if (wanted.size < min || wanted.size > max) return null;
  const known = offered.flatMap((option) => (wanted.has(option.id) ? [option.id] : []));
  return [...known, ...[...wanted].filter((each) => !known.includes(each))];
}
