import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";

const restored = new WeakSet<WorkflowForm>();

/** Marks a form that was opened with unsaved work from an earlier visit. */
export const markRestored = (form: WorkflowForm): void => void restored.add(form);

/** Whether to notify the person of restored work: true once per opening, however many pages show the form. */
export const consumeRestored = (form: WorkflowForm): boolean => restored.delete(form);
