import { useBlocker } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { discardWindows, unsavedWindowIds } from "#features/estimate/windows/new-window.ts";
import { copyOfSearch } from "#features/estimate/paths.ts";
import { readWindowAddress, type WindowAddress } from "#features/estimate/windows/window-address.ts";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/** Another window is opened while this one has unsaved changes (1.§5). */
export const SWITCH_QUESTION: ConfirmQuestion = {
  title: "This window has unsaved changes. Would you like to cancel and go back to save them or discard your changes?",
  confirmText: "Discard",
  cancelText: "Cancel",
  kind: "warning",
};

const namesWindow = (
  address: WindowAddress | undefined,
): address is Extract<WindowAddress, { readonly windowId: number }> => address !== undefined && "windowId" in address;

/** Asks before another window takes the place of one with unsaved changes (WF-WIN-26). */
export function useWindowSwitchGuard({ form, windowId }: { form: WorkflowForm; windowId: number | undefined }): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const from = readWindowAddress(current.pathname);
      const to = readWindowAddress(next.pathname);
      if (windowId === undefined || !namesWindow(from) || !namesWindow(to)) return false;
      // Another copy has another form: leaving this one asks for itself.
      if (copyOfSearch(next.search) !== form.copy.workflowEstimateId) return false;
      // The server's id takes the place of the local one: the same window.
      const isSame = to.windowId === windowId || current.pathname === next.pathname;
      if (isSame || !unsavedWindowIds(form).has(windowId)) return false;
      if (!(await confirm(SWITCH_QUESTION))) return true;
      discardWindows(form);
      return false;
    },
    enableBeforeUnload: false,
  });
}

/** Whether an address is about the open estimate, also under the id that the server just gave it. */
function useIsOfEstimate(): (address: WindowAddress) => Promise<boolean> {
  const { estimate } = useOpenEstimate();
  const localData = useLocalData();
  return async ({ estimateId }) =>
    estimateId === estimate.id ||
    estimateId === (await localData.resolveId({ storeName: "estimates", id: estimate.id }));
}

/**
 * Asks before unsaved work on one window of the quick estimate is left behind (MSG-03, MSG-05, MSG-06). It shares its form with the
 * list and with the other windows: going back to the list asks about the window only, and `useWindowSwitchGuard` about another one.
 * Errors are those of the window either way.
 *
 * @param form the window's view of the form
 */
export function useQuickWindowGuard(form: WorkflowForm): void {
  const isOfEstimate = useIsOfEstimate();
  const isAboutWindow = useRef(false);
  useLeaveGuard({
    hasChanges: useCallback(() => form.isChanged(), [form]),
    checkForErrors: async () => form.validate([WINDOW]).length > 0,
    isSameForm: async (pathname, search) => {
      isAboutWindow.current = false;
      const next = readWindowAddress(pathname);
      if (copyOfSearch(search) !== form.copy.workflowEstimateId) return false;
      if (next === undefined || next.page === "details" || !(await isOfEstimate(next))) return false;
      if (next.page === "quickWindow") return true;
      isAboutWindow.current = true;
      return !form.isChanged([WINDOW]);
    },
    onDiscard: async () => form.discard(isAboutWindow.current ? [WINDOW] : undefined),
  });
}
