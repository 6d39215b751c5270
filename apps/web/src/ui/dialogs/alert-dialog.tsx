import { Button } from "@mantine/core";
import { DialogFrame } from "#ui/dialogs/dialog-frame.tsx";
import type { DialogStore, OpenAlert } from "#ui/dialogs/dialog-store.ts";

/** A message that must be read. Opened through `useAlert` or `dialogs.alert`. */
export function AlertDialog({ dialog, store }: { dialog: OpenAlert; store: DialogStore }) {
  return (
    <DialogFrame
      role="alertdialog"
      title={dialog.title}
      message={dialog.message}
      onDismiss={() => store.dismiss(dialog.id)}
    >
      <Button data-mantine-stop-propagation="true" onClick={() => store.dismiss(dialog.id)}>
        {dialog.closeText}
      </Button>
    </DialogFrame>
  );
}
