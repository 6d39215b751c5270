import { useLocation, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusOfSearch } from "#features/estimate/scope-check/finding-path.ts";

/** A page renders its fields within this many tries. */
const TRIES = 40;
const TRY_EVERY_MS = 75;

/** The element of a field's first row, by the field's key: "gutter.gutterType" is at field-gutter-12-gutterType. */
function elementOfField(key: string): HTMLElement | undefined {
  const properties = key.split(".").map((property) => `${property}(?:--?\\d+)?`);
  const pattern = new RegExp(`^field-${properties.join("-")}(?:-quantity)?$`);
  const [first = key] = key.split(".");
  const candidates = document.querySelectorAll<HTMLElement>(`[id^="field-${CSS.escape(first)}"]`);
  return [...candidates].find(({ id }) => pattern.test(id));
}

/** Scrolls to the field that the address names (`?focus=stepFlashing`), once it is rendered. */
export function useFocusOfAddress(): void {
  const focus = useSearch({ strict: false, select: (search) => focusOfSearch(search) });
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    if (focus === undefined) return undefined;
    // Stop when the person does something else.
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
