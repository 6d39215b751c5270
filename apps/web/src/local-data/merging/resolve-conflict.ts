import { isSameValue, type FieldConflict } from "@ridgebook/contract";
import { NOT_RETRIED, isNeverSent, type LocalChange } from "#local-data/database/change-record.ts";
import type { ConflictChoice, DecideTogether } from "#local-data/database/slices.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { dropUndoneFields, type RecordAndChange } from "./fold-edit.ts";
import { siblingsOf, withSiblings } from "./siblings.ts";

/**
 * Where the other version is: on the server, from another user or another device of the same user, or on this device, entered by the
 * same user without having seen this one.
 */
type OtherVersion = "server" | "unsent";

/** Fields with two values, between which the user must choose. */
export interface OpenConflict {
  otherVersion: OtherVersion;
  fields: FieldConflict[];
}

/** The conflict to resolve now. Conflicts with the server come before conflicts between unsent values. */
export function openConflictOf({
  record,
  change: { error, data },
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
}): OpenConflict | undefined {
  const mineOf = ({ field, former, mine }: FieldConflict): FieldValues =>
    // A field that the user did not change, but that belongs to a changed one, follows the server's value.
    record && !isSameValue(former, mine) ? { mine: record[field] ?? null } : {};
  if (error) {
    if (!error.conflicts) return undefined;
    const fields = error.conflicts.map((conflict) => ({ ...conflict, ...mineOf(conflict) }));
    return { otherVersion: "server", fields };
  }
  if (!data.siblings) return undefined;
  const former = { ...data.base, ...data.former, ...data.attempt?.former };
  const fields = Object.entries(data.siblings).map(([field, theirs]) => ({
    field,
    former: former[field] ?? null,
    mine: record?.[field] ?? null,
    theirs,
  }));
  return { otherVersion: "unsent", fields };
}

/**
 * Resolves fields with two values. A field without a choice stays in conflict.
 *
 * Against the server, "theirs" takes its value and drops the change; "mine" is sent again with the server's value as the former one.
 * Of two unsent values, the chosen one is sent.
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
    // The other device has sent its value: the choice then overwrites it with that as the former value.
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
