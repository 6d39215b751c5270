import {
  addedTwice,
  comparisonSlice,
  copiesOf,
  copyOfSlice,
  itemsSlice,
  mergeDuplicates,
  mergeSets,
  readSliceKey,
  summaryKey,
  summarySlice,
  workOf,
  type EstimateCopy,
  type EstimateWork,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { nextWorkflowEstimateId } from "@ridgebook/estimating";
import type { DecideTogether } from "#local-data/database/slices.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";

/*
 * Resolves conflicts about the lists of an estimate's workflows and their further copies (decision 0043). The contents of a copy go with
 * it: nothing is sent for work that is not in the estimate, and removing work never deletes content that the user has not seen.
 */

type Duplicates = EstimateWork["duplicateWorkflows"];
type Choices = Parameters<DecideTogether>[0]["choices"];

interface Versions {
  readonly was: EstimateWork;
  readonly mine: EstimateWork;
  readonly theirs: EstimateWork;
}

const WORK_MEMBERS = ["workflowIds", "duplicateWorkflows"] as const satisfies (keyof EstimateWork)[];

const duplicatesOf = ({ was, mine, theirs }: Versions): Readonly<Record<keyof Versions, Duplicates>> => ({
  was: was.duplicateWorkflows,
  mine: mine.duplicateWorkflows,
  theirs: theirs.duplicateWorkflows,
});

const keysOf = (work: EstimateWork): ReadonlySet<string> => new Set(copiesOf(work).map(summaryKey));

const findCopy = (copies: Duplicates, copy: EstimateCopy): Duplicates[number] | undefined =>
  copies.find((each) => summaryKey(each) === summaryKey(copy));

/** Merges both lists: uncontested entries of both, and the chosen version of contested ones. */
function decideLists(
  versions: Versions,
  { choices, filled }: { choices: Choices; filled: readonly EstimateCopy[] },
): EstimateWork {
  const [was, mine, theirs] = [versions.was.workflowIds, versions.mine.workflowIds, versions.theirs.workflowIds];
  const merged = mergeSets({ was, mine, theirs });
  // The choice may restore a copy that the other side removed.
  const added = versions.mine.duplicateWorkflows.filter((copy) => !findCopy(versions.was.duplicateWorkflows, copy));
  const filledIds = [...filled, ...added].map(({ workflowId }) => workflowId as (typeof merged)[number]);
  const back = choices.workflowIds === "theirs" ? theirs : [];
  const workflowIds = [...new Set([...back, ...merged, ...(choices.workflowIds === "mine" ? filledIds : [])])];

  const prefer = choices.duplicateWorkflows ?? "theirs";
  const copies = duplicatesOf(versions);
  const twice = addedTwice(copies);
  const duplicates = mergeDuplicates({ ...copies, prefer }).merged.map((copy) =>
    findCopy(twice, copy) ? (findCopy(copies.theirs, copy) ?? copy) : copy,
  );
  const isBack = ({ workflowId }: EstimateCopy): boolean =>
    choices.duplicateWorkflows === "theirs" ||
    (choices.workflowIds === "theirs" && !mine.some((id) => id === workflowId));
  const further = [
    ...copies.theirs.filter(isBack),
    ...(choices.duplicateWorkflows === "mine" ? filled : [])
      .filter(({ workflowEstimateId }) => workflowEstimateId !== 1)
      .map((copy) => findCopy(copies.mine, copy) ?? ({ ...copy, name: "" } as Duplicates[number])),
  ];
  for (const copy of further) if (!findCopy(duplicates, copy)) duplicates.push(copy);
  const places = new Map(copies.theirs.map((copy, index) => [summaryKey(copy), index]));
  const placeOf = (copy: EstimateCopy): number => places.get(summaryKey(copy)) ?? places.size;
  return {
    workflowIds,
    duplicateWorkflows: duplicates
      .filter(({ workflowId }) => workflowIds.includes(workflowId))
      .sort((one, other) => placeOf(one) - placeOf(other)),
  };
}

const renumberItems = (items: unknown, workflowEstimateId: number): StoredEstimateItem[] =>
  (items as StoredEstimateItem[]).map((item) => ({ ...item, workflowEstimateId }));

/** A slice, renumbered for another copy of the same workflow. */
function renumber(key: string, value: unknown, workflowEstimateId: number): [key: string, value: unknown] {
  const slice = readSliceKey(key);
  if (slice === undefined || slice.kind === "member") return [key, value];
  const copy = { workflowId: slice.workflowId, workflowEstimateId };
  switch (slice.kind) {
    case "items":
      return [itemsSlice({ ...slice, workflowEstimateId }), value && renumberItems(value, workflowEstimateId)];
    case "comparisons": {
      const options = value as { items: unknown }[] | null;
      const renumbered = options?.map((each) => ({ ...each, items: renumberItems(each.items, workflowEstimateId) }));
      return [comparisonSlice(copy), renumbered ?? null];
    }
    default:
      return [summarySlice(slice.kind, copy), value];
  }
}

/**
 * Resolves the lists of work, and the contents of copies that are added or removed with them. If both sides added a copy under the same
 * number, both are kept: "mine" gets the next number.
 */
export const decideWork: DecideTogether = ({ record, former, base, choices }) => {
  if (!WORK_MEMBERS.some((member) => choices[member])) return { record, former, fields: [] };
  const decided: StoredRecord = { ...record };
  const left = new Map(Object.entries(former));
  const asOnServer = (key: string): void => {
    decided[key] = base[key] ?? null;
    left.delete(key);
  };
  const versions = { was: workOf({ ...record, ...former }), mine: workOf(record), theirs: workOf(base) };
  const slices = [...new Set([...Object.keys(base), ...Object.keys(former)])].flatMap((key) => {
    const copy = copyOfSlice(key);
    return copy ? [{ key, copy }] : [];
  });
  const isOwn = ({ key }: { key: string }): boolean => Object.hasOwn(former, key);
  const filled = slices.filter((slice) => isOwn(slice) && (record[slice.key] ?? null) !== null);
  const work = decideLists(versions, { choices, filled: filled.map(({ copy }) => copy) });

  for (const copy of choices.duplicateWorkflows ? addedTwice(duplicatesOf(versions)) : []) {
    const isKept = choices.duplicateWorkflows === "mine";
    const number = nextWorkflowEstimateId(
      [...work.duplicateWorkflows, ...versions.mine.duplicateWorkflows],
      copy.workflowId,
    );
    if (isKept) work.duplicateWorkflows.push({ ...copy, workflowEstimateId: number });
    for (const { key } of slices.filter((slice) => isOwn(slice) && summaryKey(slice.copy) === summaryKey(copy))) {
      if (isKept) {
        const [newKey, value] = renumber(key, record[key] ?? null, number);
        decided[newKey] = value;
        left.set(newKey, null);
      }
      asOnServer(key);
    }
  }
  for (const member of WORK_MEMBERS) {
    decided[member] = work[member];
    left.set(member, base[member] ?? []);
  }

  const [now, here, there] = [keysOf(work), keysOf(versions.mine), keysOf(versions.theirs)];
  for (const { key, copy } of slices) {
    const copyKey = summaryKey(copy);
    if (now.has(copyKey)) {
      // A restored copy has the server's contents; for a removed one, all contents are new.
      if (there.has(copyKey) && !here.has(copyKey)) asOnServer(key);
      else if (!there.has(copyKey) && isOwn({ key })) left.set(key, base[key] ?? null);
    } else if (there.has(copyKey) && (base[key] ?? null) !== null) {
      decided[key] = null;
      left.set(key, base[key]);
    } else asOnServer(key);
  }
  return { record: decided, former: Object.fromEntries(left), fields: WORK_MEMBERS };
};
