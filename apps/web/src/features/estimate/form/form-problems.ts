import type { EstimateCopy } from "@ridgebook/contract";
import { packageFields, validateWorkflow, type FieldProblem, type IndexedPriceBook } from "@ridgebook/estimating";
import { noteRefusals, problemsOfRefusals, type NotedRefusal } from "#features/estimate/form/refused-entries.ts";
import type { FormProblem, FormState, RefusedEntry } from "#features/estimate/form/workflow-form.ts";

/** What an open form says is wrong: what it found itself at the last check, and what the server refused. */
export interface FormProblems {
  /** Top-level properties whose problems are shown; undefined for all. */
  readonly checked: readonly string[] | undefined;
  readonly found: readonly FieldProblem[];
  readonly refusals: readonly NotedRefusal[];
}

interface Checked {
  readonly copy: EstimateCopy;
  readonly book: IndexedPriceBook;
}

export const NO_PROBLEMS: FormProblems = { checked: undefined, found: [], refusals: [] };

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

/** All that is shown, as the form stands now. */
export const shownProblems = (
  { found, refusals }: FormProblems,
  { workflowId }: EstimateCopy,
  { values }: FormState,
): readonly FormProblem[] =>
  refusals.length > 0 ? [...found, ...problemsOfRefusals(workflowId, values, refusals)] : found;

/** With what is found in these top-level fields (all where left out). */
export const checkForm = (
  opened: Checked,
  problems: FormProblems,
  state: FormState,
  properties: readonly string[] | undefined,
): FormProblems => ({ ...problems, checked: properties, found: find(opened, state, properties) });

/**
 * After an edit: problems that were shown and are right by now go; new ones wait for the next check, but for those below the
 * top-level fields that are marked.
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

/** With what the server refused, in place of what it refused before; the same object where there is nothing to tell. */
export const noteRefused = (
  problems: FormProblems,
  { values }: FormState,
  refused: readonly RefusedEntry[],
): FormProblems =>
  refused.length === 0 && problems.refusals.length === 0
    ? problems
    : { ...problems, refusals: noteRefusals(values, refused) };

export const problemsWithNewIds = (problems: FormProblems, newIds: ReadonlyMap<number, number>): FormProblems => ({
  ...problems,
  refusals: problems.refusals.map((each) => ({ ...each, lineId: newIds.get(each.lineId) ?? each.lineId })),
});
