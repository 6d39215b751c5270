import { summaryKey, type EstimateCopy, type EstimateWork } from "@ridgebook/contract";
import type { EstimateDraft } from "#local-data/database/device-database.ts";

/** A further copy of a workflow that is known by another number. */
interface RenumberedCopy {
  readonly from: EstimateCopy;
  readonly to: EstimateCopy;
}

/**
 * Finds copies that got the next number because another user's copy has their former one (decision 0043). They are recognized by their
 * names, because the names are the only conflict between two copies that were added under one number.
 *
 * @param before the former version of the estimate; `after` is the next one
 */
export function findRenumberedCopies(
  { duplicateWorkflows: before }: HoldingCopies,
  { duplicateWorkflows: after }: HoldingCopies,
): RenumberedCopy[] {
  const known = new Set(before.map(summaryKey));
  return before.flatMap((from) => {
    const successor = after.find((each) => summaryKey(each) === summaryKey(from));
    if (!successor || successor.name === from.name) return [];
    const to = after.find(
      (each) => each.workflowId === from.workflowId && each.name === from.name && !known.has(summaryKey(each)),
    );
    return to ? [{ from: copyOf(from), to: copyOf(to) }] : [];
  });
}

type HoldingCopies = Pick<EstimateWork, "duplicateWorkflows">;

const copyOf = ({ workflowId, workflowEstimateId }: EstimateCopy): EstimateCopy => ({ workflowId, workflowEstimateId });

/** Changes the copy's number in the stored values of its form. */
export function asOfCopy<Values extends object>(values: Values, { workflowEstimateId }: EstimateCopy): Values {
  const text = JSON.stringify(values, (member, value: unknown) =>
    member === "workflowEstimateId" ? workflowEstimateId : value,
  );
  return JSON.parse(text) as Values;
}

/** The drafts of renumbered copies, before and after: the copy's own, and those beside it, such as its discount. */
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
