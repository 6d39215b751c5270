import type { AlertMessage } from "#ui/dialogs/dialog-store.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";

const alert = (message: AlertMessage): Promise<void> => dialogs.alert(message);

/** Shows a message that must be read, and resolves once it was closed. */
export const useAlert = (): ((message: AlertMessage) => Promise<void>) => alert;
