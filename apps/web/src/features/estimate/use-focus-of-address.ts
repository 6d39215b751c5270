import { useLocation, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusOfSearch } from "#features/estimate/scope-check/finding-path.ts";

/** A page draws its fields within this time; then the visitor has begun something else. */
const TRIES = 40;
const TRY_EVERY_MS = 75;

/** The element of the first row of a field, by its key: "gutter.gutterType" is entered at field-gutter-12-gutterType. */
function elementOfField(key: string): HTMLElement | undefined {
  const properties = key.split(".").map((property) => `${property}(?:--?\\d+)?`);
  const pattern = new RegExp(`^field-${properties.join("-")}(?:-quantity)?$`);
  const [first = key] = key.split(".");
  const candidates = document.querySelectorAll<HTMLElement>(`[id^="field-${CSS.escape(first)}"]`);
  return [...candidates].find(({ id }) => pattern.test(id));
}

/** Brings the field that the address names (`?focus=stepFlashing`) into view, once its page is drawn. */
export function useFocusOfAddress(): void {
  const focus = useSearch({ strict: false, select: (search) => focusOfSearch(search) });
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    if (focus === undefined) return undefined;
    // Somebody who has begun something else meanwhile is not taken out of it.
    const person = new AbortController();
    let tries = 0;
    const timer = setInterval(() => {
      const element = elementOfField(focus);
      tries += 1;
      if (!element && tries < TRIES) return;
      person.abort();
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: "center" });
    }, TRY_EVERY_MS);
    person.signal.addEventListener("abort", () => clearInterval(timer));
    for (const type of ["pointerdown", "keydown"])
      document.addEventListener(type, () => person.abort(), { signal: person.signal, passive: true });
    return () => person.abort();
  }, [focus, pathname]);
}
