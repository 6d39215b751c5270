import { use, useSyncExternalStore, type ReactNode } from "react";
import classes from "#features/estimate/own-amounts.module.css";
import { SessionContext } from "#server-client/session-context.tsx";

/*
 * Cost and margin are internal. If the company's settings hide them on sales screens, a button reveals them, because homeowners look at the
 * same screen. They are hidden again on the next page, and after a while.
 */

const SHOWN_FOR_MS = 60_000;

const listeners = new Set<() => void>();
/** The address of the page that shows them. */
let shownOn: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function setShown(address: string | undefined): void {
  clearTimeout(timer);
  shownOn = address;
  if (address !== undefined) timer = setTimeout(hideUnlessTyping, SHOWN_FOR_MS);
  for (const listener of listeners) listener();
}

/** Does not hide a cost while it is being edited. */
function hideUnlessTyping(): void {
  if (document.activeElement instanceof HTMLInputElement) setShown(shownOn);
  else setShown(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isShownHere = (): boolean => shownOn === window.location.pathname;

/** Whether cost and margin are hidden now; never without a session. */
export function useOwnAmounts(): { isHidden: boolean; isKept: boolean; show: () => void; hide: () => void } {
  const isShown = useSyncExternalStore(subscribe, isShownHere);
  const isKept = use(SessionContext)?.settings?.hideAmountsOnSalesScreens === true;
  return {
    isHidden: isKept && !isShown,
    /** Whether the company hides them, even if they are revealed now. */
    isKept,
    show: () => setShown(window.location.pathname),
    hide: () => setShown(undefined),
  };
}

/** Wraps cost or margin; while they are hidden, shows a button instead. */
export function OwnAmounts({ children }: { children: ReactNode }) {
  const { isHidden, isKept, show, hide } = useOwnAmounts();
  if (isHidden)
    return (
      <button type="button" className={classes.press} onClick={show}>
        Show cost and margin
      </button>
    );
  if (!isKept) return children;
  return (
    <>
      {children}
      <button type="button" className={classes.press} onClick={hide}>
        Hide
      </button>
    </>
  );
}

/** Wraps cost or margin on pages that have the button elsewhere. */
export function OnlyShownAmounts({ children }: { children: ReactNode }) {
  return useOwnAmounts().isHidden ? null : children;
}
