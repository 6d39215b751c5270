import { useEffect } from "react";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** How long a page that stays open may go on without having asked for newer prices. */
const ASK_AGAIN_AFTER_MS = 3 * 60_000;

/**
 * Asks the server for newer prices when the page opens, when somebody comes back to it, and every few minutes while it is looked at. What
 * comes is stored; `usePriceBook` then answers with it.
 */
export function usePriceRefresh(): void {
  const { sync } = useLocalData();
  useEffect(() => {
    const ask = (): void => {
      // A failure that matters is in the status; the next try is not far.
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
