import { isolatedText } from "@ridgebook/contract/isolated-text";
import { Button } from "@mantine/core";
import { useId, type ReactNode, type SubmitEvent } from "react";
import classes from "#ui/dialogs/form-dialog.module.css";
import frame from "#ui/dialogs/dialog-frame.module.css";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { isolatedNode } from "#ui/isolated-node.ts";
import { TextButton } from "#ui/text-button.tsx";

/** The kept input of a former visit (`forms/use-kept-input.ts`). */
interface KeptInput {
  readonly isRestored: boolean;
  readonly startOver: () => void;
  readonly drop: () => Promise<void>;
}

/**
 * A few fields over the page, in the browser's own `<dialog>`: it keeps focus inside, begins at the first field, leaves on Escape
 * and gives focus back. Drawn while it is open.
 */
export function FormDialog({
  title,
  text,
  submitLabel,
  cancelLabel = "Cancel",
  alternative,
  isBusy = false,
  isBlocked = false,
  isWide = false,
  kept,
  onSubmit,
  onDismiss,
  children,
}: {
  title: string;
  text?: ReactNode;
  /** Left out: the dialog sends nothing, and has one button. */
  submitLabel?: string;
  cancelLabel?: string;
  /** A second action on the same fields, beside the first. */
  alternative?: { readonly label: string; readonly onPress: () => void };
  isBusy?: boolean;
  /** Submitting is impossible now; the reason is in `text` or among the fields. */
  isBlocked?: boolean;
  /** For more than a few fields. */
  isWide?: boolean;
  /** Cancel discards it. Escape and the back gesture may be a slip, so they keep it for the next time. */
  kept?: KeptInput;
  onSubmit: () => void;
  onDismiss: () => void;
  /** The fields. */
  children: ReactNode;
}) {
  const modal = useModalDialog({ isBusy, onDismiss });
  const titleId = useId();

  const cancel = (): void => {
    void kept?.drop();
    onDismiss();
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy && !isBlocked) onSubmit();
  };
  return (
    <dialog
      {...modal}
      className={`${frame.dialog} ${classes.dialog}`}
      data-ground="surface"
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      aria-busy={isBusy}
    >
      <form noValidate className={frame.content} onSubmit={handleSubmit}>
        <h2 id={titleId} className="rb-subheading">
          {isolatedText(title)}
        </h2>
        {text !== undefined && <p className={frame.message}>{isolatedNode(text)}</p>}
        {kept?.isRestored && (
          <p role="status" className={classes.restored}>
            Restored what you had typed. <TextButton onClick={kept.startOver}>Start over</TextButton>
          </p>
        )}
        <div className={classes.fields}>{children}</div>
        <div className={`rb-buttons ${frame.buttons}`}>
          <Button variant="secondary" disabled={isBusy} onClick={cancel}>
            {cancelLabel}
          </Button>
          {alternative && (
            <Button variant="secondary" disabled={isBusy || isBlocked} onClick={alternative.onPress}>
              {alternative.label}
            </Button>
          )}
          {submitLabel !== undefined && (
            <Button type="submit" loading={isBusy} disabled={isBlocked}>
              {submitLabel}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}
