import { useCallback } from "react";
import type { LeadDraft } from "#features/leads/lead-form-values.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useKeptDraft, type DraftKeeper } from "#forms/use-kept-draft.ts";

export const NEW_LEAD_DRAFT_ID = 0;

const formOf = (recordId: number | undefined) => ({ storeName: "leads" as const, id: recordId ?? NEW_LEAD_DRAFT_ID });

/** Stores a lead's form on the device while it is edited. */
export function useLeadDraft({
  recordId,
  draftKey,
}: {
  recordId: number | undefined;
  draftKey: string;
}): DraftKeeper<LeadDraft> {
  const { drafts } = useLocalData();
  const write = useCallback(
    (draft: LeadDraft | undefined): Promise<void> => {
      const form = formOf(recordId);
      if (!draft) return drafts.drop(form);
      return drafts.save({ ...form, values: { ...draft }, ...(recordId === undefined && { key: draftKey }) });
    },
    [drafts, recordId, draftKey],
  );
  return useKeptDraft(write);
}
