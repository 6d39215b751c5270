import { useCallback, useRef } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { copyOfSearch } from "#features/estimate/paths.ts";
import { readStepAddress } from "#features/estimate/steps/step-address.ts";
import { useIsOpenEstimate } from "#features/estimate/use-is-open-estimate.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/**
 * Asks before unsaved work is left (MSG-03, MSG-05, MSG-06). Another step of the same copy shares the form, so going there asks only about
 * this step's edits; going anywhere else asks about all. Validates only this page either way, because the person cannot fix another step
 * here.
 *
 * @param number the step's number; undefined on the quick estimate, which shows all steps
 * @param readAddress recognizes further pages of the same form
 */
export function useStepGuard({
  form,
  properties,
  number,
  readAddress = readStepAddress,
}: {
  form: WorkflowForm;
  properties: readonly string[];
  number: number | undefined;
  readAddress?: typeof readStepAddress | undefined;
}): void {
  const isOpenEstimate = useIsOpenEstimate();
  const { workflowId, workflowEstimateId } = form.copy;
  /** Whether the last question was only about this step. */
  const isAmongSteps = useRef(false);

  useLeaveGuard({
    hasChanges: useCallback(() => form.isChanged(), [form]),
    checkForErrors: async () => form.validate(properties).length > 0,
    isSameForm: async (pathname, search) => {
      isAmongSteps.current = false;
      const next = readAddress(pathname);
      if (next?.workflowId !== workflowId || copyOfSearch(search) !== workflowEstimateId) return false;
      if (!(await isOpenEstimate(Number(next.estimateId)))) return false;
      if (next.number === number) return true;
      isAmongSteps.current = next.number !== undefined && number !== undefined;
      return isAmongSteps.current && !form.isChanged(properties);
    },
    onDiscard: async () => form.discard(isAmongSteps.current ? properties : undefined),
  });
}
