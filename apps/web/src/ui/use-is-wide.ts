import { useSyncExternalStore } from "react";

/** look.md, "Layout": from 1280 px of text at its usual size a page has room for something beside it, as in the media queries of the built CSS. */
const WIDE_QUERY = "(min-width: 80em)";

let query: MediaQueryList | undefined;
const wideQuery = (): MediaQueryList => (query ??= window.matchMedia(WIDE_QUERY));

function subscribe(listener: () => void): () => void {
  wideQuery().addEventListener("change", listener);
  return () => wideQuery().removeEventListener("change", listener);
}

const isWide = (): boolean => wideQuery().matches;

/** Whether there is room beside a form. For what CSS alone cannot do: a part of the page that is not even loaded otherwise. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide);
