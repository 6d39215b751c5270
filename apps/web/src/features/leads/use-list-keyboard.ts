import { useEffect, type RefObject } from "react";
import { useSingleKeyShortcuts } from "#ui/single-key-shortcuts.ts";

/** Rows mark their link with this, so that the arrow keys find it. */
export const ROW_LINK = { "data-row-link": "" } as const;

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches("input, select, textarea"));

const isSomethingOpen = (): boolean =>
  document.querySelector("dialog[open], [popover]:popover-open, [role=dialog]:not([popover])") !== null;

/** `/` goes to the search, `n` begins a new lead, the arrow keys move through the rows; Enter opens, as it does any link. */
export function useListKeyboard({
  listRef,
  searchRef,
  onNew,
}: {
  listRef: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  onNew: () => void;
}): void {
  const hasLetters = useSingleKeyShortcuts().choice === "on";
  useEffect(() => {
    const moveBy = (step: 1 | -1): boolean => {
      const links = [...(listRef.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
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
        const leavesSearch = event.key === "ArrowDown" && activeElement === searchRef.current;
        if (leavesSearch && moveBy(1)) event.preventDefault();
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
  }, [listRef, searchRef, onNew, hasLetters]);
}
