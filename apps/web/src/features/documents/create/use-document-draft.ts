import { useCallback, useEffect, useRef } from "react";
import { draftToValues, type DocumentDraft } from "#features/documents/create/document-draft.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** How long a keystroke may stay in memory only. */
const KEPT_AFTER_MS = 250;

export interface DraftKeeper {
  /** Keeps what is chosen, soon and at the latest when the page is left. Undefined: nothing differs, nothing is kept. */
  keep: (draft: DocumentDraft | undefined) => void;
  /** Forgets what was kept: the document is made, or was given up. */
  drop: () => Promise<void>;
}

/** Keeps the choices of a document on the device while they are made, so that a closed tab loses nothing. */
export function useDocumentDraft({
  estimateId,
  copyKey,
  onFailure,
}: {
  estimateId: number;
  copyKey: string;
  onFailure: (error: unknown) => void;
}): DraftKeeper {
  const { drafts } = useLocalData().estimates;
  const waiting = useRef<{ draft: DocumentDraft | undefined; timer: ReturnType<typeof setTimeout> }>(undefined);
  // One after the other: a draft that is dropped must not be overtaken by an older one that is still being written.
  const writing = useRef<Promise<void>>(Promise.resolve());

  const write = useCallback(
    (draft: DocumentDraft | undefined): Promise<void> => {
      const key = { estimateId, copyKey };
      writing.current = writing.current
        .then(() => (draft ? drafts.save(key, draftToValues(draft)) : drafts.drop(key)))
        .catch(onFailure);
      return writing.current;
    },
    [drafts, estimateId, copyKey, onFailure],
  );

  const flush = useCallback(() => {
    if (!waiting.current) return;
    const { draft, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    void write(draft);
  }, [write]);

  useEffect(() => {
    const flushWhenHidden = (): void => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flushWhenHidden);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flushWhenHidden);
      flush();
    };
  }, [flush]);

  const keep = useCallback(
    (draft: DocumentDraft | undefined) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { draft, timer: setTimeout(flush, KEPT_AFTER_MS) };
    },
    [flush],
  );
  const drop = useCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    return write(undefined);
  }, [write]);
  return { keep, drop };
}
