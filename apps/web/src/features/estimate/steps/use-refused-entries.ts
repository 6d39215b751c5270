import { useEffect } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { findRefusedChange, tellRefusal } from "#features/estimate/steps/refused-change.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * Shows the server's messages about a refused change at their entries for as long as the change waits: also if the reply came after the
 * save, and when the page is opened again. The banner shows the rest.
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
      form.reportRejected([]);
    };
  }, [changes, reportFailure, form, properties, id, sync]);
}
