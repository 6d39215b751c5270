import { useLocation } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useAreRead } from "#local-data/first-reads.tsx";

/** Brings a section into view and its first field into focus when the address names it: `#notes`. */
export function useHashFocus(id: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  const isNamed = useAreRead() && hash === id;
  useLayoutEffect(() => {
    if (isNamed) element.current?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
  }, [isNamed]);
  useEffect(() => {
    // Behind the router, which begins a page at its top.
    if (isNamed) element.current?.scrollIntoView({ block: "nearest" });
  }, [isNamed]);
  return element;
}
