import { useId, useRef, type ReactNode, type ToggleEvent } from "react";
import classes from "#ui/pop-up.module.css";

const GAP_PX = 4;
const EDGE_PX = 8;

/**
 * A button and the panel that it opens: below the button, or as a sheet at the bottom of the page. The browser opens it, closes it on Escape and on a
 * press elsewhere, and restores the focus; a library's own would cost the list page a tenth of its code. A child closes the panel with the `closing`
 * properties it is given.
 */
export function PopUp({
  label,
  isSheet = false,
  buttonClassName,
  buttonLabel,
  button,
  children,
}: {
  /** Labels the panel. */
  label: string;
  isSheet?: boolean;
  buttonClassName: string | undefined;
  buttonLabel?: string;
  button: ReactNode;
  children: (closing: { popoverTarget: string; popoverTargetAction: "hide" }) => ReactNode;
}) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);

  const placeBelowOpener = (event: ToggleEvent<HTMLDivElement>): void => {
    if (isSheet || event.newState !== "open" || !opener.current) return;
    const panel = event.currentTarget;
    const { left, bottom } = opener.current.getBoundingClientRect();
    const farthest = document.documentElement.clientWidth - panel.offsetWidth - EDGE_PX;
    // If there is no room below, it moves up over the button, not out of the window.
    const lowest = document.documentElement.clientHeight - panel.offsetHeight - EDGE_PX;
    panel.style.top = `${Math.max(EDGE_PX, Math.min(bottom + GAP_PX, lowest))}px`;
    panel.style.left = `${Math.max(EDGE_PX, Math.min(left, farthest))}px`;
  };

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClassName}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        data-ground="surface"
        className={isSheet ? classes.sheet : classes.panel}
        onToggle={placeBelowOpener}
      >
        {isSheet && <h2 className="rb-subheading">{label}</h2>}
        {children({ popoverTarget: id, popoverTargetAction: "hide" })}
      </div>
    </>
  );
}
