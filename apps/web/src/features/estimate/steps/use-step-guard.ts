import { useCallback, useRef } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { copyOfSearch } from "#features/estimate/paths.ts";
import { readStepAddress } from "#features/estimate/steps/step-address.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/**
 * Asks before unsaved work is left behind (MSG-03, MSG-05, MSG-06). Another step of the same copy shares the form, so going there
 * asks only about what this step shows; going anywhere else asks about everything that is not saved. Errors are those of this page
 * either way: nobody can mend what a step that is not open yet will require.
 *
 * @param number of the step; undefined on the quick estimate, which shows all of them
 * @param readAddress where further pages share the form
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
  const { estimate } = useOpenEstimate();
  const localData = useLocalData();
  const { workflowId, workflowEstimateId } = form.copy;
  /** Whether the last question was about this step only. */
  const isAmongSteps = useRef(false);

  useLeaveGuard({
    hasChanges: useCallback(() => form.isChanged(), [form]),
    checkForErrors: async () => form.validate(properties).length > 0,
    isSameForm: async (pathname, search) => {
      isAmongSteps.current = false;
      const next = readAddress(pathname);
      if (next?.workflowId !== workflowId || copyOfSearch(search) !== workflowEstimateId) return false;
      // The estimate's id may just have been replaced by the server's: that is the same page.
      const ids = [estimate.id, await localData.resolveId({ storeName: "estimates", id: estimate.id })];
      if (!ids.includes(Number(next.estimateId))) return false;
      if (next.number === number) return true;
      isAmongSteps.current = next.number !== undefined && number !== undefined;
      return isAmongSteps.current && !form.isChanged(properties);
    },
    onDiscard: async () => form.discard(isAmongSteps.current ? properties : undefined),
  });
}
