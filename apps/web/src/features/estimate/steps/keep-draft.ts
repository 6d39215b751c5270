import type { FormDraft, WorkflowForm } from "#features/estimate/form/workflow-form.ts";

/** How long a keystroke may stay in memory only. */
export const KEPT_AFTER_MS = 250;

/** Where it is heard that the page is left. */
interface LeftPage {
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly document: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
}

/**
 * Keeps what differs from what is saved: within 250 ms of an edit, and at once when the page is hidden or left, or when keeping
 * ends. Writes follow each other: a draft that is dropped is never overtaken by an older one that is still being written.
 *
 * @param write keeps the draft; undefined drops it
 * @returns ends the keeping, after a last write of what still waits
 */
export function keepDraft({
  form,
  write,
  reportFailure,
  page,
}: {
  form: Pick<WorkflowForm, "subscribe" | "toDraft" | "getSnapshot">;
  write: (draft: FormDraft | undefined) => Promise<void>;
  reportFailure: (error: unknown) => void;
  page: LeftPage;
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  let { values, comparisons, isChanged } = form.getSnapshot();

  const flush = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const draft = form.toDraft();
    writing = writing.then(() => write(draft)).catch(reportFailure);
  };
  const flushWhenHidden = (): void => {
    if (page.document.visibilityState === "hidden") flush();
  };
  const unsubscribe = form.subscribe(() => {
    const now = form.getSnapshot();
    // Problems that were marked, and totals that came from elsewhere, are nothing to keep.
    if (now.values === values && now.comparisons === comparisons && now.isChanged === isChanged) return;
    ({ values, comparisons, isChanged } = now);
    timer ??= setTimeout(flush, KEPT_AFTER_MS);
  });
  page.window.addEventListener("pagehide", flush);
  page.document.addEventListener("visibilitychange", flushWhenHidden);
  return () => {
    unsubscribe();
    page.window.removeEventListener("pagehide", flush);
    page.document.removeEventListener("visibilitychange", flushWhenHidden);
    flush();
  };
}
