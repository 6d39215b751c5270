import { useCallback, useEffect, useState } from "react";
import { NO_ROOF, restoreRoof, type RoofDraft } from "#features/estimate/measurements/roof-draft.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useKeptDraft } from "#forms/use-kept-draft.ts";

/** A key beside the drafts of copies, because all workflows share the roof. */
const COPY_KEY = "roof";

/** The typed planes of an estimate's house, stored on this device on each keystroke. Undefined while they are read. */
export function useRoofDraft(): {
  readonly roof: RoofDraft | undefined;
  readonly change: (roof: RoofDraft) => void;
} {
  const { drafts } = useLocalData().estimates;
  const { estimate } = useOpenEstimate();
  const { reportFailure } = useSession();
  const estimateId = estimate.id;
  const [roof, setRoof] = useState<RoofDraft>();
  const write = useCallback(
    async (draft: RoofDraft | undefined): Promise<void> => {
      const key = { estimateId, copyKey: COPY_KEY };
      await (draft ? drafts.save(key, { ...draft }) : drafts.drop(key));
    },
    [drafts, estimateId],
  );
  const { keep } = useKeptDraft<RoofDraft>(write);
  useEffect(() => {
    let isOver = false;
    drafts.read({ estimateId, copyKey: COPY_KEY }).then(
      (kept) => {
        if (!isOver) setRoof((now) => now ?? (kept ? restoreRoof(kept.values) : NO_ROOF));
      },
      (error: unknown) => {
        void reportFailure(error);
        if (!isOver) setRoof((now) => now ?? NO_ROOF);
      },
    );
    return () => {
      isOver = true;
    };
  }, [drafts, estimateId, reportFailure]);
  return {
    roof,
    change: (next) => {
      setRoof(next);
      // Without planes the device need not keep the estimate.
      keep(next === NO_ROOF ? undefined : next);
    },
  };
}
