import { useEffect } from "react";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** The interval of the refresh while a page is open. */
const ASK_AGAIN_AFTER_MS = 3 * 60_000;

/**
 * Fetches newer prices when the page opens, when it becomes visible again, and every few minutes while it is visible. They are stored, and
 * `usePriceBook` reads them.
 */
export function usePriceRefresh(): void {
  const { sync } = useLocalData();
  useEffect(() => {
    const ask = (): void => {
      // The status shows failures, and the next try follows soon.
      if (document.visibilityState === "visible") sync.refresh().catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, ASK_AGAIN_AFTER_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [sync]);
}
