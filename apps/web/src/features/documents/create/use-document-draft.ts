import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { draftToValues, type DocumentDraft } from "#features/documents/create/document-draft.ts";
import { belowEstimate, linkTo } from "#features/documents/paths.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useKeptDraft } from "#forms/use-kept-draft.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/**
 * Stores a document's choices on the device while they are edited, so that a closed tab loses nothing, and asks before they are left. Once
 * the document exists, a leftover draft would become a second one: it is dropped.
 *
 * @param draft undefined while nothing differs from how it began
 */
export function useDocumentDraft({
  estimateId,
  copyKey,
  draft,
  hasChanges,
}: {
  estimateId: number;
  copyKey: string;
  draft: DocumentDraft | undefined;
  hasChanges: boolean;
}) {
  const localData = useLocalData();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isMade = useRef(false);
  const isForLater = useRef(false);
  const { drafts } = localData.estimates;
  const { keep, drop } = useKeptDraft(
    useCallback(
      (values: DocumentDraft | undefined) => {
        const key = { estimateId, copyKey };
        return values ? drafts.save(key, draftToValues(values)) : drafts.drop(key);
      },
      [drafts, estimateId, copyKey],
    ),
  );
  useEffect(() => {
    if (!isMade.current) keep(draft);
  }, [keep, draft]);
  useLeaveGuard({
    hasChanges: useCallback(() => !isMade.current && !isForLater.current && hasChanges, [hasChanges]),
    isSameForm: async (next) => {
      const [from, to] = [belowEstimate(pathname), belowEstimate(next)];
      if (!from || !to || from.below !== to.below) return false;
      return (await localData.resolveId({ storeName: "estimates", id: from.estimateId })) === to.estimateId;
    },
    onDiscard: drop,
  });
  return {
    /** The document is on the device. */
    noteStored: (): void => {
      isMade.current = true;
      void drop();
    },
    /** Shows the document that was made. */
    leaveMade: async (id: number): Promise<void> => {
      await drop();
      await navigate({ ...linkTo(pathname), search: { made: String(id) }, replace: true });
    },
    /** Keeps the draft without asking, such as when the user switches to a change order. */
    leaveForLater: (): void => {
      isForLater.current = true;
    },
  };
}
