import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";

/** When what shows a form hears of its changes. */
export interface FormPace {
  /** Hears of every change: at once, and of one that was typed as soon as the answer to the key stands on the screen. */
  subscribe: (listener: () => void) => () => void;
  /** Makes an edit for a key that was typed; those who subscribed to the form itself hear of it at once. */
  type: (edit: () => void) => void;
}

/**
 * Lets the answer to a key come first: the typed number and the totals are drawn in the next frame, and only behind it what else
 * follows on a form of hundreds of fields. Keys that are faster than that are heard of together. Any other edit is heard of by
 * all at once, with what still waits.
 *
 * @param afterFrame runs something once the next frame is on the screen
 */
export function createFormPace({
  form,
  afterFrame,
}: {
  form: Pick<WorkflowForm, "subscribe">;
  afterFrame: (task: () => void) => void;
}): FormPace {
  const listeners = new Set<() => void>();
  let isTyping = false;
  let isWaiting = false;
  let stopListening: (() => void) | undefined;

  const tell = (): void => {
    isWaiting = false;
    for (const listener of [...listeners]) listener();
  };
  const tellWhatWaits = (): void => {
    if (isWaiting) tell();
  };
  const hear = (): void => {
    if (!isTyping) tell();
    else if (!isWaiting) {
      isWaiting = true;
      afterFrame(tellWhatWaits);
    }
  };

  return {
    subscribe: (listener) => {
      if (listeners.size === 0) stopListening = form.subscribe(hear);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening?.();
      };
    },
    type: (edit) => {
      isTyping = true;
      try {
        edit();
      } finally {
        isTyping = false;
      }
    },
  };
}
