import {
  copiesOf,
  copyOfSlice,
  mergeDuplicates,
  readSliceKey,
  readSummaryKey,
  summaryKey,
  workOf,
  type EstimateCopy,
  type EstimateSlices,
  type EstimateWork,
} from "@ridgebook/contract";

/*
 * Merges workflows and their copies as sets (contract: estimate-work.ts). A conflict is about the list as a whole, not each line: whether a
 * copy stays with what someone else entered in it (decision 0043).
 */

export type WorkMember = keyof EstimateWork;

const copyKeyOf = (key: string): string | undefined => {
  const copy = copyOfSlice(key);
  return copy && summaryKey(copy);
};

/** Keys of the non-empty slices, by copy. Progress doesn't count. */
function keysByCopy(slices: EstimateSlices): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const [key, value] of Object.entries(slices)) {
    const copy = copyKeyOf(key);
    if (copy === undefined || value === null || readSliceKey(key)?.kind === "lastCompleteSectionId") continue;
    keys.set(copy, [...(keys.get(copy) ?? []), key]);
  }
  return keys;
}

interface ContestedWork {
  /** The contested lists, each with the responsible copies (by `summaryKey`). */
  readonly contested: ReadonlyMap<WorkMember, ReadonlySet<string>>;
  /** The caller's lists, including those that the change omits. */
  readonly mine: EstimateWork;
}

/**
 * Finds the lists in conflict: a copy that the change removes has unseen entries; one that it fills was removed; a copy was renamed twice;
 * or two people added a copy with the same number.
 *
 * @param was the lists as the caller saw them, as far as the change concerns them
 * @param merged the lists as they would be without a conflict
 * @param hasMovedOn whether the estimate has changed since the caller saw it
 * @param isLost whether a slice's entry, unseen by the caller, would be lost with its copy
 * @param isThere whether the estimate already has a slice's content
 */
export function findContestedWork({
  current,
  wanted,
  was,
  merged,
  hasMovedOn,
  isLost,
  isThere,
}: {
  current: EstimateSlices;
  wanted: EstimateSlices;
  was: Partial<EstimateWork>;
  merged: EstimateSlices;
  hasMovedOn: boolean;
  isLost: (key: string) => boolean;
  isThere: (key: string) => boolean;
}): ContestedWork {
  const contested = new Map<WorkMember, Set<string>>();
  const ask = (member: WorkMember, copy: string): void => {
    contested.set(member, new Set([...(contested.get(member) ?? []), copy]));
  };
  const [theirs, after] = [workOf(current), workOf(merged)];
  const mine = workOf({ ...theirs, ...wanted });
  const seen = was.duplicateWorkflows ?? [];
  const saysCopies = wanted["duplicateWorkflows"] !== undefined;
  const find = (copies: EstimateWork["duplicateWorkflows"], key: string) =>
    copies.find((copy) => summaryKey(copy) === key);
  const [currentKeys, wantedKeys] = [keysByCopy(current), keysByCopy(wanted)];
  const named = new Set(Object.keys(wanted).map(copyKeyOf));

  /** Whether the caller removes a copy without knowing its current content. */
  const isUnseen = (key: string): boolean => {
    const copy = find(theirs.duplicateWorkflows, key);
    if (copy && (saysCopies || hasMovedOn) && find(seen, key)?.name !== copy.name) return true;
    // A change that names part of it names all of it.
    return (hasMovedOn || named.has(key)) && (currentKeys.get(key) ?? []).some(isLost);
  };
  const held = new Set(copiesOf(after).map(summaryKey));
  for (const copy of copiesOf(theirs)) {
    const key = summaryKey(copy);
    if (held.has(key) || !isUnseen(key)) continue;
    ask(after.workflowIds.includes(copy.workflowId as never) ? "duplicateWorkflows" : "workflowIds", key);
  }
  const added = saysCopies ? mine.duplicateWorkflows.map(summaryKey).filter((key) => !find(seen, key)) : [];
  for (const key of hasMovedOn ? new Set([...wantedKeys.keys(), ...added]) : []) {
    const copy = readSummaryKey(key) as Omit<EstimateWork["duplicateWorkflows"][number], "name"> | undefined;
    if (!copy || held.has(key)) continue;
    const isSaid = (member: WorkMember): boolean => wanted[member] !== undefined;
    if (!after.workflowIds.includes(copy.workflowId)) {
      if (!isSaid("workflowIds") && !mine.workflowIds.includes(copy.workflowId)) mine.workflowIds.push(copy.workflowId);
      if (mine.workflowIds.includes(copy.workflowId)) ask("workflowIds", key);
    }
    if (copy.workflowEstimateId === 1 || find(after.duplicateWorkflows, key)) continue;
    if (!saysCopies) mine.duplicateWorkflows.push({ ...copy, name: "" });
    if (find(mine.duplicateWorkflows, key)) ask("duplicateWorkflows", key);
  }
  if (!saysCopies) return { contested, mine };

  const lists = { was: seen, mine: mine.duplicateWorkflows, theirs: theirs.duplicateWorkflows };
  const isOfWork = (copy: EstimateCopy | undefined): boolean => after.workflowIds.some((id) => id === copy?.workflowId);
  for (const key of mergeDuplicates({ ...lists, prefer: "theirs" }).contested)
    if (isOfWork(find(lists.mine, key) ?? find(lists.theirs, key))) ask("duplicateWorkflows", key);
  for (const key of lists.mine.map(summaryKey)) {
    if (find(seen, key) || !find(lists.theirs, key)) continue;
    // Only a retry of the same addition has an identical copy without extra content.
    const own = wantedKeys.get(key) ?? [];
    const isSame = own.length > 0 ? own.every(isThere) : !currentKeys.has(key);
    if (!isSame) ask("duplicateWorkflows", key);
  }
  return { contested, mine };
}

/** Whether a slice belongs to one of these copies. */
export const isOfCopies = (key: string, copies: Iterable<ReadonlySet<string>>): boolean => {
  const copy = copyKeyOf(key);
  return copy !== undefined && [...copies].some((each) => each.has(copy));
};
