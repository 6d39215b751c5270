import { emptySummary, summaryKey } from "@ridgebook/contract";
import { fieldByKey, FIELDS } from "@ridgebook/estimating";
import { useCallback, useEffect, useRef } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { focusField, placeOfProblem } from "#features/estimate/rows/field-place.ts";
import { findRefusedChange } from "#features/estimate/steps/refused-change.ts";
import { saveForm, type SaveOptions } from "#features/estimate/steps/save-form.ts";
import { whileSaving } from "#features/estimate/steps/is-saving.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";
import { useAttemptErrors } from "#ui/notices/use-attempt-errors.ts";

/** Top-level properties that a form saves: all but discount and margin, which are saved separately. */
const propertiesOf = (workflowId: number): readonly string[] =>
  FIELDS.filter((field) => field.workflowId === workflowId && field.parentId === null)
    .map(({ property }) => property)
    .filter((property) => property !== "discount" && property !== "margin");

/**
 * Saves the form in context, or only what is below some top-level fields (see `saveForm`). On "stayed", focuses the first error or open
 * recommendation. A second call during a save does nothing.
 */
export function useSaveForm(): (
  properties: readonly string[] | undefined,
  options?: SaveOptions,
) => Promise<"saved" | "stayed"> {
  const form = useWorkflowForm();
  const open = useOpenEstimate();
  const { estimates, changes } = useLocalData();
  const { reportFailure } = useSession();
  const confirm = useConfirm();
  // Save against the current estimate, not that of the last render.
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const isSaving = useRef(false);
  const attemptErrors = useAttemptErrors();

  return useCallback(
    async (properties, options = {}) => {
      if (isSaving.current) return "stayed";
      isSaving.current = true;
      attemptErrors.close();
      try {
        const { estimate, workflows } = latest.current;
        const { copy } = form;
        const workflow = workflows.find(({ id }) => id === copy.workflowId);
        if (!workflow) throw new RangeError(`There is no workflow ${String(copy.workflowId)}.`);
        const outcome = await saveForm(
          {
            form,
            estimate,
            workflow,
            summary: estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy),
            save: (...args) => whileSaving(form, () => estimates.save(...args)),
            readEstimate: () => latest.current.estimate,
            confirm,
            notify: (notice) => {
              if (notice.type === "error") attemptErrors.add(notice);
              else notices.add(notice);
            },
            reportFailure,
            findRefusal: () => findRefusedChange(changes, estimate.id),
            focus: (place) => void focusField(place, "quantity"),
          },
          properties ?? propertiesOf(copy.workflowId),
          options,
        );
        if (outcome === "stayed") {
          const { problems, values } = form.getSnapshot();
          const [first] = problems;
          const isRepeatable = (key: string): boolean => fieldByKey(copy.workflowId, key)?.allowMultiple ?? false;
          const found = first && placeOfProblem(first, values, isRepeatable);
          if (found) focusField(found.place, found.member === "value" ? undefined : found.member);
        }
        return outcome;
      } finally {
        isSaving.current = false;
      }
    },
    [form, estimates, changes, reportFailure, confirm, attemptErrors],
  );
}
