import { useSyncExternalStore } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";

/* A form cannot be edited while it is being saved: the edits would belong to the next page or window. */

const saving = new Set<WorkflowForm>();
const listeners = new Set<() => void>();

const publish = (): void => {
  for (const listener of [...listeners]) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Saves a form while its page is `inert`, and then restores the focus. */
export async function whileSaving<Result>(form: WorkflowForm, work: () => Promise<Result>): Promise<Result> {
  const focused = document.activeElement;
  saving.add(form);
  publish();
  try {
    return await work();
  } finally {
    saving.delete(form);
    publish();
    if (focused instanceof HTMLElement && document.activeElement === document.body)
      requestAnimationFrame(() => {
        if (focused.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
      });
  }
}

export const useIsSaving = (form: WorkflowForm): boolean => useSyncExternalStore(subscribe, () => saving.has(form));
