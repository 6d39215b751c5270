import type { FieldConflict } from "#problems.ts";
import { isSameValue } from "#rules/same-value.ts";
import type { Member } from "./members.ts";

/** A field that somebody changed, in three versions. */
export interface Versions {
  /** What the change wants. */
  readonly mine: unknown;
  /** What stands there now. */
  readonly theirs: unknown;
  /** What the change started from. */
  readonly was: unknown;
}

/** A value that stands there already needs nothing, one that nobody else changed is taken, and of two changes a person chooses. */
export type Decision = "needsNothing" | "isTaken" | "conflicts";

/** Who wins a field that two people may have changed: on the server when a change arrives, on a device when the server's news does. */
export function decideField(
  { mine, theirs, was }: Versions,
  isSame: (one: unknown, other: unknown) => boolean = isSameValue,
): Decision {
  if (isSame(theirs, mine)) return "needsNothing";
  return isSame(theirs, was) ? "isTaken" : "conflicts";
}

/** Either what the record gets of the change, or what stands in its way; never a part of it. */
type MergedChange<Values> =
  | { readonly values: Partial<Values>; readonly conflicts?: undefined }
  | { readonly conflicts: readonly FieldConflict[]; readonly values?: undefined };

/**
 * Merges a change into what a record is now, field by field; one conflict refuses the whole change.
 *
 * @param written the members that the change may name
 * @param wanted the new values of the fields that it changes
 * @param former what the caller says they were. Not checked yet: only what a member can hold is repeated in a conflict.
 * @param store a value as the database gives it back
 */
export function mergeChange<Values extends Readonly<Record<string, unknown>>>({
  written,
  current,
  wanted,
  former,
  store = (value) => value,
}: {
  written: { readonly [Name in keyof Values]: Member };
  current: Values;
  wanted: Partial<Values>;
  former: Readonly<Record<string, unknown>>;
  store?: (value: unknown) => unknown;
}): MergedChange<Values> {
  const values: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const [field, member] of Object.entries<Member>(written)) {
    if (wanted[field] === undefined) continue;
    const mine = store(wanted[field]);
    const theirs = current[field];
    const { isSame } = member;
    const sent = former[field];
    const read = member.schema.safeParse(sent);
    const was = read.success ? store(read.data) : sent;
    // A value of before a rule stands in the record as it was sent.
    const decision = decideField({ mine, theirs, was: isSame(theirs, sent) ? sent : was }, isSame);
    if (decision === "isTaken") values[field] = mine;
    if (decision === "conflicts") conflicts.push({ field, former: read.success ? was : null, mine, theirs });
  }
  return conflicts.length > 0 ? { conflicts } : { values: values as Partial<Values> };
}
