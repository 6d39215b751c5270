import { stepRelevance } from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { StepState } from "#features/estimate/steps/progress.ts";

/** Of a step that a job goes without unless something points to it. */
export const UNNEEDED_TEXT = "Nothing entered so far points to this step.";

/** Sections of steps to which nothing entered points, of those that are not complete. */
export function useUnneededSteps(steps: readonly StepState[]): ReadonlySet<number> {
  const { book, copy } = useWorkflowForm();
  const { workflowId } = copy;
  return useFormValue(
    ({ values }) =>
      new Set(
        steps
          .filter(({ state }) => state !== "complete")
          .map(({ section }) => section.id)
          .filter((sectionId) => stepRelevance({ workflowId, sectionId, values, book }) === "unneeded"),
      ),
    (one, other) => one.size === other.size && [...one].every((id) => other.has(id)),
  );
}
