import { useCallback, useEffect, useRef } from "react";
import type { EstimateDraftKey } from "#local-data/estimates/estimate-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { useKeptDraft, type DraftKeeper } from "#forms/use-kept-draft.ts";

/**
 * Stores what is typed outside of an estimate's forms on the device, and restores it after a visit that ended without saving.
 *
 * @param draftKey its estimate id may be replaced by the server's
 * @param read parses a stored draft; undefined if it is not one
 * @param backText the notice that it was restored
 * @param onFound returns whether to restore it
 * @param onGivenUp called when the person discards it
 */
export function useSummaryDraft<Draft extends object>({
  draftKey: { estimateId, copyKey },
  ...answers
}: {
  draftKey: EstimateDraftKey;
  read: (values: unknown) => Draft | undefined;
  backText: string;
  onFound: (draft: Draft) => boolean;
  onGivenUp: () => void;
}): DraftKeeper<Draft> {
  const { estimates } = useLocalData();
  const { reportFailure } = useSession();
  const write = useCallback(
    (draft: Draft | undefined): Promise<void> => {
      const key = { estimateId, copyKey };
      return draft ? estimates.drafts.save(key, Object.fromEntries(Object.entries(draft))) : estimates.drafts.drop(key);
    },
    [estimates, estimateId, copyKey],
  );
  const keeper = useKeptDraft(write);

  const latest = useRef({ ...answers, estimateId, drop: keeper.drop });
  useEffect(() => {
    latest.current = { ...answers, estimateId, drop: keeper.drop };
  });
  useEffect(() => {
    let isLeft = false;
    const bringBack = async (): Promise<void> => {
      const kept = await estimates.drafts.read({ estimateId: latest.current.estimateId, copyKey });
      const draft = latest.current.read(kept?.values);
      if (!draft || isLeft || !latest.current.onFound(draft)) return;
      notices.add({
        message: latest.current.backText,
        type: "info",
        action: {
          label: "Discard",
          run: () => {
            latest.current.onGivenUp();
            void latest.current.drop();
          },
        },
      });
    };
    bringBack().catch((error: unknown) => void reportFailure(error));
    return () => {
      isLeft = true;
    };
  }, [estimates, reportFailure, copyKey]);
  return keeper;
}
