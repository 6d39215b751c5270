import type { EstimateMembers } from "./estimate-record.ts";
import { summaryKey } from "./estimate-members.ts";
import type { EstimateSlices } from "./estimate-slices.ts";

/*
 * Merges the workflows and copies of an estimate after two people changed it: all additions stay, and all removals are applied. The other
 * person's come first, in their order (decision 0043).
 */

export type EstimateWork = Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows">;

/** Copies both lists of an estimate or of its slices; a missing one is empty. */
export const workOf = ({ workflowIds, duplicateWorkflows }: EstimateSlices): EstimateWork => ({
  workflowIds: [...((workflowIds ?? []) as WorkflowIds)],
  duplicateWorkflows: [...((duplicateWorkflows ?? []) as DuplicateWorkflows)],
});

interface Versions<Value> {
  readonly was: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

type WorkflowIds = EstimateMembers["workflowIds"];
type DuplicateWorkflows = EstimateMembers["duplicateWorkflows"];

export const mergeSets = <Member>({ was, mine, theirs }: Versions<readonly Member[]>): Member[] => [
  ...theirs.filter((id) => mine.includes(id) || !was.includes(id)),
  ...mine.filter((id) => !was.includes(id) && !theirs.includes(id)),
];

/**
 * Merges further copies one by one. `contested` are those (by `summaryKey`) that both changed differently: `merged` has `prefer`'s version.
 */
export function mergeDuplicates({
  was,
  mine,
  theirs,
  prefer,
}: Versions<DuplicateWorkflows> & { readonly prefer: "mine" | "theirs" }): {
  merged: DuplicateWorkflows;
  contested: string[];
} {
  const contested: string[] = [];
  const find = (copies: DuplicateWorkflows, key: string) => copies.find((copy) => summaryKey(copy) === key);
  const merged = [...new Set([...theirs, ...mine].map(summaryKey))].flatMap((key) => {
    const [former, own, other] = [find(was, key), find(mine, key), find(theirs, key)];
    // Besides its identity, a copy only has a name.
    const isChanged = (copy: typeof own): boolean => copy?.name !== former?.name;
    const isContested = isChanged(own) && isChanged(other) && own?.name !== other?.name;
    if (isContested) contested.push(key);
    const chosen = isContested ? (prefer === "mine" ? own : other) : isChanged(own) ? own : other;
    return chosen ? [chosen] : [];
  });
  return { merged, contested };
}

/** Copies that two people added with the same number, as in `mine`. */
export const addedTwice = ({ was, mine, theirs }: Versions<DuplicateWorkflows>): DuplicateWorkflows => {
  const [known, added] = [was, theirs].map((copies) => new Set(copies.map(summaryKey)));
  return mine.filter((copy) => !known?.has(summaryKey(copy)) && added?.has(summaryKey(copy)));
};

/** Merges a list as a set with both sides' additions and removals; undefined for any other member. */
export function mergeWork(
  member: string,
  { mine, theirs, was }: { mine: unknown; theirs: unknown; was: unknown },
): { value: unknown } | undefined {
  // An invalid former value tells nothing about removals.
  if (!Array.isArray(was)) return undefined;
  const versions = { mine, theirs, was };
  if (member === "workflowIds") return { value: mergeSets(versions as Record<keyof typeof versions, WorkflowIds>) };
  if (member !== "duplicateWorkflows") return undefined;
  const lists = versions as Record<keyof typeof versions, DuplicateWorkflows>;
  return { value: mergeDuplicates({ ...lists, prefer: "theirs" }).merged };
}
