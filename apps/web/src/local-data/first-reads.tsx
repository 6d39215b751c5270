import { createContext, use, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";

/** Slow parts are rendered as they arrive, so that the page is not empty. */
export const FIRST_READS_WAIT_MS = 300;

/** Notes a pending read; the returned function ends it. */
type BeginRead = () => () => void;

const BeginReadContext = createContext<BeginRead | undefined>(undefined);
const AreReadContext = createContext(true);

/**
 * Tells whether everything that is read below has been read once. The device answers within milliseconds: parts that are drawn together
 * do not push each other away from under a finger. `data-is-coming` hides the children of an element meanwhile.
 *
 * @param maxWaitMs `Infinity` where something else is shown meanwhile
 */
export function FirstReads({
  maxWaitMs = FIRST_READS_WAIT_MS,
  children,
}: {
  maxWaitMs?: number;
  children: (areRead: boolean) => ReactNode;
}) {
  const [areRead, setAreRead] = useState(false);
  const pendingCount = useRef(0);
  const begin = useCallback<BeginRead>(() => {
    pendingCount.current += 1;
    return () => {
      pendingCount.current -= 1;
      // The same commit may bring in a part that reads in its turn.
      queueMicrotask(() => {
        if (pendingCount.current === 0) setAreRead(true);
      });
    };
  }, []);
  useEffect(() => {
    const endWait = (): void => setAreRead(true);
    if (pendingCount.current === 0) endWait();
    if (maxWaitMs === Infinity) return;
    const timer = setTimeout(endWait, maxWaitMs);
    return () => clearTimeout(timer);
  }, [maxWaitMs]);
  return (
    <BeginReadContext value={begin}>
      <AreReadContext value={areRead}>{children(areRead)}</AreReadContext>
    </BeginReadContext>
  );
}

/** Notes a read in the nearest `FirstReads` above, if any. Local queries do so themselves. */
export function useFirstRead(isPending: boolean): void {
  const begin = use(BeginReadContext);
  useLayoutEffect(() => (isPending ? begin?.() : undefined), [begin, isPending]);
}

/** false while the nearest `FirstReads` above is pending: what is hidden takes no focus. */
export const useAreRead = (): boolean => use(AreReadContext);
