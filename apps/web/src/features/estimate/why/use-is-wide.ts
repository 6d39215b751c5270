import { useSyncExternalStore } from "react";

/** From here on the tape stands beside the page. The CSS of the host uses the same number. */
const WIDE_QUERY = "(min-width: 1280px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE_QUERY);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(WIDE_QUERY).matches);
