import { useSyncExternalStore } from "react";
import { AlertDialog } from "#ui/dialogs/alert-dialog.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import type { DialogStore } from "#ui/dialogs/dialog-store.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";

/** Draws the first confirm or alert dialog. Once in the shell. */
export function DialogHost({ store = dialogs }: { store?: DialogStore }) {
  const dialog = useSyncExternalStore(store.subscribe, store.getSnapshot);
  if (!dialog) return null;
  return dialog.type === "confirm" ? (
    <ConfirmDialog key={dialog.id} dialog={dialog} store={store} />
  ) : (
    <AlertDialog key={dialog.id} dialog={dialog} store={store} />
  );
}
