import { emptySummary, summaryKey } from "@ridgebook/contract";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { Taken } from "#features/estimate/measurements/taken-measurements.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

/** The measurements taken into the copy of the form in context. */
export function useTakenMeasurements(): readonly Taken[] {
  const { copy } = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  return (estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy)).measurements;
}
