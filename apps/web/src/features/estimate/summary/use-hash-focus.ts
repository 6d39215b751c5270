import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";

/**
 * Lets the first press into a field that has the focus already select what stands in it, as coming into the field does: the caret beside
 * its 0 would make 50 of a typed 5.
 */
function selectOnFirstPress(field: HTMLInputElement): void {
  const ends = new AbortController();
  const { signal } = ends;
  const end = (): void => ends.abort();
  // Pressed within a selection, the browser would put the caret there once the click is over: so there is none by then.
  field.addEventListener("mousedown", () => field.setSelectionRange(0, 0), { once: true, signal });
  field.addEventListener("click", () => field.select(), { once: true, signal });
  field.addEventListener("input", end, { once: true, signal });
  field.addEventListener("blur", end, { once: true, signal });
}

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
