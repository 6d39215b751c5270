import type { Problem } from "@ridgebook/contract";
import type { SaveResult } from "#local-data/outbox/outbox.ts";
import { useSession } from "#server-client/session-context.tsx";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { doneMessage } from "#ui/notices/done-message.ts";
import { notices } from "#ui/notices/notices.ts";

interface Removal {
  readonly question: Pick<ConfirmQuestion, "title" | "message" | "confirmText">;
  readonly remove: () => Promise<SaveResult>;
  readonly done: string;
  /** What is said after a rejection: the record stays. */
  readonly keptText: (problem: Problem) => string;
}

/** Confirms, then deletes a record while the dialog shows progress. Resolves true once the record is gone from this device. */
export function useRemoval(): (removal: Removal) => Promise<boolean> {
  const { reportFailure } = useSession();
  const confirm = useConfirm();
  return async ({ question, remove, done, keptText }) => {
    if (!(await confirm({ ...question, kind: "error", loading: true }))) return false;
    try {
      const result = await remove();
      const isRefused = result.outcome === "refused";
      if (isRefused) notices.add({ message: keptText(result.problem), type: "error" });
      else notices.add({ message: doneMessage(done, { isSent: result.outcome === "synced" }) });
      return !isRefused;
    } catch (error) {
      await reportFailure(error);
      return false;
    } finally {
      dialogs.close();
    }
  };
}
