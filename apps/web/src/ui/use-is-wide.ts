import { useSyncExternalStore } from "react";

/** look.md, "Layout": from 1280 px a page has room for something beside it. CSS uses the same number in its media queries. */
const WIDE_QUERY = "(min-width: 1280px)";

let query: MediaQueryList | undefined;
const wideQuery = (): MediaQueryList => (query ??= window.matchMedia(WIDE_QUERY));

function subscribe(listener: () => void): () => void {
  wideQuery().addEventListener("change", listener);
  return () => wideQuery().removeEventListener("change", listener);
}

const isWide = (): boolean => wideQuery().matches;

/** Whether there is room beside a form. For what CSS alone cannot do: a part of the page that is not even loaded without it. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide);
