import { decideField, Problem, type FieldConflict, type PriceBookVersion } from "@ridgebook/contract";
import type { FieldId, PriceBookEntry } from "@ridgebook/estimating";
import { findEntryProblems } from "./check-entry.ts";
import { conflictProblem } from "./publish.ts";

/** What a person changed of how a need is counted; what is left out stays. */
interface NeedChange {
  readonly wastePercent?: number | undefined;
  readonly includesValleys?: boolean | undefined;
}

const NEED_MEMBERS = ["wastePercent", "includesValleys"] as const;

const needOf = (entry: PriceBookEntry | undefined) => ({
  wastePercent: entry?.wastePercent ?? 0,
  includesValleys: entry?.includesValleys ?? false,
});

/**
 * Applies the change to the newest entry of a field. Raises notFound for a field that the price book does not have, conflict where
 * somebody else has changed the same member since `former`, and validation where no formula of the field uses it.
 */
export function changeNeed(
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
  change: NeedChange,
): PriceBookEntry {
  const current = entries.find((entry) => entry.id === id);
  if (!current) throw new Problem("notFound");
  const [theirs, was] = [needOf(current), needOf(former.find((entry) => entry.id === id))];
  const conflicts = NEED_MEMBERS.flatMap((field): FieldConflict[] => {
    const mine = change[field];
    if (mine === undefined || decideField({ mine, theirs: theirs[field], was: was[field] }) !== "conflicts") return [];
    return [{ field, former: was[field], mine, theirs: theirs[field] }];
  });
  if (conflicts.length > 0) throw conflictProblem(newest, conflicts);
  const { wastePercent: _waste, includesValleys: _valleys, ...rest } = current;
  const { wastePercent = theirs.wastePercent, includesValleys = theirs.includesValleys } = change;
  const changed: PriceBookEntry = {
    ...rest,
    ...(wastePercent > 0 && { wastePercent }),
    ...(includesValleys && { includesValleys }),
  };
  const problems = findEntryProblems(changed, { hasOption: () => true }).flatMap(({ member, message }) =>
    NEED_MEMBERS.filter((name) => name === member).map((name) => [name, [message]] as [string, string[]]),
  );
  if (problems.length > 0) throw new Problem("validation", { errors: Object.fromEntries(problems) });
  return changed;
}
