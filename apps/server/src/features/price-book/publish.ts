import { contestedFields, pick, Problem, type FieldConflict, type PriceBookVersion } from "@ridgebook/contract";
import type { FieldId, PriceBookEntry } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { noteActivity, type Actor } from "#http/note-activity.ts";
import {
  changedFieldIds,
  describeChanges,
  optionNames,
  summarizeChanges,
  toEntriesById,
  type EntriesById,
} from "./describe-changes.ts";
import { insertVersion, readEntries, writeEntries, type NewVersion } from "./price-book-repository.ts";

/** A diff against the newest version: new or changed entries, and removed fields. */
export interface EntryChanges {
  readonly changed: readonly PriceBookEntry[];
  readonly removed: readonly FieldId[];
}

export function applyChanges(entries: EntriesById, { changed, removed }: EntryChanges): EntriesById {
  const after = new Map(entries);
  for (const entry of changed) after.set(entry.id, entry);
  for (const id of removed) after.delete(id);
  return after;
}

/** Drops changes that someone else made too. */
function onlyDifferent(entries: EntriesById, changes: EntryChanges): EntryChanges {
  const { changed, removed } = changedFieldIds(entries, applyChanges(entries, changes));
  const wanted = new Set(changed);
  return { changed: changes.changed.filter(({ id }) => wanted.has(id)), removed };
}

/**
 * Publishes changes as the next version, all or none. Without a difference the newest version is returned. The caller holds the price book
 * (holdPriceBook).
 */
export async function publish(
  scope: CompanyScope,
  {
    newest,
    changes,
    by,
    ...how
  }: { newest: PriceBookVersion; changes: EntryChanges; by: Actor } & Omit<NewVersion, "version" | "summary">,
): Promise<PriceBookVersion> {
  const before = toEntriesById(await readEntries(scope, newest.version));
  const { changed, removed } = onlyDifferent(before, changes);
  if (changed.length === 0 && removed.length === 0) return newest;
  const after = applyChanges(before, { changed, removed });
  const described = describeChanges({ before, after, names: optionNames([...before.values()], [...after.values()]) });
  const version: NewVersion = {
    ...how,
    version: newest.version + 1,
    summary: summarizeChanges({ before, after, changes: described }),
  };
  if (!(await insertVersion(scope, version)))
    throw new Error("A version was published without holding the price book.");
  await writeEntries(scope, { version: version.version, changed, removed });
  await noteActivity(scope, {
    companyId: scope.companyId,
    by,
    acts: [
      {
        kind: "prices",
        action: "published",
        subject: String(version.version),
        from: newest.version,
        to: version.version,
        details: { source: version.source, note: version.note, fields: changed.length + removed.length },
      },
    ],
  });
  return {
    ...pick(version, ["version", "source", "author", "note", "summary"]),
    publishedTime: version.publishedTime.toISOString(),
    restoredVersion: version.restoredVersion ?? null,
  };
}

/** A problem lists the first of many conflicts, since it includes whole entries. */
const MAX_LISTED_CONFLICTS = 50;

/** 409: others published changes of the same fields. */
export function conflictProblem(newest: PriceBookVersion, conflicts: readonly FieldConflict[]): Problem {
  return new Problem("conflict", {
    conflicts: conflicts.slice(0, MAX_LISTED_CONFLICTS),
    ...(newest.author && { changedBy: newest.author }),
    changedTime: newest.publishedTime,
  });
}

/** Fields of `touched` that someone else changed between two versions, with the base, the wanted and the current entry. */
export function findConflicts({
  former,
  mine,
  theirs,
  touched,
}: {
  former: EntriesById;
  mine: EntriesById;
  theirs: EntriesById;
  touched: readonly FieldId[];
}): FieldConflict[] {
  return contestedFields(touched, (id) => ({
    mine: mine.get(id) ?? null,
    theirs: theirs.get(id) ?? null,
    was: former.get(id) ?? null,
  }));
}
