import { useEffect } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { findRefusedChange, tellRefusal } from "#features/estimate/steps/refused-change.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * What the server has refused of these top-level fields stands at their entries for as long as the change waits for a person: also
 * where the answer came later than the save, and when the page is opened again. The banner says the rest.
 */
export function useRefusedEntries({ form, properties }: { form: WorkflowForm; properties: readonly string[] }): void {
  const { estimate } = useOpenEstimate();
  const { changes } = useLocalData();
  const { reportFailure } = useSession();
  const { id, sync } = estimate;
  useEffect(() => {
    if (sync !== "failed") return undefined;
    let isOver = false;
    findRefusedChange(changes, id)
      .then((refused) => {
        if (refused && !isOver) tellRefusal(refused, { form, properties });
      })
      .catch((error: unknown) => void reportFailure(error));
    return () => {
      isOver = true;
      form.tellRefused([]);
    };
  }, [changes, reportFailure, form, properties, id, sync]);
}
