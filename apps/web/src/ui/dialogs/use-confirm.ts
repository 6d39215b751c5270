import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";

const confirm = (question: ConfirmQuestion): Promise<boolean> => dialogs.confirm(question);

/** Asks with the app's confirm dialog: true on confirm, false on cancel, overlay click or close. 3.§4. */
export const useConfirm = (): ((question: ConfirmQuestion) => Promise<boolean>) => confirm;
