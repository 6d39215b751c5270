import { useCallback } from "react";
import type { LeadDraft } from "#features/leads/lead-form-values.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useKeptDraft, type DraftKeeper } from "#ui/use-kept-draft.ts";

/** Drafts of leads that do not exist yet are kept under this id. */
export const NEW_LEAD_DRAFT_ID = 0;

const keyOf = (recordId: number | undefined) => ({ storeName: "leads" as const, id: recordId ?? NEW_LEAD_DRAFT_ID });

/** Keeps a lead's form on the device while it is typed. */
export function useLeadDraft({
  recordId,
  onFailure,
}: {
  recordId: number | undefined;
  onFailure: (error: unknown) => void;
}): DraftKeeper<LeadDraft> {
  const { drafts } = useLocalData();
  const write = useCallback(
    (draft: LeadDraft | undefined): Promise<void> => {
      const key = keyOf(recordId);
      return draft ? drafts.save({ ...key, values: { ...draft } }) : drafts.drop(key);
    },
    [drafts, recordId],
  );
  return useKeptDraft({ write, onFailure });
}
