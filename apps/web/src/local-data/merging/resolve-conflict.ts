import { isSameValue, type FieldConflict } from "@ridgebook/contract";
import { NOT_RETRIED, isNeverSent, type LocalChange } from "#local-data/database/change-record.ts";
import type { ConflictChoice, DecideTogether } from "#local-data/database/slices.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { dropUndoneFields, type RecordAndChange } from "./fold-edit.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

/**
 * Where the other version is: on the server, from somebody else or from another device of the same person, or here, entered by the
 * same person without having seen this one.
 */
type OtherVersion = "server" | "unsent";

/** Fields that stand at two values, between which a person has to choose. */
export interface OpenConflict {
  otherVersion: OtherVersion;
  fields: FieldConflict[];
}

/** What is to be chosen now. The server's values come first: what stands beside siblings is decided once it is known. */
export function openConflictOf({
  record,
  change: { error, data },
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
}): OpenConflict | undefined {
  const mineOf = ({ field, former, mine }: FieldConflict): FieldValues =>
    // What was left as it was here, and is asked for the sake of something else, has changed here since with the server's.
    record && !isSameValue(former, mine) ? { mine: record[field] ?? null } : {};
  if (error) {
    if (!error.conflicts) return undefined;
    const fields = error.conflicts.map((conflict) => ({ ...conflict, ...mineOf(conflict) }));
    return { otherVersion: "server", fields };
  }
  if (!data.siblings) return undefined;
  const former = { ...data.base, ...data.former, ...data.attempt?.former };
  const fields = Object.entries(data.siblings).map(([field, theirs]) => ({
    ...{ field, former: former[field] ?? null, mine: record?.[field] ?? null, theirs },
  }));
  return { otherVersion: "unsent", fields };
}

/**
 * Settles fields that stand at two values. A field without a choice stays as it is and will have to be chosen again.
 *
 * Against the server, "theirs" takes over its value, which then is no change any more; "mine" goes out again, now knowingly
 * instead of the server's value. Of two unsent values the chosen one is the edit that goes out.
 */
export function resolveConflict({
  record,
  change,
  choices,
  decideTogether,
}: {
  record: StoredRecord;
  change: LocalChange;
  choices: Readonly<Record<string, ConflictChoice>>;
  decideTogether?: DecideTogether | undefined;
}): RecordAndChange {
  const chosen = (openConflictOf({ record, change })?.fields ?? []).filter(({ field }) => choices[field]);
  const resolve = change.error ? resolveWithServer : resolveSiblings;
  return resolve({ record, change, chosen, choices, decideTogether });
}

interface Resolution {
  record: StoredRecord;
  change: LocalChange;
  chosen: readonly FieldConflict[];
  choices: Readonly<Record<string, ConflictChoice>>;
  decideTogether: DecideTogether | undefined;
}

function resolveWithServer({ record, change, chosen, choices, decideTogether }: Resolution): RecordAndChange {
  const base = change.data.base && {
    ...change.data.base,
    ...Object.fromEntries(chosen.map(({ field, theirs }) => [field, theirs])),
  };
  const asked = Object.fromEntries(chosen.flatMap(({ field }) => (choices[field] ? [[field, choices[field]]] : [])));
  const together = base ? decideTogether?.({ record, former: change.data.former, base, choices: asked }) : undefined;
  const resolved: StoredRecord = { ...(together?.record ?? record) };
  const former = { ...(together?.former ?? change.data.former) };
  for (const { field, theirs } of chosen) {
    if (together?.fields.includes(field)) continue;
    former[field] = theirs;
    if (choices[field] === "theirs") resolved[field] = theirs;
  }
  return dropUndoneFields({
    record: resolved,
    change: { ...change, error: null, data: { ...change.data, former, base, retry: NOT_RETRIED } },
  });
}

function resolveSiblings({ record, change, chosen, choices }: Resolution): RecordAndChange {
  const { base } = change.data;
  const resolved: StoredRecord = { ...record };
  const former = { ...change.data.former };
  for (const { field, theirs } of chosen) {
    // The other device has sent its value meanwhile: what goes out now takes its place knowingly.
    const isOnServer = base !== null && isSameValue(base[field], theirs);
    if (isOnServer && Object.hasOwn(former, field)) former[field] = theirs;
    if (choices[field] !== "theirs") continue;
    if (!isNeverSent(change) && !Object.hasOwn(former, field)) former[field] = record[field] ?? null;
    resolved[field] = theirs;
  }
  const [asked = {}, ...later] = siblingsOf(change.data);
  const left = Object.fromEntries(Object.entries(asked).filter(([field]) => !choices[field]));
  const decided = withSiblings(
    { ...change, data: { ...change.data, former, retry: NOT_RETRIED } },
    { record: resolved, siblings: [left, ...later] },
  );
  return dropUndoneFields({ record: resolved, change: decided });
}
