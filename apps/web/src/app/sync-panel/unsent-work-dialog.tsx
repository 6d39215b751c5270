import { useAppState } from "#app/app-state-context.tsx";
import { unsentWorkText } from "#app/sync-panel/describe-rescue.ts";
import { SaveRescueDialog } from "#app/sync-panel/rescue-dialogs.tsx";
import type { SavedRescue } from "#local-data/rescue/rescue.ts";
import type { UnsentWork } from "#local-data/session/session-data.ts";

/** Offers a rescue file to a user who may not sign in any more, for each company with unsent work in turn. */
export function UnsentWorkDialog({
  save,
  onDismiss,
}: {
  save: (work: UnsentWork, passphrase: string) => Promise<SavedRescue>;
  onDismiss: (work: UnsentWork) => void;
}) {
  const [work] = useAppState("unsentWork").unsentWork;
  if (!work) return null;
  return (
    <SaveRescueDialog
      key={work.companyId}
      text={unsentWorkText(work)}
      save={(passphrase) => save(work, passphrase)}
      onDismiss={() => onDismiss(work)}
    />
  );
}
