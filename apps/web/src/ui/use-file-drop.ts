import { useCallback, useEffect, useRef, useState } from "react";

/** Takes a file that is dropped into an element. The buttons beside it do the same for those who do not drag. */
export function useFileDrop(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const newest = useRef(onDrop);
  useEffect(() => {
    newest.current = onDrop;
  });
  const dropRef = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const listen = (name: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void): void =>
      element.addEventListener(name, listener, { signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setIsOver(true);
    });
    listen("dragleave", () => setIsOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) newest.current(file);
    });
    return () => listening.abort();
  }, []);
  return { isOver, dropRef };
}
