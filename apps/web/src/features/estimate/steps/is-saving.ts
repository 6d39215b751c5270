import { useSyncExternalStore } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";

/*
 * While a form is being saved nothing in it can be typed: what was typed then would belong to the next page, or to the next window,
 * and change this one.
 */

const saving = new Set<WorkflowForm>();
const listeners = new Set<() => void>();

const publish = (): void => {
  for (const listener of [...listeners]) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Runs the saving of a form, whose page is `inert` meanwhile; whoever was in a field is in it again afterwards. */
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
