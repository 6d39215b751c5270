import { useLayoutEffect } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";

/**
 * Undo and redo stay within the page at hand: they begin anew when it opens, or when it shows another part of the form. A page that
 * takes turns with others over the same form calls this, not the frame around it: the frame also stands where nothing is edited.
 *
 * @param part what the page shows, where it stays while that changes: the id of a section
 */
export function usePageHistory(part?: number): void {
  // The same function in every view of a form: a view that is made anew, as for the server's id of a window, is no other page.
  const { beginHistory } = useWorkflowForm();
  useLayoutEffect(beginHistory, [beginHistory, part]);
}
