import { useEffect, useState } from "react";

const HEIGHT_VARIABLE = "--rb-bottom-bar";

/** Tells the page how high its bottom bar is, so that notices stand above it and focused fields scroll clear of it. */
export function useBottomBar(): (element: HTMLElement | null) => void {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!bar) return undefined;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty(HEIGHT_VARIABLE, `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      root.style.removeProperty(HEIGHT_VARIABLE);
    };
  }, [bar]);
  return setBar;
}
