import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useSingleKeyShortcuts } from "#ui/single-key-shortcuts.ts";

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches("input, select, textarea"));

const isSomethingOpen = (): boolean =>
  document.querySelector("dialog[open], [popover]:popover-open, [role=dialog]:not([popover])") !== null;

const linksIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-row-link]") ?? []),
];

/**
 * `/` focuses the search, `n` adds a lead, arrow keys move through the rows; Enter opens the focused link.
 *
 * @param rowCount undefined until the typed search has results, and 0 if the device has none yet but the server may. Arrow down and Enter
 * from the search wait for the first row, so that a fast typist lands on the right lead; any other key cancels.
 */
export function useListKeyboard({
  listRef,
  searchRef,
  rowCount,
  onNew,
}: {
  listRef: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  rowCount: number | undefined;
  onNew: () => void;
}): void {
  const hasRows = (rowCount ?? 0) > 0;
  const hasLetters = useSingleKeyShortcuts().choice === "on";
  /** The action waiting for the first row. */
  const asked = useRef<"nothing" | "go" | "open">("nothing");
  useLayoutEffect(() => {
    if (!hasRows || asked.current === "nothing") return;
    const isToOpen = asked.current === "open";
    asked.current = "nothing";
    if (document.activeElement !== searchRef.current) return;
    const [first] = linksIn(listRef.current);
    first?.focus();
    // Leaving the search writes it to the address, which must happen before the lead's page opens.
    if (isToOpen) setTimeout(() => first?.click());
  }, [hasRows, listRef, searchRef]);

  useEffect(() => {
    const moveBy = (step: 1 | -1): boolean => {
      const links = linksIn(listRef.current);
      const current = links.findIndex((link) => link === document.activeElement);
      if (current === 0 && step === -1) {
        searchRef.current?.focus();
        return true;
      }
      const next = links[current === -1 ? (step === 1 ? 0 : links.length - 1) : current + step];
      next?.focus();
      return next !== undefined;
    };
    const handleKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isSomethingOpen()) return;
      const { activeElement } = document;
      if (isTyping(activeElement)) {
        if (activeElement !== searchRef.current) return;
        const wasAsked = asked.current;
        asked.current = "nothing";
        if (event.key === "ArrowDown") {
          if (!hasRows) asked.current = "go";
          if (!hasRows || moveBy(1)) event.preventDefault();
        } else if (event.key === "Enter" && wasAsked !== "nothing") {
          asked.current = "open";
          event.preventDefault();
        }
        return;
      }
      if (event.key === "/" && hasLetters) {
        searchRef.current?.focus();
        searchRef.current?.select();
      } else if (event.key === "n" && !event.shiftKey && hasLetters) {
        onNew();
      } else if (event.key !== "ArrowDown" && event.key !== "ArrowUp") {
        return;
      } else if (event.shiftKey || !moveBy(event.key === "ArrowDown" ? 1 : -1)) {
        return;
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [listRef, searchRef, hasRows, onNew, hasLetters]);
}
