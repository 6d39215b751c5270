import { createContext, use, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { FormSnapshot, WorkflowForm } from "#features/estimate/form/workflow-form.ts";

const FormContext = createContext<WorkflowForm | undefined>(undefined);

/** Hands the open form of one workflow copy to everything below. */
export function WorkflowFormProvider({ form, children }: { form: WorkflowForm; children: ReactNode }) {
  return <FormContext value={form}>{children}</FormContext>;
}

export function useWorkflowForm(): WorkflowForm {
  const form = use(FormContext);
  if (!form) throw new Error("useWorkflowForm needs a WorkflowFormProvider around it.");
  return form;
}

/**
 * What a component shows of the form; it is drawn again only when that changes. Select values or objects that stay the same while
 * nothing changed (lines of the snapshot do), or give `isSame`.
 *
 * @param isAnswer it answers each key that is typed, in the next frame: few may, and none that costs much
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
  return useSyncExternalStore(isAnswer ? form.subscribe : form.subscribeBehind, read);
}
