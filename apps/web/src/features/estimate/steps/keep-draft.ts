import type { FormDraft, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { writeBehind } from "#ui/write-behind.ts";

/** Problems that were marked, and totals that came from elsewhere, are nothing to keep. */
const KEPT = ["values", "comparisons", "unread", "unsavedZeros", "isChanged"] as const;

/** Where it is heard that the page is left. */
interface LeftPage {
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly document: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
}

/**
 * Keeps what differs from what is saved: as soon as an edit is drawn, and without that pause when the page is hidden or left, or
 * when keeping ends. Writing takes a few milliseconds that a page on its way out may not get, so that nothing waits for more
 * keystrokes; what is entered while a draft is being written is written behind it, all at once. A draft that is dropped is so never
 * overtaken by an older one.
 *
 * @param draftOf what is kept; undefined where nothing is
 * @param write keeps the draft; undefined drops it
 * @param afterFrame runs something once the next frame is on the screen
 * @returns ends the keeping, after a last write of what still waits
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

  // Reads the draft when its turn comes: what was entered meanwhile is in it.
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
