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
 * What an edit changes: the slices that differ from those that the person saw, and these as they were seen.
 *
 * @param from the estimate as the page opened it, split
 * @param record the estimate as it is by now, split
 * @param newItemIds server ids of local items in the edit and in `from`
 */
export function findChangedSlices({
  edit,
  from,
  record,
  newItemIds,
}: {
  edit: EstimateEdit;
  from: StoredRecord;
  record: StoredRecord;
  newItemIds: ReadonlyMap<number, number>;
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
    const before = sliceValue(key, withItemIds(from[key], newItemIds));
    if (isSameValue(value, before)) continue;
    changed[key] = value;
    seen[key] = before;
  }
  return { changed, from: seen };
}

/**
 * The edit on top of what another tab of this device, or a press just before, has saved here unseen and the server does not have yet:
 * settled as the server settles what two people meant, so that only what a person has to choose is asked about.
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

/** Whether both added a further copy under one number, or renamed one: the server asks about that before it merges (decision 0043). */
function isWorkContested(
  key: string,
  { mine, theirs, was }: { mine: unknown; theirs: unknown; was: unknown },
): boolean {
  const copiesIn = (value: unknown) => workOf({ [key]: value }).duplicateWorkflows;
  const versions = { mine: copiesIn(mine), theirs: copiesIn(theirs), was: copiesIn(was) };
  return mergeDuplicates({ ...versions, prefer: "theirs" }).contested.length > 0;
}

/** Items as the server will keep them, in the order of the form. */
function normalizePart(part: NonNullable<EstimateEdit["parts"]>[number]): Partial<EstimatePart> {
  const { workflowEstimateId, fieldIds } = part;
  if (!fieldIds) return part;
  const items = (part.items ?? []).map((item) => ({ ...item, workflowEstimateId }));
  const rebuilt = rebuildItems({ current: [], fieldIds, items, workflowEstimateId, keepsOrder: true });
  return { ...part, items: rebuilt as StoredEstimateItem[] };
}

/** A workflow that goes takes its further copies along. */
function withoutRemovedCopies(members: Partial<EstimateMembers>, from: StoredRecord): Partial<EstimateMembers> {
  const { workflowIds, duplicateWorkflows } = workOf({ ...from, ...members });
  const kept = duplicateWorkflows.filter(({ workflowId }) => workflowIds.includes(workflowId));
  return kept.length === duplicateWorkflows.length ? members : { ...members, duplicateWorkflows: kept };
}

/** Nothing stays of the items, comparison and decisions of a copy that the edit takes away. */
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
