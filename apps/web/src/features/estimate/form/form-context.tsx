import { createContext, use, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { FormSnapshot, WorkflowForm } from "#features/estimate/form/workflow-form.ts";

const FormContext = createContext<WorkflowForm | undefined>(undefined);

/** Provides the open form of one workflow copy to the components below. */
export function WorkflowFormProvider({ form, children }: { form: WorkflowForm; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>;
}

export function useWorkflowForm(): WorkflowForm {
  const form = use(FormContext);
  if (!form) throw new Error("useWorkflowForm needs a WorkflowFormProvider around it.");
  return form;
}

/**
 * Selects from the form's snapshot and rerenders only when the selection changes. Select a primitive, an object that keeps its identity
 * while unchanged (as lines do), or pass `isSame`.
 *
 * @param isAnswer updates in the frame of the keystroke; only for a few cheap components
 */
export function useFormValue<Selected>(
  select: (snapshot: FormSnapshot, form: WorkflowForm) => Selected,
  isSame: (one: Selected, other: Selected) => boolean = Object.is,
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Selected {
  const form = useWorkflowForm();
  const last = useRef<{ selected: Selected } | undefined>(undefined);
  const read = (): Selected => {
    const selected = select(form.getSnapshot(), form);
    if (last.current && isSame(last.current.selected, selected)) return last.current.selected;
    last.current = { selected };
    return selected;
  };
  return useSyncExternalStore(isAnswer ? form.subscribe : form.subscribeDeferred, read);
}
