import { Problem, type FieldConflict } from "@ridgebook/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { SECTIONS_DRAFT, useConfigDraft } from "#features/config/kept-config-draft.ts";
import {
  listChanges,
  NO_DRAFT,
  resolveConflicts,
  toSectionsChange,
  type DecidedChange,
  type SectionDraft,
} from "#features/config/section-draft.ts";
import type { ConflictChoice } from "#features/config/two-versions.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/**
 * Edits work categories and sections, and saves the differences. Edits are kept on the device until they are saved or discarded.
 *
 * @param restored the edits of a closed tab
 */
export function useSectionsEditing(workflows: readonly LocalWorkflow[], restored: SectionDraft) {
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [draft, setDraft] = useState<SectionDraft>(restored);
  const [first] = useState(restored);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [conflict, setConflict] = useState<{
    conflicts: readonly FieldConflict[];
    changes: readonly DecidedChange[];
  }>();
  const changes = listChanges(draft, workflows);

  const { keep, drop } = useConfigDraft<SectionDraft>(SECTIONS_DRAFT);
  const hasChanges = changes.length > 0;
  const kept = useRef(draft);
  useEffect(() => {
    // What was just read from the device, or just dropped from it, must not be written again.
    if (kept.current === draft) return;
    kept.current = draft;
    keep(hasChanges ? draft : undefined);
  }, [draft, hasChanges, keep]);
  const clear = (): Promise<void> => {
    kept.current = NO_DRAFT;
    setDraft(NO_DRAFT);
    return drop();
  };

  const latestCount = useRef(0);
  useEffect(() => {
    latestCount.current = changes.length;
  });
  useLeaveGuard({ hasChanges: useCallback(() => latestCount.current > 0, []), onDiscard: drop });

  const send = async (decided: SectionDraft): Promise<void> => {
    const sent = listChanges(decided, workflows);
    if (sent.length === 0) {
      await clear();
      return;
    }
    const body = toSectionsChange(decided, sent);
    setIsSaving(true);
    setErrors({});
    try {
      await client.call("updateEstimateSections", { body }, { idempotencyKey: keyOf(body) });
      setConflict(undefined);
      await localData.sync.run();
      await clear();
      notices.add({ message: "Saved" });
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        setConflict({ conflicts: error.details.conflicts ?? [], changes: sent });
        await localData.sync.run();
        return;
      }
      if (error instanceof Problem && error.status === 400)
        setErrors(
          Object.fromEntries(
            Object.entries(error.details.errors ?? {}).map(([name, messages]) => [name, messages.join(" ")]),
          ),
        );
      await reportFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  return {
    draft,
    changes,
    errors,
    isRestored: hasChanges && first !== NO_DRAFT && draft === first,
    isSaving,
    conflict,
    save: () => send(draft),
    resolveConflict: async (choices: Record<string, ConflictChoice>): Promise<void> => {
      if (!conflict) return;
      const theirs = new Map(conflict.conflicts.map((each) => [each.field, each.theirs]));
      const resolved = resolveConflicts(draft, { changes: conflict.changes, theirs, choices });
      setConflict(undefined);
      setDraft(resolved);
      await send(resolved);
    },
    change: (decide: (before: SectionDraft) => SectionDraft): void => setDraft(decide),
    discard: (): void => {
      void clear();
      setErrors({});
      setConflict(undefined);
    },
  };
}
