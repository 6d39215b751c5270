import type { EstimateCopy } from "@ridgebook/contract";
import { useCallback, useEffect, useRef } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { copyOfSearch } from "#features/estimate/paths.ts";
import type { DiscountTerms } from "#features/estimate/summary/use-discount-terms.ts";
import { useIsOpenEstimate } from "#features/estimate/use-is-open-estimate.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const NOTES = ["notes"] as const;
const SUMMARY = /^\/estimator\/estimate\/([^/]+)\/summary\/(\d+)\/?$/;

/** Asks before a typed discount or typed notes are left (MSG-03, MSG-05, MSG-06). */
export function useSummaryGuard({
  copy,
  form,
  terms,
}: {
  copy: EstimateCopy;
  form: WorkflowForm | undefined;
  terms: DiscountTerms;
}): void {
  const isOpenEstimate = useIsOpenEstimate();
  // The guard checks the current values, not those of the last render.
  const latest = useRef({ form, terms });
  useEffect(() => {
    latest.current = { form, terms };
  });
  useLeaveGuard({
    hasChanges: useCallback(
      () => latest.current.terms.isChanged || (latest.current.form?.isChanged(NOTES) ?? false),
      [],
    ),
    checkForErrors: async () => latest.current.terms.showErrors(),
    isSameForm: async (pathname, search) => {
      const [, estimateId, workflowId] = SUMMARY.exec(pathname) ?? [];
      if (Number(workflowId) !== copy.workflowId || copyOfSearch(search) !== copy.workflowEstimateId) return false;
      return isOpenEstimate(Number(estimateId));
    },
    onDiscard: async () => {
      latest.current.terms.discard();
      latest.current.form?.discard(NOTES);
    },
  });
}
