import { summaryKey, type EstimateCopy, type EstimateWork } from "@ridgebook/contract";
import type { EstimateDraft } from "#local-data/database/device-database.ts";

/** A further copy of a workflow that is known by another number. */
interface RenumberedCopy {
  readonly from: EstimateCopy;
  readonly to: EstimateCopy;
}

/**
 * The further copies that have made room for another person's under their number, and stand beside it under the next one (decision
 * 0043): told by their names, as two copies that were added under one number are contested for nothing else.
 *
 * @param before what was known of the estimate, and `after` what was heard of it next
 */
export function findRenumberedCopies(
  { duplicateWorkflows: before }: HoldingCopies,
  { duplicateWorkflows: after }: HoldingCopies,
): RenumberedCopy[] {
  const known = new Set(before.map(summaryKey));
  return before.flatMap((from) => {
    const inItsPlace = after.find((each) => summaryKey(each) === summaryKey(from));
    if (!inItsPlace || inItsPlace.name === from.name) return [];
    const to = after.find(
      (each) => each.workflowId === from.workflowId && each.name === from.name && !known.has(summaryKey(each)),
    );
    return to ? [{ from: copyOf(from), to: copyOf(to) }] : [];
  });
}

type HoldingCopies = Pick<EstimateWork, "duplicateWorkflows">;

const copyOf = ({ workflowId, workflowEstimateId }: EstimateCopy): EstimateCopy => ({ workflowId, workflowEstimateId });

/** What is kept of one copy's form, said of the copy under another number: the stored items in it name theirs. */
export function asOfCopy<Values extends object>(values: Values, { workflowEstimateId }: EstimateCopy): Values {
  const text = JSON.stringify(values, (member, value: unknown) =>
    member === "workflowEstimateId" ? workflowEstimateId : value,
  );
  return JSON.parse(text) as Values;
}

/** The drafts that go with their copies, each as it was and as it is then: a copy's own, and what is kept beside it (its discount). */
export function renumberDrafts<Kept extends Pick<EstimateDraft, "copyKey" | "values">>(
  drafts: readonly Kept[],
  renumbered: readonly RenumberedCopy[],
): { draft: Kept; moved: Kept }[] {
  return renumbered.flatMap(({ from, to }) => {
    const [key, newKey] = [summaryKey(from), summaryKey(to)];
    const own = drafts.filter(({ copyKey }) => copyKey === key || copyKey.startsWith(`${key} `));
    return own.map((draft) => {
      const copyKey = newKey + draft.copyKey.slice(key.length);
      return { draft, moved: { ...draft, copyKey, values: asOfCopy(draft.values, to) } };
    });
  });
}
