import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from "react";
import classes from "#ui/dialogs/dialog-frame.module.css";

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
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useEffect(() => {
    // A busy button is disabled and drops focus; on the dialog it stays inside and a screen reader hears of it.
    if (busy) element.current?.focus();
  }, [busy]);

  const handleClose = () => {
    // A browser may close a dialog without asking first, such as on a second Escape or the back gesture.
    const dialog = element.current;
    if (!dialog || dialog.open) return;
    if (busy) dialog.showModal();
    else onDismiss();
  };
  const handleOverlayClick = (event: MouseEvent) => {
    // The overlay belongs to the dialog element; its content covers the rest.
    if (event.target === element.current) onDismiss();
  };

  return (
    // Escape is the keyboard's way to what the click on the overlay does; the element brings it as `cancel`.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      role={role}
      className={classes.dialog}
      data-ground="surface"
      aria-labelledby={`${id}-title`}
      aria-describedby={message === undefined ? undefined : `${id}-message`}
      aria-busy={busy}
      tabIndex={-1}
      data-mantine-stop-propagation="true"
      onClick={handleOverlayClick}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      onClose={handleClose}
    >
      <div className={classes.content}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        {message !== undefined && (
          <p id={`${id}-message`} className={classes.message}>
            {message}
          </p>
        )}
        <div className={classes.buttons}>{children}</div>
      </div>
    </dialog>
  );
}
