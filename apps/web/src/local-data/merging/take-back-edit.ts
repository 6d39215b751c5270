import { isSameValue } from "@ridgebook/contract";
import { CHANGE_STATES, locallyChangedFields, type LocalChange } from "#local-data/database/change-record.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { dropUndoneFields, type RecordAndChange } from "./fold-edit.ts";

/** One edit with the state directly before it and its new values, both split. */
export interface MadeEdit {
  before: RecordAndChange & { record: StoredRecord };
  changed: FieldValues;
}

/**
 * Undoes one refused edit (EST-20): its fields return to their former values, or to the server's newer ones. Other pending
 * edits stay; a field that was edited again since keeps the newer edit.
 */
export function takeBackEdit({
  record,
  change,
  made: { before, changed },
}: {
  record: StoredRecord | undefined;
  change: LocalChange;
  made: MadeEdit;
}): RecordAndChange {
  if (!record || change.state === CHANGE_STATES.deleted) return { record, change };
  const { base, attempt } = change.data;
  const shown: StoredRecord = { ...record };
  const taken = new Set<string>();
  for (const [field, value] of Object.entries(changed)) {
    if (!isSameValue(record[field], value)) continue;
    const isOwn = base === null || isChangedIn(before.change, field);
    shown[field] = isOwn ? before.record[field] : base[field];
    if (!isOwn) taken.add(field);
  }
  const former = Object.fromEntries(Object.entries(change.data.former).filter(([field]) => !taken.has(field)));
  const isCreateAlone = attempt?.kind === "create" && Object.keys(former).length === 0;
  // A call that may have reached the server keeps its refusal, and the user decides about it.
  const error = attempt ? change.error : (before.change?.error ?? null);
  const state = isCreateAlone ? CHANGE_STATES.added : change.state;
  return dropUndoneFields({ record: shown, change: { ...change, state, error, data: { ...change.data, former } } });
}

/**
 * The edit that undoes one whose call met a server error and may have been done all the same. It is sent behind that call, and is a no-op if
 * the call was not done. A field that was edited again since keeps the newer edit.
 */
export function wayBack({ record, made: { before, changed } }: { record: StoredRecord; made: MadeEdit }): FieldValues {
  const own = Object.keys(changed).filter((field) => isSameValue(record[field], changed[field]));
  return Object.fromEntries(own.map((field) => [field, before.record[field] ?? null]));
}

const isChangedIn = (change: LocalChange | undefined, field: string): boolean =>
  change !== undefined && (change.state === CHANGE_STATES.added || locallyChangedFields(change).has(field));
