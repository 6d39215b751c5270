import { Button } from "@mantine/core";
import { DialogFrame } from "#ui/dialogs/dialog-frame.tsx";
import type { DialogKind, DialogStore, OpenConfirm } from "#ui/dialogs/dialog-store.ts";

/** Green confirms good or neutral actions, red warnings and deletions. 3.§4. */
const CONFIRM_VARIANT: Record<DialogKind, "success" | "danger"> = {
  success: "success",
  info: "success",
  warning: "danger",
  error: "danger",
};

/** A question with two answers. Opened through `useConfirm` or `dialogs.confirm`. */
export function ConfirmDialog({ dialog, store }: { dialog: OpenConfirm; store: DialogStore }) {
  return (
    <DialogFrame
      role="alertdialog"
      title={dialog.title}
      message={dialog.message}
      busy={dialog.busy}
      onDismiss={() => store.dismiss(dialog.id)}
    >
      {/* First, because a dialog focuses its first button: Enter out of habit deletes nothing. */}
      <Button
        variant="secondary"
        disabled={dialog.busy}
        data-mantine-stop-propagation="true"
        onClick={() => store.dismiss(dialog.id)}
      >
        {dialog.cancelText}
      </Button>
      <Button
        variant={CONFIRM_VARIANT[dialog.kind]}
        loading={dialog.busy}
        data-mantine-stop-propagation="true"
        onClick={() => store.accept(dialog.id)}
      >
        {dialog.confirmText}
      </Button>
    </DialogFrame>
  );
}
