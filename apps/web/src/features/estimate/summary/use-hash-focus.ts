import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { selectOnFirstPress } from "#ui/select-on-entry.ts";

/** Brings a section into view and its first field into focus when the address names it: `#notes`. */
export function useHashFocus(id: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== id) return;
    element.current?.scrollIntoView({ block: "nearest" });
    const field = element.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    field?.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement) selectOnFirstPress(field);
  }, [hash, id]);
  return element;
}
