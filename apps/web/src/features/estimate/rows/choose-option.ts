import { packageFields, type FieldDefinition, type FieldPlace } from "@ridgebook/estimating";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";

/** Enters a choice. Choosing a package restores the choices made with it before (3.§4). */
export function chooseOption(
  form: WorkflowForm,
  { place, definition, optionId }: { place: FieldPlace; definition: FieldDefinition; optionId: string | null },
): void {
  if (optionId !== null && definition.key === packageFields(definition.workflowId)?.choice)
    form.choosePackage(optionId);
  else form.setValue(place, optionId);
}
