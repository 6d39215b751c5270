import { useCallback, useEffect, useState } from "react";
import { NO_ROOF, restoreRoof, type RoofDraft } from "#features/estimate/measurements/roof-draft.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useKeptDraft } from "#ui/use-kept-draft.ts";

/** Beside the drafts of copies: a roof is the house's, whichever work it is measured for. */
const COPY_KEY = "roof";

/** The planes of an estimate's house as they are typed, kept on this device with each key. Undefined while they are read. */
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
  const { keep } = useKeptDraft<RoofDraft>({ write, onFailure: (error) => void reportFailure(error) });
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
      // Emptied: the device need not keep the estimate for it.
      keep(next === NO_ROOF ? undefined : next);
    },
  };
}
