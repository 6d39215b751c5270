import type { MouseEvent } from "react";
import classes from "#ui/link-row.module.css";

/** Marks the link or button of a row that a press anywhere on the row triggers. */
export const ROW_LINK = { "data-row-link": "" } as const;

/** Elements that handle their own presses inside a row: controls, and overlays. */
const OWN_PRESSES =
  "a, button, input, select, textarea, label, summary, [contenteditable], [role=button], dialog, [role=dialog], [popover]";

/**
 * Props of a table row or list item that opens its `ROW_LINK` when it is pressed anywhere. The link stays the only control: for the
 * keyboard and screen readers the row is nothing. Never stretch a link over a row instead: WebKit does not position table rows, so
 * the link would cover the page (decision 0048).
 *
 * @param className the row's own class
 */
export const linkRow = (className = "") => ({
  className: `${classes.row} ${className}`,
  onClick: followLink,
  onAuxClick: followLink,
  onMouseDown: preventAutoscroll,
});

function followLink(event: MouseEvent<HTMLElement>): void {
  const isMiddle = event.button === 1;
  if (event.defaultPrevented || (event.button !== 0 && !isMiddle) || !isPressOnRow(event)) return;
  if (!isMiddle && isSelectingText(event.currentTarget)) return;
  // A click with Ctrl or Cmd opens a new tab in every engine, a script's click of the middle button does not.
  event.currentTarget.querySelector("[data-row-link]")?.dispatchEvent(
    new window.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey: event.ctrlKey || isMiddle,
      metaKey: event.metaKey || isMiddle,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
    }),
  );
}

/** On a link the middle button starts no autoscroll; nor does it on a row that opens one. */
function preventAutoscroll(event: MouseEvent<HTMLElement>): void {
  if (event.button === 1 && isPressOnRow(event)) event.preventDefault();
}

/** React sends a row the presses in dialogs that its components open, anywhere in the page. */
function isPressOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const owner = target.closest(OWN_PRESSES);
  return owner === null || !currentTarget.contains(owner);
}

function isSelectingText(row: HTMLElement): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
