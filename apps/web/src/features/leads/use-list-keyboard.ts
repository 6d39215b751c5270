import { useEffect, useRef, type RefObject } from "react";
import { useSingleKeyShortcuts } from "#ui/single-key-shortcuts.ts";

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches("input, select, textarea"));

const isSomethingOpen = (): boolean =>
  document.querySelector("dialog[open], [popover]:popover-open, [role=dialog]:not([popover])") !== null;

const linksIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-row-link]") ?? []),
];

/**
 * `/` goes to the search, `n` begins a new lead, the arrow keys move through the rows; Enter opens, as it does any link.
 *
 * @param rowCount undefined until the list of what is typed has come, and 0 where the device has none yet and the server may. Arrow
 *   down and Enter from the search wait for the first row, so that a fast typist lands on the first lead that was searched for; any
 *   other key takes them back.
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
  /** What was asked of the first row before it was there. */
  const asked = useRef<"nothing" | "go" | "open">("nothing");
  useEffect(() => {
    if (!hasRows || asked.current === "nothing") return;
    const isToOpen = asked.current === "open";
    asked.current = "nothing";
    if (document.activeElement !== searchRef.current) return;
    const [first] = linksIn(listRef.current);
    first?.focus();
    // Leaving the search puts it into the address, which must be done before the address becomes the lead's.
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
