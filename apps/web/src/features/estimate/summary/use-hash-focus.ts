import { useLocation } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Brings a section into view and its first field into focus when the address names it: `#notes`. */
export function useHashFocus(id: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  useLayoutEffect(() => {
    if (hash === id) element.current?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
  }, [hash, id]);
  useEffect(() => {
    // Behind the router, which begins a page at its top.
    if (hash === id) element.current?.scrollIntoView({ block: "nearest" });
  }, [hash, id]);
  return element;
}
