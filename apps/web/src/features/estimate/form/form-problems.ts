import type { EstimateCopy } from "@ridgebook/contract";
import { packageFields, validateWorkflow, type FieldProblem, type IndexedPriceBook } from "@ridgebook/estimating";
import { noteRefusals, problemsOfRefusals, type NotedRefusal } from "#features/estimate/form/refused-entries.ts";
import type { FormProblem, FormState, RefusedEntry } from "#features/estimate/form/workflow-form.ts";

/** What an open form says is wrong: what it found itself at the last check, and what the server refused. */
export interface FormProblems {
  /** All that is shown, as the form stands now. */
  readonly shown: () => readonly FormProblem[];
  /** Checks these top-level fields (all where left out) and shows what is found. */
  readonly check: (properties: readonly string[] | undefined) => readonly FieldProblem[];
  /**
   * After an edit: problems that were shown and are right by now go; new ones wait for the next check, but for those below the given
   * top-level fields.
   */
  readonly refresh: (marked?: readonly string[]) => void;
  /** Takes the place of what was refused before. False where there is nothing to tell, now or before. */
  readonly noteRefused: (refused: readonly RefusedEntry[]) => boolean;
  readonly followIds: (newIds: ReadonlyMap<number, number>) => void;
  readonly forget: () => void;
}

/** @param getState what is entered */
export function createFormProblems({
  copy: { workflowId },
  book,
  getState,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
  getState: () => FormState;
}): FormProblems {
  /** Top-level properties whose problems are shown; undefined for all. */
  let checked: readonly string[] | undefined;
  let found: readonly FieldProblem[] = [];
  let refusals: readonly NotedRefusal[] = [];

  const find = (properties: readonly string[] | undefined): readonly FieldProblem[] => {
    const { values, comparisons } = getState();
    const choice = packageFields(workflowId)?.choice;
    const isComparisonMeant = choice !== undefined && (properties === undefined || properties.includes(choice));
    return validateWorkflow({
      workflowId,
      values,
      book,
      ...(properties && { keys: properties }),
      ...(isComparisonMeant && { comparison: comparisons.map(({ fieldOptionId }) => fieldOptionId) }),
    });
  };

  return {
    shown: () =>
      refusals.length > 0 ? [...found, ...problemsOfRefusals(workflowId, getState().values, refusals)] : found,
    check: (properties) => {
      checked = properties;
      found = find(properties);
      return found;
    },
    refresh: (marked = []) => {
      if (found.length === 0 && marked.length === 0) return;
      if (found.length === 0) checked = marked;
      else checked = checked && [...new Set([...checked, ...marked])];
      const before = new Set(found.map(({ path }) => path));
      found = find(checked).filter(({ path }) => before.has(path) || marked.includes(path.split(".", 1)[0] ?? path));
    },
    noteRefused: (refused) => {
      if (refused.length === 0 && refusals.length === 0) return false;
      refusals = noteRefusals(getState().values, refused);
      return true;
    },
    followIds: (newIds) => {
      refusals = refusals.map((each) => ({ ...each, lineId: newIds.get(each.lineId) ?? each.lineId }));
    },
    forget: () => {
      found = [];
      refusals = [];
      checked = undefined;
    },
  };
}
