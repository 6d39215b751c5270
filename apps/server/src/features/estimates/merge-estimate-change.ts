import {
  decideField,
  ESTIMATE_MEMBERS,
  estimateItem,
  estimateRecord,
  holdsEntries,
  isSameIn,
  isSameValue,
  matchSlice,
  optionItems,
  readSliceKey,
  settleSlice,
  sliceValue,
  workflowSummary,
  type EstimateMembers,
  type EstimateSlices,
  type FieldConflict,
  type SectionOrders,
} from "@ridgebook/contract";
import { z } from "zod";
import { storable } from "#database/storable.ts";
import { findContestedWork, isOfCopies, type WorkMember } from "./merge-work.ts";

/*
 * Merges changes of an estimate slice by slice (packages/contract, estimate-slices.ts). Missing, null and an empty list are equal, and new
 * lines have negative ids in the caller's change.
 */

type MergedEstimate =
  | {
      readonly values: EstimateSlices;
      /** The caller's new lines that already exist, by the caller's id: both wanted the same. */
      readonly knownIds: ReadonlyMap<number, number>;
      /** Whether one of these slices changed since the caller saw it. */
      readonly isOvertaken: boolean;
      readonly conflicts?: undefined;
    }
  | {
      readonly conflicts: readonly FieldConflict[];
      /** By workflow list in conflict: the slices that make it one. */
      readonly causes: ReadonlyMap<string, readonly string[]>;
      readonly values?: undefined;
      readonly knownIds?: undefined;
    };

const itemList = z.array(estimateItem);
const optionList = z.array(optionItems);

/** Parses the caller's former value of a slice. */
function readFormer(key: string, sent: unknown): unknown {
  const slice = readSliceKey(key);
  const schema =
    slice?.kind === "member"
      ? estimateRecord.shape[slice.member]
      : slice?.kind === "items"
        ? itemList
        : slice?.kind === "comparisons"
          ? optionList
          : slice?.kind === "optionalSectionIds"
            ? z.array(z.number())
            : slice?.kind === "measurements" || slice?.kind === "unpricedItems"
              ? workflowSummary.shape[slice.kind]
              : z.number();
  const read = schema.safeParse(sent);
  return read.success ? sliceValue(key, storable(read.data)) : null;
}

const formerList = <Member extends WorkMember>(
  member: Member,
  former: Record<string, unknown>,
): EstimateMembers[Member] => (readFormer(member, former[member]) ?? []) as EstimateMembers[Member];

const isProgress = (key: string): boolean => readSliceKey(key)?.kind === "lastCompleteSectionId";

/** Whether two people completed steps of one copy, so that the company's order of the steps decides. */
export const isProgressContested = (
  current: EstimateSlices,
  wanted: EstimateSlices,
  former: Record<string, unknown>,
): boolean => Object.keys(wanted).some((key) => isProgress(key) && (current[key] ?? null) !== (former[key] ?? null));

/**
 * Merges a change into the current estimate, slice by slice, in the caller's order.
 *
 * A slice is accepted if it still has the former value, and is a no-op if it already has the wanted value. Any other slice is a conflict
 * unless it resolves itself, and one conflict rejects the whole change. For a contested workflow copy (merge-work.ts), only that conflict
 * is reported.
 */
export function mergeEstimateChange({
  current,
  wanted,
  former,
  orders,
  hasMovedOn = false,
}: {
  current: EstimateSlices;
  wanted: EstimateSlices;
  former: Record<string, unknown>;
  orders?: SectionOrders | undefined;
  /** Whether the estimate has changed since the caller saw it. */
  hasMovedOn?: boolean;
}): MergedEstimate {
  const values: EstimateSlices = {};
  const knownIds = new Map<number, number>();
  const conflicts: FieldConflict[] = [];
  let isOvertaken = false;
  for (const [key, value] of Object.entries(wanted)) {
    const mine = sliceValue(key, value);
    const theirs = sliceValue(key, current[key]);
    const matched = matchSlice(key, theirs, mine);
    if (matched) {
      for (const [id, known] of matched) knownIds.set(id, known);
      continue;
    }
    // The caller's former value is unchecked: only a valid one is echoed in the response.
    const was = readFormer(key, former[key]);
    if (decideField({ mine, theirs, was }, isSameIn("estimates", key)) === "isTaken") {
      values[key] = mine;
      continue;
    }
    isOvertaken = true;
    const settled = settleSlice(key, { mine, theirs, was, orders });
    for (const [id, known] of settled?.knownIds ?? []) knownIds.set(id, known);
    if (settled && !isSameValue(settled.value, theirs)) values[key] = settled.value;
    if (!settled) conflicts.push({ field: key, former: was, mine, theirs });
  }
  const versionsOf = (key: string, mine: unknown) => ({
    mine: sliceValue(key, mine),
    theirs: sliceValue(key, current[key]),
    was: readFormer(key, former[key]),
  });
  const { contested, mine: meant } = findContestedWork({
    current,
    wanted,
    hasMovedOn,
    was: {
      workflowIds: formerList("workflowIds", former),
      duplicateWorkflows: formerList("duplicateWorkflows", former),
    },
    merged: { ...current, ...values },
    isLost(key) {
      const versions = versionsOf(key, null);
      if (isSameValue(versions.theirs, versions.was)) return false;
      const settled = settleSlice(key, { ...versions, orders });
      return !settled || holdsEntries(key, settled.value);
    },
    isThere(key) {
      const versions = versionsOf(key, wanted[key]);
      if (matchSlice(key, versions.theirs, versions.mine)) return true;
      const settled = settleSlice(key, { ...versions, orders });
      return settled !== undefined && isSameValue(settled.value, versions.theirs);
    },
  });
  const isAskedWhole = (field: string): boolean =>
    [...contested.keys()].some((member) => member === field) || isOfCopies(field, contested.values());
  const asked = [
    ...[...contested.keys()].map((member): FieldConflict => {
      const { was, mine, theirs } = versionsOf(member, meant[member]);
      // An omitted list is as the caller saw it.
      return { field: member, former: wanted[member] === undefined ? mine : was, mine, theirs };
    }),
    ...conflicts.filter(({ field }) => !isAskedWhole(field)),
  ];
  if (asked.length === 0) return { values, knownIds, isOvertaken };
  const causes = new Map(
    [...contested].map(([member, copies]) => [member, Object.keys(current).filter((key) => isOfCopies(key, [copies]))]),
  );
  return { conflicts: asked, causes };
}

/** Members of a change that lack a former value. Slices may omit it: empty. */
export const membersWithoutFormer = (wanted: EstimateSlices, former: Record<string, unknown>): string[] =>
  ESTIMATE_MEMBERS.filter((member) => wanted[member] !== undefined && former[member] === undefined);
