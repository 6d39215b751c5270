import { useSyncExternalStore } from "react";

/** look.md, "Layout": a phone ends at 640 px of text at its usual size, as in the media queries of the built CSS. */
const PHONE_QUERY = "(max-width: 40em)";

let query: MediaQueryList | undefined;
/** Created once: components read it with every render. */
const phoneQuery = (): MediaQueryList => (query ??= window.matchMedia(PHONE_QUERY));

function subscribe(listener: () => void): () => void {
  phoneQuery().addEventListener("change", listener);
  return () => phoneQuery().removeEventListener("change", listener);
}

const isPhone = (): boolean => phoneQuery().matches;

/** Whether the page is as narrow as a phone. For what CSS alone cannot do: cards instead of a table, a sheet instead of a drawer. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone);
