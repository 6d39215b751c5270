import { Problem } from "@ridgebook/contract";
import { createAgain } from "#app/sync-panel/create-again.ts";
import { changeTitle, isSignedHere } from "#app/sync-panel/describe-change.ts";
import { saveFile } from "#files/save-file.ts";
import type { ConflictChoice } from "#local-data/database/slices.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";

/** The actions on a change. Failures of the device are shown; the change then stays. */
export function useChangeActions(change: PendingChange) {
  const { changes, sync, leads, estimates } = useLocalData();
  const confirm = useConfirm();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notices.add({ message: error.message, type: "error" });
    }
  };

  return {
    retry: () =>
      attempt(async () => {
        await changes.retry(change);
        await sync.flush();
      }),
    createAgain: () => attempt(() => createAgain({ leads, estimates }, change)),
    exportFile: () =>
      attempt(async () => {
        const name = `unsent-${change.storeName}-${String(change.id)}.json`;
        const text = JSON.stringify(await changes.exportOne(change), undefined, 2);
        saveFile(new File([text], name, { type: "application/json" }));
      }),
    discard: () =>
      attempt(async () => {
        const isSure = await confirm(
          isSignedHere(change)
            ? {
                title: "Discard this signed document?",
                message: `${changeTitle(change)}: the signatures are on this device only. Discarded, they are lost, and it has to be signed again.`,
                confirmText: "Discard signed document",
                kind: "error",
              }
            : {
                title: "Discard this change?",
                message: `${changeTitle(change)}: what was not sent is removed from this device.`,
                confirmText: "Discard",
                kind: "error",
              },
        );
        if (isSure) await changes.discard(change);
      }),
    resolve: (choices: Record<string, ConflictChoice>) =>
      attempt(async () => {
        await changes.resolve(change, choices);
        await sync.flush();
      }),
  };
}
