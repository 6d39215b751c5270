import type { FormDraft, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { writeBehind } from "#ui/write-behind.ts";

/** Changes of other members (problems, terms) need no draft. */
const KEPT = ["values", "comparisons", "unparsed", "unsavedZeros", "isChanged"] as const;

/** The events that show that the page is being left. */
interface LeftPage {
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly document: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
}

/**
 * Stores the draft after each painted edit, and immediately when the page is hidden or left, or when keeping stops: the page may not get
 * the few milliseconds that a write takes. Edits during a write are stored together in the next one, so a dropped draft is never restored
 * by an older write.
 *
 * @param draftOf returns the draft; undefined if nothing is unsaved
 * @param write stores the draft; undefined deletes it
 * @param afterFrame runs a task after the next painted frame
 * @returns stops, after storing what is pending
 */
export function keepDraft({
  form,
  draftOf,
  write,
  reportFailure,
  afterFrame,
  page,
}: {
  form: Pick<WorkflowForm, "subscribe" | "getSnapshot">;
  draftOf: () => FormDraft | undefined;
  write: (draft: FormDraft | undefined) => Promise<void>;
  reportFailure: (error: unknown) => void;
  afterFrame: (task: () => void) => void;
  page: LeftPage;
}): () => void {
  let isWaiting = false;
  let last = form.getSnapshot();

  // Reads the draft when the write starts, so that it holds all edits until then.
  const writeNewest = writeBehind<undefined>({ write: () => write(draftOf()), onFailure: reportFailure });
  const flush = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    void writeNewest(undefined);
  };
  const flushWhenHidden = (): void => {
    if (page.document.visibilityState === "hidden") flush();
  };
  const unsubscribe = form.subscribe(() => {
    const now = form.getSnapshot();
    const isSame = KEPT.every((name) => now[name] === last[name]);
    last = now;
    if (isSame || isWaiting) return;
    isWaiting = true;
    afterFrame(flush);
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
