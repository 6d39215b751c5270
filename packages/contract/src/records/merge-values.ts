import type { FieldConflict } from "#problems.ts";
import { isSameValue } from "#rules/same-value.ts";
import type { Member } from "./members.ts";

/** The three versions of a changed field, for a three-way merge. The terms are in docs/glossary.md. */
export interface Versions {
  /** The new value of the change. */
  readonly mine: unknown;
  /** The record's current value. */
  readonly theirs: unknown;
  /** The former value: the one that the change started from. */
  readonly was: unknown;
}

/** `needsNothing`: the record has the new value already. `isTaken`: no one else changed the field. `conflicts`: the user must choose. */
export type Decision = "needsNothing" | "isTaken" | "conflicts";

/** Decides one field of a three-way merge: on the server for an arriving change, on a device for an arriving record. */
export function decideField(
  { mine, theirs, was }: Versions,
  isSame: (one: unknown, other: unknown) => boolean = isSameValue,
): Decision {
  if (isSame(theirs, mine)) return "needsNothing";
  return isSame(theirs, was) ? "isTaken" : "conflicts";
}

/** Conflicts among the fields of a change. A field with `mine` undefined is not part of the change. */
export const contestedFields = <Field extends string>(
  fields: readonly Field[],
  versionsOf: (field: Field) => Versions,
): FieldConflict[] =>
  fields.flatMap((field) => {
    const { mine, theirs, was } = versionsOf(field);
    if (mine === undefined || decideField({ mine, theirs, was }) !== "conflicts") return [];
    return [{ field, former: was, mine, theirs }];
  });

/** Either the values to write or the conflicts: a change is merged as a whole or not at all. */
type MergedChange<Values> =
  | { readonly values: Partial<Values>; readonly conflicts?: undefined }
  | { readonly conflicts: readonly FieldConflict[]; readonly values?: undefined };

/**
 * Merges a change into the current record, field by field; one conflict refuses the whole change.
 *
 * @param written the members that people write, such as `leadRecord.written`
 * @param current the record's values
 * @param wanted the new values of the changed fields
 * @param former the caller's former values. They are not validated yet: a conflict repeats only valid ones.
 * @param store converts a value to what the database returns for it
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
    // Parsing may change or refuse a former value that an older rule allowed. If the record still has exactly what was sent, no one else
    // changed it.
    const decision = decideField({ mine, theirs, was: isSame(theirs, sent) ? sent : was }, isSame);
    if (decision === "isTaken") values[field] = mine;
    if (decision === "conflicts") conflicts.push({ field, former: read.success ? was : null, mine, theirs });
  }
  return conflicts.length > 0 ? { conflicts } : { values: values as Partial<Values> };
}
