import classes from "#ui/full-screen-overlay.module.css";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";

type OverlayAnimation = "send" | "create";

const DEFAULT_MESSAGE: Record<OverlayAnimation, string> = { send: "Sending", create: "Creating document" };

/**
 * Covers the page while a document is sent or created, the two operations that the user has to wait for. Shown while `animation` is defined; it cannot
 * be left. With reduced motion the drawing does not move. 1.§2 Global shell.
 */
export function FullScreenOverlay({
  animation,
  message,
}: {
  animation: OverlayAnimation | undefined;
  message?: string | undefined;
}) {
  if (!animation) return null;
  return <OpenOverlay animation={animation} message={message ?? DEFAULT_MESSAGE[animation]} />;
}

function OpenOverlay({ animation, message }: { animation: OverlayAnimation; message: string }) {
  const modal = useModalDialog({ isBusy: true, onDismiss: () => undefined });
  return (
    <dialog {...modal} className={classes.overlay} data-ground="surface" aria-label={message} aria-busy>
      {animation === "send" ? <SendDrawing /> : <CreateDrawing />}
      <p role="status" className={`rb-heading ${classes.message}`}>
        {message}
      </p>
    </dialog>
  );
}

/** A folded letter leaves along a line. */
function SendDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 200 120" aria-hidden focusable="false">
      <g className={classes.letter}>
        <path className={classes.track} pathLength={1} d="M10 112C52 112 82 100 106 70" />
        <path className={classes.paper} d="M92 62 164 26 138 98 120 74z" />
        <path d="M120 74 164 26M120 74v23l8.5-11.7" />
      </g>
    </svg>
  );
}

/** A form fills with lines, then with its signature. */
function CreateDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 200 120" aria-hidden focusable="false">
      <path className={classes.paper} d="M62 6h76v108H62z" />
      <g className={classes.rules}>
        <path pathLength={1} d="M74 24h34" />
        <path pathLength={1} d="M74 42h52" />
        <path pathLength={1} d="M74 54h52" />
        <path pathLength={1} d="M74 66h40" />
        <path pathLength={1} d="M74 78h52" />
        <path className={classes.signature} pathLength={1} d="M74 102c6-10 10-10 10-2s6-8 10-6 2 8 8 4 8-2 12-2" />
      </g>
    </svg>
  );
}
