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
 * Which work an estimate holds, its workflows and their further copies, is chosen as lists (decision 0043). With a copy goes what is in
 * it: nothing is sent for work that is not there, and nothing that the person has not seen goes with work that they take away.
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

/** Everything of both lists that nobody contests, and what is contested as it was chosen. */
function decideLists(
  versions: Versions,
  { choices, filled }: { choices: Choices; filled: readonly EstimateCopy[] },
): EstimateWork {
  const [was, mine, theirs] = [versions.was.workflowIds, versions.mine.workflowIds, versions.theirs.workflowIds];
  const merged = mergeSets({ was, mine, theirs });
  // What is chosen may be what the other one had taken away.
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

/** A slice as it is said of another copy of the same workflow. */
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
 * Decides the lists of work, and everything in the copies that come or go with them. A further copy that both added under one number
 * is not lost to either: "mine" keeps it beside theirs, under the next number.
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
      // A copy that is back is as the other one has it; to one that is not there everything is new.
      if (there.has(copyKey) && !here.has(copyKey)) asOnServer(key);
      else if (!there.has(copyKey) && isOwn({ key })) left.set(key, base[key] ?? null);
    } else if (there.has(copyKey) && (base[key] ?? null) !== null) {
      decided[key] = null;
      left.set(key, base[key]);
    } else asOnServer(key);
  }
  return { record: decided, former: Object.fromEntries(left), fields: WORK_MEMBERS };
};
