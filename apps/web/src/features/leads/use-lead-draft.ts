import { useCallback, useEffect, useRef } from "react";
import type { LeadDraft } from "#features/leads/lead-form-values.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** How long a keystroke may stay in memory only. */
const KEPT_AFTER_MS = 250;

/** Drafts of leads that do not exist yet are kept under this id. */
export const NEW_LEAD_DRAFT_ID = 0;

const keyOf = (recordId: number | undefined) => ({ storeName: "leads" as const, id: recordId ?? NEW_LEAD_DRAFT_ID });

export interface DraftKeeper {
  /** Keeps what is typed, soon and at the latest when the page is left. Undefined: nothing differs, nothing is kept. */
  keep: (draft: LeadDraft | undefined) => void;
  /** Forgets what was kept: it is saved, or was given up. */
  drop: () => Promise<void>;
}

/** Keeps a form's contents on the device while they are typed, so that a closed tab loses nothing. */
export function useLeadDraft({
  recordId,
  onFailure,
}: {
  recordId: number | undefined;
  onFailure: (error: unknown) => void;
}): DraftKeeper {
  const { drafts } = useLocalData();
  const waiting = useRef<{ draft: LeadDraft | undefined; timer: ReturnType<typeof setTimeout> }>(undefined);
  // One after the other: a draft that is dropped must not be overtaken by an older one that is still being written.
  const writing = useRef<Promise<void>>(Promise.resolve());

  const write = useCallback(
    (draft: LeadDraft | undefined): Promise<void> => {
      const key = keyOf(recordId);
      writing.current = writing.current
        .then(() => (draft ? drafts.save({ ...key, values: { ...draft } }) : drafts.drop(key)))
        .catch(onFailure);
      return writing.current;
    },
    [drafts, recordId, onFailure],
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
    (draft: LeadDraft | undefined) => {
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
