import type { WindowTexts } from "@ridgebook/documents/drawings";
import type { FormLine, IndexedPriceBook } from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { windowsIn } from "#features/estimate/windows/window-lines.ts";
import { windowTexts, windowTitle } from "#features/estimate/windows/window-texts.ts";

/** A window of the open form with its values as texts; undefined if it does not exist. Unaffected by edits of other windows. */
export function useWindow(
  windowId: number,
): { readonly line: FormLine; readonly texts: WindowTexts; readonly book: IndexedPriceBook } | undefined {
  const { book } = useWorkflowForm();
  const line = useFormValue((_snapshot, form) => windowsIn(form).find(({ id }) => id === windowId));
  return line && { line, texts: windowTexts(book, line), book };
}

/**
 * The title of a window; undefined if it does not exist. Pages use it instead of `useWindow`, so that they do not rerender on every
 * keystroke.
 */
export const useWindowTitle = ({ id, number, isNew }: { id: number; number: number; isNew: boolean }) =>
  useFormValue((_snapshot, form) => {
    const line = windowsIn(form).find((each) => each.id === id);
    return line && windowTitle({ book: form.book, line, number, isNew });
  });
