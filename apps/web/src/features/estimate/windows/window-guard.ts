import { useBlocker } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { discardWindows, unsavedWindowIds } from "#features/estimate/windows/new-window.ts";
import { copyOfSearch } from "#features/estimate/paths.ts";
import { readWindowAddress, type WindowAddress } from "#features/estimate/windows/window-address.ts";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useIsOpenEstimate } from "#features/estimate/use-is-open-estimate.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/** Asked when another window is opened while this one has unsaved changes (1.§5). */
export const SWITCH_QUESTION: ConfirmQuestion = {
  title: "This window has unsaved changes. Would you like to cancel and go back to save them or discard your changes?",
  confirmText: "Discard",
  cancelText: "Cancel",
  kind: "warning",
};

const namesWindow = (
  address: WindowAddress | undefined,
): address is Extract<WindowAddress, { readonly windowId: number }> => address !== undefined && "windowId" in address;

/** Asks before another window replaces one with unsaved changes (WF-WIN-26). */
export function useWindowSwitchGuard({ form, windowId }: { form: WorkflowForm; windowId: number | undefined }): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const from = readWindowAddress(current.pathname);
      const to = readWindowAddress(next.pathname);
      if (windowId === undefined || !namesWindow(from) || !namesWindow(to)) return false;
      // Another copy has another form, whose guard asks.
      if (copyOfSearch(next.search) !== form.copy.workflowEstimateId) return false;
      // The server's id replaces the local one: the same window.
      const isSame = to.windowId === windowId || current.pathname === next.pathname;
      if (isSame || !unsavedWindowIds(form).has(windowId)) return false;
      if (!(await confirm(SWITCH_QUESTION))) return true;
      discardWindows(form);
      return false;
    },
    enableBeforeUnload: false,
  });
}

/**
 * Asks before unsaved work on one window of the quick estimate is left (MSG-03, MSG-05, MSG-06). The list and the other windows share its
 * form: going back to the list asks only about this window, and `useWindowSwitchGuard` asks when switching windows. Validates only this
 * window either way.
 *
 * @param form the window's view of the form
 */
export function useQuickWindowGuard(form: WorkflowForm): void {
  const isOpenEstimate = useIsOpenEstimate();
  const isAboutWindow = useRef(false);
  useLeaveGuard({
    hasChanges: useCallback(() => form.isChanged(), [form]),
    checkForErrors: async () => form.validate([WINDOW]).length > 0,
    isSameForm: async (pathname, search) => {
      isAboutWindow.current = false;
      const next = readWindowAddress(pathname);
      if (copyOfSearch(search) !== form.copy.workflowEstimateId) return false;
      if (next === undefined || next.page === "details" || !(await isOpenEstimate(next.estimateId))) return false;
      if (next.page === "quickWindow") return true;
      isAboutWindow.current = true;
      return !form.isChanged([WINDOW]);
    },
    onDiscard: async () => form.discard(isAboutWindow.current ? [WINDOW] : undefined),
  });
}
