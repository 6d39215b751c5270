import { useSyncExternalStore } from "react";

/** look.md, "Layout": a phone ends at 640 px. CSS uses the same number in its media queries. */
const PHONE_QUERY = "(max-width: 640px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(PHONE_QUERY);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the page is as narrow as a phone. For what CSS alone cannot do: cards instead of a table, a sheet instead of a drawer. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE_QUERY).matches);
