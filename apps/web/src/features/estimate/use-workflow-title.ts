import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";

/** The company's name for the workflow of the form in context: its alias, else the built-in name (EST-07). */
export function useWorkflowTitle(): string {
  const { workflowId } = useWorkflowForm().copy;
  return useOpenEstimate().workflows.find(({ id }) => id === workflowId)?.title ?? "";
}
