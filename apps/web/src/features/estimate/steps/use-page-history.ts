import { useLayoutEffect } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";

/**
 * Limits undo and redo to the current page: clears them when it opens or shows another part of the form. Call it in pages, not in their
 * frame, which also stands where nothing is edited.
 *
 * @param part what the page shows if that changes while it stays: the id of a section
 */
export function usePageHistory(part?: number): void {
  // Constant for all views of one form, so a recreated view (after a window got its server id) does not clear the history.
  const { clearHistory } = useWorkflowForm();
  useLayoutEffect(clearHistory, [clearHistory, part]);
}
