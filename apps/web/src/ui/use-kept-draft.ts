import { useCallback, useMemo } from "react";
import { writeBehind } from "#ui/write-behind.ts";

export interface DraftKeeper<Draft> {
  /** Keeps the draft, at once. Undefined: nothing differs, so nothing is kept. */
  keep: (draft: Draft | undefined) => void;
  /** Deletes the kept draft: it is saved, or was discarded. */
  drop: () => Promise<void>;
}

/**
 * Keeps a form's contents on the device with every key, so that a tab that is closed or crashes loses nothing.
 *
 * @param write stores the draft; undefined removes it. Another function means another record.
 */
export function useKeptDraft<Draft>({
  write,
  onFailure,
}: {
  write: (draft: Draft | undefined) => Promise<void>;
  onFailure: (error: unknown) => void;
}): DraftKeeper<Draft> {
  const writeNewest = useMemo(() => writeBehind({ write, onFailure }), [write, onFailure]);
  const keep = useCallback((draft: Draft | undefined) => void writeNewest(draft), [writeNewest]);
  const drop = useCallback(() => writeNewest(undefined), [writeNewest]);
  return { keep, drop };
}
