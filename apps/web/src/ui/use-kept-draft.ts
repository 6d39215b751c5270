import { useCallback, useEffect, useRef } from "react";

/** How long a keystroke may stay in memory only. */
const KEPT_AFTER_MS = 250;

export interface DraftKeeper<Draft> {
  /** Keeps what is typed, soon and at the latest when the page is left. Undefined: nothing differs, nothing is kept. */
  keep: (draft: Draft | undefined) => void;
  /** Forgets what was kept: it is saved, or was given up. */
  drop: () => Promise<void>;
}

/**
 * Keeps a form's contents on the device while they are typed, so that a closed tab loses nothing.
 *
 * @param write stores the draft; undefined removes it. Another function stands for another record.
 */
export function useKeptDraft<Draft>({
  write,
  onFailure,
}: {
  write: (draft: Draft | undefined) => Promise<void>;
  onFailure: (error: unknown) => void;
}): DraftKeeper<Draft> {
  const waiting = useRef<{ draft: Draft | undefined; timer: ReturnType<typeof setTimeout> }>(undefined);
  // One after the other: a draft that is dropped must not be overtaken by an older one that is still being written.
  const writing = useRef<Promise<void>>(Promise.resolve());

  const writeNext = useCallback(
    (draft: Draft | undefined): Promise<void> => {
      writing.current = writing.current.then(() => write(draft)).catch(onFailure);
      return writing.current;
    },
    [write, onFailure],
  );

  const flush = useCallback(() => {
    if (!waiting.current) return;
    const { draft, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    void writeNext(draft);
  }, [writeNext]);

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
    (draft: Draft | undefined) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { draft, timer: setTimeout(flush, KEPT_AFTER_MS) };
    },
    [flush],
  );
  const drop = useCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    return writeNext(undefined);
  }, [writeNext]);
  return { keep, drop };
}
