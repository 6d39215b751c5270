import { isolatedText } from "@ridgebook/contract/isolated-text";
import { useEffect, useId, type MouseEvent, type ReactNode } from "react";
import classes from "#ui/dialogs/dialog-frame.module.css";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";

/**
 * A modal question or message in the browser's own `<dialog>`: it keeps focus inside, begins at the first button, leaves
 * on Escape and gives focus back.
 */
export function DialogFrame({
  role,
  title,
  message,
  busy = false,
  onDismiss,
  children,
}: {
  role: "dialog" | "alertdialog";
  title: string;
  message: string | undefined;
  busy?: boolean;
  onDismiss: () => void;
  /** The buttons. */
  children: ReactNode;
}) {
  const modal = useModalDialog({ isBusy: busy, onDismiss });
  const id = useId();

  useEffect(() => {
    // A busy button is disabled and drops focus; on the dialog it stays inside and a screen reader announces it.
    // eslint-disable-next-line no-restricted-syntax -- a busy dialog takes no typing
    if (busy) modal.ref.current?.focus();
  }, [busy, modal.ref]);

  const handleOverlayClick = (event: MouseEvent) => {
    // The overlay belongs to the dialog element; its content covers the rest.
    if (event.target === modal.ref.current) onDismiss();
  };

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way to what the click on the overlay does; the element brings it as `cancel`
    <dialog
      {...modal}
      role={role}
      className={classes.dialog}
      data-ground="surface"
      aria-labelledby={`${id}-title`}
      aria-describedby={message === undefined ? undefined : `${id}-message`}
      aria-busy={busy}
      tabIndex={-1}
      data-mantine-stop-propagation="true"
      onClick={handleOverlayClick}
    >
      <div className={classes.content}>
        <h2 id={`${id}-title`} className="rb-subheading">
          {isolatedText(title)}
        </h2>
        {message !== undefined && (
          <p id={`${id}-message`} className={classes.message}>
            {isolatedText(message)}
          </p>
        )}
        <div className={`rb-buttons ${classes.buttons}`}>{children}</div>
      </div>
    </dialog>
  );
}
