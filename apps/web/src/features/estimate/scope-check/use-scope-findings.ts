import type { ScopeFinding } from "@ridgebook/estimating";
import { useMemo } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { findScopeFindings } from "#features/estimate/scope-check/find-scope-findings.ts";

export function useScopeFindings(): readonly ScopeFinding[] {
  const { estimate, book } = useOpenEstimate();
  const { items, workflowSummaries, workflowIds, duplicateWorkflows } = estimate;
  return useMemo(
    () => findScopeFindings({ estimate: { items, workflowSummaries, workflowIds, duplicateWorkflows }, book }),
    [items, workflowSummaries, workflowIds, duplicateWorkflows, book],
  );
}
