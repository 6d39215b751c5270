import type { WindowTexts } from "@ridgebook/documents/drawings";
import type { FormLine, IndexedPriceBook } from "@ridgebook/estimating";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { windowsIn } from "#features/estimate/windows/window-lines.ts";
import { windowTexts } from "#features/estimate/windows/window-texts.ts";

/** A window of the open form with its values as texts; undefined while it is not there. Other windows' edits do not touch it. */
export function useWindow(
  windowId: number,
): { readonly line: FormLine; readonly texts: WindowTexts; readonly book: IndexedPriceBook } | undefined {
  const { book } = useWorkflowForm();
  const line = useFormValue((_snapshot, form) => windowsIn(form).find(({ id }) => id === windowId));
  return line && { line, texts: windowTexts(book, line), book };
}
