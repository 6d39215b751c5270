import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { WINDOW, windowsIn } from "#features/estimate/windows/window-lines.ts";

/**
 * Removes a saved window and saves that (WF-WIN-24). If the save stops for an error or question, the window is restored; if only the server
 * refuses it, the removal stays on this device like any other edit.
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
  // Also undoes what the save filled in.
  while (!isThere() && form.undo());
  return isThere() ? "stayed" : "refused";
}
