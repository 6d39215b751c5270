import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { warnBeforeUnload } from "#ui/warn-before-unload.ts";

const IS_DEVELOPMENT = process.env.NODE_ENV === "development";

/** Asks before unsaved edits are left behind (MSG-03, MSG-05), also when the whole page is closed (MSG-06). */
export function useLeaveGuard({
  hasChanges,
  checkForErrors = () => Promise.resolve(false),
  isSameForm = () => Promise.resolve(false),
  onDiscard = () => Promise.resolve(),
}: {
  hasChanges: () => boolean;
  /** Shows the errors of the form and returns whether it has any. Without it the form has none. */
  checkForErrors?: () => Promise<boolean>;
  /** Whether an address is this form again, such as under the id that the server gave its record. */
  isSameForm?: (pathname: string, search: Readonly<Record<string, unknown>>) => Promise<boolean>;
  onDiscard?: () => Promise<void>;
}): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (!hasChanges() || (await isSameForm(next.pathname, next.search))) return false;
      const isLeaving = await confirm(
        (await checkForErrors())
          ? {
              title: "Do you want to fix the errors or discard your changes?",
              message: "The page has errors which must be fixed before saving.",
              confirmText: "Discard changes",
              cancelText: "Fix errors",
              kind: "warning",
            }
          : {
              title: "Do you really want to leave? You have unsaved changes!",
              confirmText: "Leave without saving",
              cancelText: "Stay",
              kind: "warning",
            },
      );
      if (isLeaving) await onDiscard();
      return !isLeaving;
    },
    enableBeforeUnload: false,
  });

  useEffect(() => warnBeforeUnload({ page: window, hasChanges, isDevelopment: IS_DEVELOPMENT }), [hasChanges]);
}
