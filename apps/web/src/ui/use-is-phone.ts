import { useSyncExternalStore } from "react";

/** look.md, "Layout": a phone ends at 640 px. CSS uses the same number in its media queries. */
const PHONE_QUERY = "(max-width: 640px)";

let query: MediaQueryList | undefined;
/** Asked for once: components read it with every drawing. */
const phoneQuery = (): MediaQueryList => (query ??= window.matchMedia(PHONE_QUERY));

function subscribe(listener: () => void): () => void {
  phoneQuery().addEventListener("change", listener);
  return () => phoneQuery().removeEventListener("change", listener);
}

const isPhone = (): boolean => phoneQuery().matches;

/** Whether the page is as narrow as a phone. For what CSS alone cannot do: cards instead of a table, a sheet instead of a drawer. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone);
