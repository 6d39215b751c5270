import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { forgetNewWindow, newWindowOf } from "#features/estimate/windows/new-window.ts";
import { removeSavedWindow } from "#features/estimate/windows/remove-saved-window.ts";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";

/** The prompt of 1.§5. */
const REMOVE_TEXT = "Are you sure you want to delete this window?";

/**
 * Removes a window with everything that was chosen for it, and saves that at once (WF-WIN-24, WF-WIN-25). Stands below the form of
 * that window.
 *
 * @param title what it is called: "3 Main bedroom"
 * @param onRemoved after it is gone; not where something has to be done first, and the window stays
 */
export function RemoveWindow({
  windowId,
  title,
  label = "Remove window",
  onRemoved,
}: {
  windowId: number;
  title: string;
  label?: string;
  onRemoved?: () => void;
}) {
  const form = useWorkflowForm();
  const save = useSaveForm();
  const confirm = useConfirm();
  const [isRemoving, setIsRemoving] = useState(false);

  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: REMOVE_TEXT,
      message: `${title} is removed with its grids and trims.`,
      confirmText: "Delete window",
      kind: "error",
    });
    if (!isSure) return;
    setIsRemoving(true);
    try {
      if (newWindowOf(form)?.id === windowId) {
        form.removeRow({ outer: [], property: WINDOW, lineId: windowId });
        forgetNewWindow(form);
      } else {
        const outcome = await removeSavedWindow({ form, windowId, save });
        if (outcome === "removed") notices.add({ message: `${title} is removed` });
        if (outcome === "stayed") {
          notices.add({ message: `${title} is not removed`, type: "warning" });
          return;
        }
      }
      onRemoved?.();
    } finally {
      setIsRemoving(false);
    }
  };
  return (
    <Button
      variant="danger-text"
      leftSection={label === "Remove window" ? undefined : <IconTrash size={18} stroke={1.75} aria-hidden />}
      aria-label={label === "Remove window" ? undefined : `Remove window ${title}`}
      loading={isRemoving}
      onClick={() => void remove()}
    >
      {label}
    </Button>
  );
}
