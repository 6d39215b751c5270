import type { EstimateCopy } from "@ridgebook/contract";
import { packageFields, validateWorkflow, type FieldProblem, type IndexedPriceBook } from "@ridgebook/estimating";
import {
  withRejectedLines,
  problemsOfRejections,
  type RejectedLine,
} from "#features/estimate/form/rejected-entries.ts";
import type { FormProblem, FormState, RejectedEntry } from "#features/estimate/form/workflow-form.ts";

/** The problems of an open form: those its last validation found, and those the server reported. */
export interface FormProblems {
  /** Top-level properties that were validated; undefined for all. */
  readonly checked: readonly string[] | undefined;
  readonly found: readonly FieldProblem[];
  readonly rejections: readonly RejectedLine[];
}

interface Checked {
  readonly copy: EstimateCopy;
  readonly book: IndexedPriceBook;
}

export const NO_PROBLEMS: FormProblems = { checked: undefined, found: [], rejections: [] };

function find(
  { copy: { workflowId }, book }: Checked,
  { values, comparisons }: FormState,
  properties: readonly string[] | undefined,
): readonly FieldProblem[] {
  const choice = packageFields(workflowId)?.choice;
  const isComparisonMeant = choice !== undefined && (properties === undefined || properties.includes(choice));
  return validateWorkflow({
    workflowId,
    values,
    book,
    ...(properties && { keys: properties }),
    ...(isComparisonMeant && { comparison: comparisons.map(({ fieldOptionId }) => fieldOptionId) }),
  });
}

/** All problems to display for the current values. */
export const shownProblems = (
  { found, rejections }: FormProblems,
  { workflowId }: EstimateCopy,
  { values }: FormState,
): readonly FormProblem[] =>
  rejections.length > 0 ? [...found, ...problemsOfRejections(workflowId, values, rejections)] : found;

/** Validates these top-level fields (all if omitted). */
export const checkForm = (
  opened: Checked,
  problems: FormProblems,
  state: FormState,
  properties: readonly string[] | undefined,
): FormProblems => ({ ...problems, checked: properties, found: find(opened, state, properties) });

/**
 * After an edit: removes problems that are solved. New problems wait for the next validation, except below the `marked` top-level fields.
 */
export function refreshProblems(
  opened: Checked,
  problems: FormProblems,
  state: FormState,
  marked: readonly string[] = [],
): FormProblems {
  if (problems.found.length === 0 && marked.length === 0) return problems;
  const former = problems.found.length === 0 ? [] : problems.checked;
  const checked = former && [...new Set([...former, ...marked])];
  const before = new Set(problems.found.map(({ path }) => path));
  const found = find(opened, state, checked).filter(
    ({ path }) => before.has(path) || marked.includes(path.split(".", 1)[0] ?? path),
  );
  return { ...problems, checked, found };
}

/** Replaces the server's rejections; returns the same object if there were and are none. */
export const setRejected = (
  problems: FormProblems,
  { values }: FormState,
  refused: readonly RejectedEntry[],
): FormProblems =>
  refused.length === 0 && problems.rejections.length === 0
    ? problems
    : { ...problems, rejections: withRejectedLines(values, refused) };

export const problemsWithNewIds = (problems: FormProblems, newIds: ReadonlyMap<number, number>): FormProblems => ({
  ...problems,
  rejections: problems.rejections.map((each) => ({ ...each, lineId: newIds.get(each.lineId) ?? each.lineId })),
});
