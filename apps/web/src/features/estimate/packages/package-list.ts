import { COMPARISON_OPTIONS } from "@ridgebook/estimating";

/** A package that is available for the material type. */
export interface OfferedPackage {
  readonly id: string;
  readonly value: string;
  readonly imageUrl?: string | undefined;
  readonly description?: string | undefined;
}

/** The text of MSG-07. */
export const COMPARISON_TEXT = "Select 1-3 options for comparison";

interface PackageChoice {
  /** In the order of the price book. */
  readonly offered: readonly OfferedPackage[];
  readonly comparedIds: readonly string[];
  readonly chosenId: string | null;
}

/**
 * Splits the packages into cards and a list, in the order of the price book. Up to three packages are all cards; of more, the compared and
 * chosen ones are, and others up to three cards.
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

/** Whether the name starts with the label: "Good: three-tab". */
const isNamed = (label: string, name: string): boolean =>
  label !== "" && name.toLowerCase().startsWith(`${label}:`.toLowerCase());

/**
 * The company's labels for good, better and best: by their order among the compared packages (a single one gets none), and by name for
 * packages whose name starts with one.
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

/** A package's name without the label beside it: "Three-tab" for "Good: three-tab" beside "Good". */
export function nameBeside(label: string | undefined, name: string): string {
  const rest = label !== undefined && isNamed(label, name) ? name.slice(label.length + 1).trim() : "";
  return rest === "" ? name : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}

/**
 * The comparison after a package was toggled, in the order of the price book; null if it would be empty or have more than three. The chosen
 * package is always included.
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
