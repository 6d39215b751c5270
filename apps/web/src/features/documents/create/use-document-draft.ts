import { useCallback } from "react";
import { draftToValues, type DocumentDraft } from "#features/documents/create/document-draft.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useKeptDraft, type DraftKeeper } from "#ui/use-kept-draft.ts";

/** Stores a document's choices on the device while they are edited, so that a closed tab loses nothing. */
export function useDocumentDraft({
  estimateId,
  copyKey,
  onFailure,
}: {
  estimateId: number;
  copyKey: string;
  onFailure: (error: unknown) => void;
}): DraftKeeper<DocumentDraft> {
  const { drafts } = useLocalData().estimates;
  const write = useCallback(
    (draft: DocumentDraft | undefined): Promise<void> => {
      const key = { estimateId, copyKey };
      return draft ? drafts.save(key, draftToValues(draft)) : drafts.drop(key);
    },
    [drafts, estimateId, copyKey],
  );
  return useKeptDraft({ write, onFailure });
}
