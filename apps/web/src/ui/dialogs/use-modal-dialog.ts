import { useEffect, useRef, type RefObject, type SyntheticEvent } from "react";
import { isFocusFree } from "#ui/is-focus-free.ts";

/** The handlers of a modal `<dialog>`. */
interface ModalDialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onClose: () => void;
}

/**
 * Opens a `<dialog>` over the page while it is drawn: the browser keeps focus inside, focuses its first field or button, and Escape asks to leave;
 * afterwards the focus is restored.
 *
 * @param isBusy it cannot be left now
 */
export function useModalDialog({ isBusy, onDismiss }: { isBusy: boolean; onDismiss: () => void }): ModalDialogProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      if (dialog?.isConnected) dialog.close();
      // A user who has moved to another field, before this ran, keeps the focus there.
      if (isFocusFree() && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      // The component that draws the dialog removes it; and React bubbles a canceled file choice inside as a cancel of the dialog.
      event.preventDefault();
      if (event.target === event.currentTarget && !isBusy) onDismiss();
    },
    onClose: () => {
      // A browser may close a dialog without asking first, such as on a second Escape or the back gesture.
      const dialog = ref.current;
      if (!dialog || dialog.open) return;
      if (isBusy) dialog.showModal();
      else onDismiss();
    },
  };
}
