import { contestedFields, Problem, type PriceBookFieldChange, type PriceBookVersion } from "@ridgebook/contract";
import { AMOUNT_NAMES, type FieldId, type PriceBookEntry } from "@ridgebook/estimating";
import { orNotFound } from "#http/or-not-found.ts";
import { findEntryProblems } from "./check-entry.ts";
import { conflictProblem } from "./publish.ts";
import { replaceVariants, variantsOf, withIds } from "./replace-variants.ts";

const NUMBERS = [
  "min",
  "max",
  "step",
  ...AMOUNT_NAMES,
  "recommendedConversion1",
  "recommendedConversion2",
  "recommendedConversion3",
] as const;
const PARTS = ["defaultValue", ...NUMBERS, "wastePercent", "includesValleys", "variants"] as const;
type Part = (typeof PARTS)[number];

/** A part of a field's entry; waste of 0 and valleys that are off are omitted in an entry. */
function partOf(entry: PriceBookEntry, part: Part): unknown {
  switch (part) {
    case "variants":
      return variantsOf(entry, null);
    case "wastePercent":
      return entry.wastePercent ?? 0;
    case "includesValleys":
      return entry.includesValleys ?? false;
    default:
      return entry[part];
  }
}

/** Checks what the contract cannot, reporting the member. */
function assertSoundField(entry: PriceBookEntry, entries: readonly PriceBookEntry[]): void {
  const optionIds = new Set<string>([entry, ...entries].flatMap(({ options }) => options.map(({ id }) => id)));
  const errors: Record<string, string[]> = {};
  for (const { subject, member, message } of findEntryProblems(entry, { hasOption: (id) => optionIds.has(id) })) {
    const part = subject === "field" ? (PARTS.find((known) => known === member) ?? "variants") : "variants";
    (errors[part] ??= []).push(message);
  }
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

/**
 * Applies a change of a field, except its options, to the newest entry. Throws notFound for a field missing in the price book, conflict if
 * someone else changed the same part since `former`, and validation for inconsistencies.
 */
export function changeField(
  {
    id,
    former,
    entries,
    newest,
  }: {
    id: FieldId;
    /** Entries of the version that the change started from. */
    former: readonly PriceBookEntry[];
    entries: readonly PriceBookEntry[];
    newest: PriceBookVersion;
  },
  { startedFrom: _version, note: _note, variants: written, ...change }: PriceBookFieldChange,
): PriceBookEntry {
  const current = orNotFound(entries.find((entry) => entry.id === id));
  const before = former.find((entry) => entry.id === id) ?? current;
  const variants = written && withIds(written, { entry: current, optionId: null });
  const wanted: Partial<Record<Part, unknown>> = { ...change, ...(variants && { variants }) };
  const conflicts = contestedFields(PARTS, (part) => ({
    mine: wanted[part],
    theirs: partOf(current, part),
    was: partOf(before, part),
  }));
  if (conflicts.length > 0) throw conflictProblem(newest, conflicts);
  const { wastePercent: waste = 0, includesValleys: valleys = false, ...rest } = current;
  const { defaultValue = current.defaultValue, wastePercent = waste, includesValleys = valleys } = change;
  const changed: PriceBookEntry = {
    ...rest,
    ...Object.fromEntries(NUMBERS.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]]))),
    defaultValue,
    ...(wastePercent > 0 && { wastePercent }),
    ...(includesValleys && { includesValleys }),
    ...(variants && { variants: replaceVariants(current, null, variants) }),
  };
  assertSoundField(changed, entries);
  return changed;
}
