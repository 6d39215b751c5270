import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

/** What the company calls the work of the form in context: its alias where it gave one, else the built-in name (EST-07). */
export function useWorkflowTitle(): string {
  const { workflowId } = useWorkflowForm().copy;
  return useOpenEstimate().workflows.find(({ id }) => id === workflowId)?.title ?? "";
}
