import { DialogStore } from "#ui/dialogs/dialog-store.ts";

/** The app's one line of confirm and alert dialogs. */
export const dialogs = new DialogStore();
