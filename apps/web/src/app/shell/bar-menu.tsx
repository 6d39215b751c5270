import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import classes from "#app/shell/bar-menu.module.css";

/**
 * A button in the top bar and its panel: links, buttons and choices, reached with Tab. The browser opens it, closes it on Escape and on a press
 * elsewhere, and restores the focus. Navigation closes it too; a button that must close it has `popoverTarget` with `popoverTargetAction="hide"`.
 */
export function BarMenu({
  id,
  buttonLabel,
  buttonClassName,
  button,
  children,
}: {
  id: string;
  /** Where the button shows no text. */
  buttonLabel?: string;
  buttonClassName: string | undefined;
  button: ReactNode;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const address = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => menu.current?.hidePopover(), [address]);
  return (
    <>
      <button type="button" className={buttonClassName} aria-label={buttonLabel} popoverTarget={id}>
        {button}
      </button>
      <div ref={menu} id={id} popover="auto" className={classes.menu}>
        {children}
      </div>
    </>
  );
}
