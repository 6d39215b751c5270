import {
  isDispensable,
  SECTIONS,
  stepRelevance,
  type IndexedPriceBook,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";

/** For a step that a job can do without, if nothing entered points to it. */
export const UNNEEDED_TEXT = "Nothing entered so far points to this step.";

/** Cached, because list, bar and step ask for the same values. */
const knownByValues = new WeakMap<WorkflowValues, ReadonlySet<number>>();

function unneededSections(workflowId: number, values: WorkflowValues, book: IndexedPriceBook): ReadonlySet<number> {
  const known = knownByValues.get(values);
  if (known) return known;
  const ids = SECTIONS.filter((section) => section.workflowId === workflowId && isDispensable(section.id))
    .map(({ id }) => id)
    .filter((sectionId) => stepRelevance({ workflowId, sectionId, values, book }) === "unneeded");
  const unneeded = new Set(ids);
  knownByValues.set(values, unneeded);
  return unneeded;
}

/** Sections of the form in context that nothing entered points to, complete or not. */
export function useUnneededSteps(): ReadonlySet<number> {
  const { book, copy } = useWorkflowForm();
  return useFormValue(
    ({ values }) => unneededSections(copy.workflowId, values, book),
    (one, other) => one.size === other.size && [...one].every((id) => other.has(id)),
  );
}
