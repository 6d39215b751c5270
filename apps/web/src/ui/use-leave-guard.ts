import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";

/** Browsers show a text of their own today; ours is handed over all the same (MSG-06). */
const UNLOAD_WARNING = "Are you sure you want to refresh? Unsaved changes may be lost";

/** In development the page reloads with every edit of the code. */
const IS_DEVELOPMENT = process.env.NODE_ENV === "development";

/** Asks before typed work is left behind (MSG-03, MSG-05), also when the whole page goes (MSG-06). */
export function useLeaveGuard({
  hasChanges,
  checkForErrors = () => Promise.resolve(false),
  isSameForm = () => Promise.resolve(false),
  onDiscard = () => Promise.resolve(),
}: {
  hasChanges: () => boolean;
  /** Shows the errors of the form and tells whether it has any. Left out: it has none. */
  checkForErrors?: () => Promise<boolean>;
  /** Whether an address is this form again, such as under the id that the server gave its record. */
  isSameForm?: (pathname: string) => Promise<boolean>;
  onDiscard?: () => Promise<void>;
}): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (!hasChanges() || (await isSameForm(next.pathname))) return false;
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

  useEffect(() => {
    if (IS_DEVELOPMENT) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      if (!hasChanges()) return;
      event.preventDefault();
      // Deprecated, and the only way to hand over a text, and to ask at all in older browsers.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      event.returnValue = UNLOAD_WARNING;
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [hasChanges]);
}
