import {
  bodyToSlices,
  copiesOf,
  copyOfSlice,
  mergeDuplicates,
  settleSlice,
  sliceValue,
  summaryKey,
  workOf,
  type EstimateMembers,
  type EstimatePart,
  type StoredEstimateItem,
  isSameValue,
} from "@ridgebook/contract";
import { rebuildItems } from "@ridgebook/estimating";
import type { LocalChange } from "#local-data/database/change-record.ts";
import { pickFields, type FieldValues, type StoredRecord } from "#local-data/database/stored-record.ts";
import { unseenValues } from "#local-data/merging/fold-edit.ts";
import { withItemIds } from "#local-data/outbox/item-ids.ts";
import type { EstimateEdit } from "./estimate-store.ts";

/**
 * Finds the slices that an edit changes, with the values that the user saw.
 *
 * @param from the split estimate as the page opened it
 * @param record the current split estimate
 * @param newItemIds server ids of local items in the edit and in `from`
 * @param isOwnSave whether this tab alone replaced the value that the page shows: then the page counts as having seen the stored one
 */
export function findChangedSlices({
  edit,
  from,
  record,
  newItemIds,
  isOwnSave,
}: {
  edit: EstimateEdit;
  from: StoredRecord;
  record: StoredRecord;
  newItemIds: ReadonlyMap<number, number>;
  isOwnSave: (slice: { key: string; shown: unknown; stored: unknown }) => boolean;
}): { changed: FieldValues; from: FieldValues } {
  const members = withoutRemovedCopies({ ...edit.members }, from);
  const parts = (edit.parts ?? []).map(normalizePart);
  const slices: FieldValues = {
    ...slicesOfRemovedCopies({ members, from, record }),
    ...withItemIds(bodyToSlices({ ...members, parts } as Parameters<typeof bodyToSlices>[0]), newItemIds),
  };
  const changed: FieldValues = {};
  const seen: FieldValues = {};
  for (const [key, given] of Object.entries(slices)) {
    const value = sliceValue(key, given);
    const shown = sliceValue(key, withItemIds(from[key], newItemIds));
    const stored = sliceValue(key, record[key]);
    const before = isOwnSave({ key, shown, stored }) ? stored : shown;
    if (isSameValue(value, before)) continue;
    changed[key] = value;
    seen[key] = before;
  }
  return { changed, from: seen };
}

/**
 * Merges an edit with unsent changes that its user has not seen, such as those of another tab or of a save just before. Merges as the
 * server does, so that the user is asked only about real conflicts.
 */
export function settleUnseenSlices({
  edit: { changed, from },
  record,
  change,
}: {
  edit: { changed: FieldValues; from: FieldValues };
  record: StoredRecord;
  change: LocalChange | undefined;
}): { changed: FieldValues; from: FieldValues } {
  const settled: FieldValues = {};
  const unseen = unseenValues({ record, pending: change, edit: { changed, from } });
  for (const [key, value] of Object.entries(unseen)) {
    const versions = { mine: changed[key], theirs: sliceValue(key, value), was: from[key] };
    const found = isWorkContested(key, versions) ? undefined : settleSlice(key, versions);
    if (found) settled[key] = found.value;
  }
  return { changed: { ...changed, ...settled }, from: { ...from, ...pickFields(record, Object.keys(settled)) } };
}

/** Whether both added a copy under the same number, or renamed one: the server reports that as a conflict (decision 0043). */
function isWorkContested(
  key: string,
  { mine, theirs, was }: { mine: unknown; theirs: unknown; was: unknown },
): boolean {
  const copiesIn = (value: unknown) => workOf({ [key]: value }).duplicateWorkflows;
  const versions = { mine: copiesIn(mine), theirs: copiesIn(theirs), was: copiesIn(was) };
  return mergeDuplicates({ ...versions, prefer: "theirs" }).contested.length > 0;
}

/** Items in the server's normalized form, in the order of the form. */
function normalizePart(part: NonNullable<EstimateEdit["parts"]>[number]): Partial<EstimatePart> {
  const { workflowEstimateId, fieldIds } = part;
  if (!fieldIds) return part;
  const items = (part.items ?? []).map((item) => ({ ...item, workflowEstimateId }));
  const rebuilt = rebuildItems({ current: [], fieldIds, items, workflowEstimateId, keepsOrder: true });
  return { ...part, items: rebuilt as StoredEstimateItem[] };
}

/** Removing a workflow removes its further copies. */
function withoutRemovedCopies(members: Partial<EstimateMembers>, from: StoredRecord): Partial<EstimateMembers> {
  const { workflowIds, duplicateWorkflows } = workOf({ ...from, ...members });
  const kept = duplicateWorkflows.filter(({ workflowId }) => workflowIds.includes(workflowId));
  return kept.length === duplicateWorkflows.length ? members : { ...members, duplicateWorkflows: kept };
}

/** Empties the items, comparison and decisions of copies that the edit removes. */
function slicesOfRemovedCopies({
  members,
  from,
  record,
}: {
  members: Partial<EstimateMembers>;
  from: StoredRecord;
  record: StoredRecord;
}): FieldValues {
  const kept = new Set(copiesOf(workOf({ ...from, ...members })).map(summaryKey));
  const removed = new Set(
    copiesOf(workOf(from))
      .map(summaryKey)
      .filter((key) => !kept.has(key)),
  );
  if (removed.size === 0) return {};
  const isRemoved = (key: string): boolean => {
    const copy = copyOfSlice(key);
    return copy !== undefined && removed.has(summaryKey(copy));
  };
  return Object.fromEntries([...Object.keys(from), ...Object.keys(record)].filter(isRemoved).map((key) => [key, null]));
}
