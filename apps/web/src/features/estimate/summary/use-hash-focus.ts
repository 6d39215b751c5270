import { useLocation } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useAreRead } from "#local-data/first-reads.tsx";

/** Scrolls to a section and focuses its first field when the address has its hash: `#notes`. */
export function useHashFocus(id: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  const isNamed = useAreRead() && hash === id;
  useLayoutEffect(() => {
    if (isNamed) element.current?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
  }, [isNamed]);
  useEffect(() => {
    // After the router, which scrolls to the top first.
    if (isNamed) element.current?.scrollIntoView({ block: "nearest" });
  }, [isNamed]);
  return element;
}
