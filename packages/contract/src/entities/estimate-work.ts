import type { EstimateMembers } from "./estimate-record.ts";
import { summaryKey } from "./estimate-members.ts";
import type { EstimateSlices } from "./estimate-slices.ts";

/*
 * The work of an estimate, its workflows and their further copies, after two people changed it: what either of them added stays, and
 * what either of them took away stays away. The other person's come first, in their order (decision 0043).
 */

/** The lists that say what work an estimate holds. */
export type EstimateWork = Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows">;

/** Both lists of an estimate or of its slices, copied; one that is missing is empty. */
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
 * Further copies, each by itself. `contested` are those (by `summaryKey`) that both changed, and otherwise: `merged` has them as
 * `prefer` does.
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
    // Besides what it is known by, a copy has a name only.
    const isChanged = (copy: typeof own): boolean => copy?.name !== former?.name;
    const isContested = isChanged(own) && isChanged(other) && own?.name !== other?.name;
    if (isContested) contested.push(key);
    const chosen = isContested ? (prefer === "mine" ? own : other) : isChanged(own) ? own : other;
    return chosen ? [chosen] : [];
  });
  return { merged, contested };
}

/** Further copies that two people added under one number, as in `mine`. */
export const addedTwice = ({ was, mine, theirs }: Versions<DuplicateWorkflows>): DuplicateWorkflows => {
  const [known, added] = [was, theirs].map((copies) => new Set(copies.map(summaryKey)));
  return mine.filter((copy) => !known?.has(summaryKey(copy)) && added?.has(summaryKey(copy)));
};

/** Both lists as one set of what everybody added, without what anybody took away; undefined for any other member. */
export function mergeWork(
  member: string,
  { mine, theirs, was }: { mine: unknown; theirs: unknown; was: unknown },
): { value: unknown } | undefined {
  // A former value that no list can have says nothing about who took what away.
  if (!Array.isArray(was)) return undefined;
  const versions = { mine, theirs, was };
  if (member === "workflowIds") return { value: mergeSets(versions as Record<keyof typeof versions, WorkflowIds>) };
  if (member !== "duplicateWorkflows") return undefined;
  const lists = versions as Record<keyof typeof versions, DuplicateWorkflows>;
  return { value: mergeDuplicates({ ...lists, prefer: "theirs" }).merged };
}
