import { formatRecent, summaryKey } from "@ridgebook/contract";
import { useEffect } from "react";
import { afterFrame } from "#features/estimate/form/answer-first.ts";
import { consumeRestored } from "#features/estimate/form/restored-forms.ts";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { keepDraft } from "#features/estimate/steps/keep-draft.ts";
import { draftOf } from "#features/estimate/windows/new-window.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** Reported once per form, because every later keystroke would fail too. */
const failing = new WeakSet<WorkflowForm>();

/**
 * Stores an open form's unsaved edits on the device, so that a closed tab or an empty battery loses nothing, and notifies once when unsaved
 * work from an earlier visit is restored.
 */
export function useFormDraft(form: WorkflowForm | undefined, estimateId: number): void {
  const { estimates } = useLocalData();
  const { reportFailure, timeZone } = useSession();

  useEffect(() => {
    if (!form) return undefined;
    const key = { estimateId, copyKey: summaryKey(form.copy) };
    return keepDraft({
      form,
      draftOf: () => draftOf(form),
      write: (draft) => (draft ? estimates.drafts.save(key, { ...draft }) : estimates.drafts.drop(key)),
      reportFailure: (error) => {
        if (!failing.has(form)) void reportFailure(error);
        failing.add(form);
      },
      afterFrame,
      page: { window, document },
    });
  }, [form, estimateId, estimates, reportFailure]);

  useEffect(() => {
    if (!form || !consumeRestored(form) || !form.getSnapshot().isChanged) return;
    const tell = async (): Promise<void> => {
      const draft = await estimates.drafts.read({ estimateId, copyKey: summaryKey(form.copy) });
      if (!draft) return;
      notices.add({
        message: `Unsaved changes from ${formatRecent({ time: draft.savedTime, timeZone, now: Date.now() })} are back`,
        type: "info",
        action: { label: "Discard", run: () => form.discard() },
      });
    };
    tell().catch((error: unknown) => void reportFailure(error));
  }, [form, estimateId, estimates, reportFailure, timeZone]);
}
