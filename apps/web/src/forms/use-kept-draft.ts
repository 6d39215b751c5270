import { useCallback, useMemo, useRef } from "react";
import { useSession } from "#server-client/session-context.tsx";
import { writeBehind } from "#ui/write-behind.ts";

export interface DraftKeeper<Draft> {
  /** Keeps the draft, at once. Undefined: nothing differs, so nothing is kept. */
  keep: (draft: Draft | undefined) => void;
  /** Deletes the kept draft: it is saved, or was discarded. */
  drop: () => Promise<void>;
}

/**
 * Keeps a form's contents on the device with every key, so that a tab that is closed or crashes loses nothing. A failure is reported once: it
 * would repeat with every key.
 *
 * @param write stores the draft; undefined removes it. Another function means another record.
 */
export function useKeptDraft<Draft>(write: (draft: Draft | undefined) => Promise<void>): DraftKeeper<Draft> {
  const onFailure = useReportOnce();
  const writeNewest = useMemo(() => writeBehind({ write, onFailure }), [write, onFailure]);
  const keep = useCallback((draft: Draft | undefined) => void writeNewest(draft), [writeNewest]);
  const drop = useCallback(() => writeNewest(undefined), [writeNewest]);
  return { keep, drop };
}

function useReportOnce(): (error: unknown) => void {
  const { reportFailure } = useSession();
  const hasFailed = useRef(false);
  return useCallback(
    (error) => {
      if (!hasFailed.current) void reportFailure(error);
      hasFailed.current = true;
    },
    [reportFailure],
  );
}
