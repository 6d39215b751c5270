import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";

const restored = new WeakSet<WorkflowForm>();

/** The form was opened with unsaved work of an earlier visit. One that goes on with what another form held was never away. */
export const noteRestored = (form: WorkflowForm): void => void restored.add(form);

/** Whether that is still to be told: true once for each opening, however many pages show the form. */
export const takeRestored = (form: WorkflowForm): boolean => restored.delete(form);
