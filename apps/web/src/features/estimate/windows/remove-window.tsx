import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { forgetNewWindow, newWindowOf, unsavedWindowIds } from "#features/estimate/windows/new-window.ts";
import { removeSavedWindow } from "#features/estimate/windows/remove-saved-window.ts";
import classes from "#features/estimate/windows/remove-window.module.css";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { notices } from "#ui/notices/notices.ts";

/** "Remove window", "Remove" (in a table), or an icon (in a list). */
type RemoveLook = "words" | "word" | "icon";

const REMOVE_TEXT = "Are you sure you want to delete this window?";
const OTHER_WORK_TEXT = "What was changed at other windows is saved along.";

/**
 * Removes a window with all its choices, and saves that immediately (WF-WIN-24, WF-WIN-25). Needs the window's form as context.
 *
 * @param title the window's title: "3 Main bedroom"
 * @param number the window's number in a list with icons
 * @param onRemoved called unless the window had to stay
 */
export function RemoveWindow({
  windowId,
  title,
  look = "words",
  number,
  onRemoved,
}: {
  windowId: number;
  title: string;
  look?: RemoveLook;
  number?: number;
  onRemoved?: () => void;
}) {
  const form = useWorkflowForm();
  const save = useSaveForm();
  const confirm = useConfirm();
  const [isRemoving, setIsRemoving] = useState(false);

  const remove = async (): Promise<void> => {
    const hasOtherWork = [...unsavedWindowIds(form)].some((id) => id !== windowId);
    const isSure = await confirm({
      title: REMOVE_TEXT,
      message: `${title} is removed with its grids and trims.${hasOtherWork ? ` ${OTHER_WORK_TEXT}` : ""}`,
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
  const icon = <IconTrash size={18} stroke={1.75} aria-hidden />;
  if (look === "icon")
    return (
      <IconButton
        label={`Remove window ${String(number)}`}
        icon={icon}
        className={classes.icon}
        disabled={isRemoving}
        onClick={() => void remove()}
      />
    );
  const isInTable = look === "word";
  return (
    <Button
      variant="danger-text"
      leftSection={isInTable && icon}
      aria-label={isInTable ? `Remove window ${title}` : undefined}
      loading={isRemoving}
      onClick={() => void remove()}
    >
      {isInTable ? "Remove" : "Remove window"}
    </Button>
  );
}
