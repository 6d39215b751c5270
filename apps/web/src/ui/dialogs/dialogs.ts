import { DialogStore } from "#ui/dialogs/dialog-store.ts";

/** The app's queue of confirm and alert dialogs. */
export const dialogs = new DialogStore();
