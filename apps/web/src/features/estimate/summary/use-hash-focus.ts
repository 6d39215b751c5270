import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { useAreRead } from "#local-data/first-reads.tsx";

/** Brings a section into view and its first field into focus when the address names it: `#notes`. */
export function useHashFocus(id: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  const isShown = useAreRead();
  useEffect(() => {
    if (hash !== id || !isShown) return;
    element.current?.scrollIntoView({ block: "nearest" });
    element.current?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
  }, [hash, id, isShown]);
  return element;
}
