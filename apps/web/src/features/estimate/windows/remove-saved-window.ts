import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { WINDOW, windowsIn } from "#features/estimate/windows/window-lines.ts";

/**
 * Takes a saved window out of the form and saves that (WF-WIN-24). Where something has to be done first, the window is there again;
 * a removal that only the server refused is kept on this device like any other edit, and then the window is gone.
 */
export async function removeSavedWindow({
  form,
  windowId,
  save,
}: {
  form: WorkflowForm;
  windowId: number;
  save: ReturnType<typeof useSaveForm>;
}): Promise<"removed" | "refused" | "stayed"> {
  form.removeRow({ outer: [], property: WINDOW, lineId: windowId });
  if ((await save([WINDOW])) === "saved") return "removed";
  if (!form.isChanged([WINDOW])) return "refused";
  const isThere = (): boolean => windowsIn(form).some(({ id }) => id === windowId);
  // What the save filled in on its way goes as well.
  while (!isThere() && form.undo());
  return isThere() ? "stayed" : "refused";
}
