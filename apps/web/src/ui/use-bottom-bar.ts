import { useEffect, useState } from "react";

type HeightVariable = "--rb-bottom-bar" | "--rb-banner" | "--rb-panel-foot";

function useReportedHeight(variable: HeightVariable): (element: HTMLElement | null) => void {
  const [shown, setShown] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!shown) return undefined;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty(variable, `${shown.offsetHeight}px`));
    observer.observe(shown);
    return () => {
      observer.disconnect();
      root.style.removeProperty(variable);
    };
  }, [shown, variable]);
  return setShown;
}

/** Tells the page how high its bottom bar is, so that notices stand above it and focused fields scroll clear of it. */
export const useBottomBar = (): ((element: HTMLElement | null) => void) => useReportedHeight("--rb-bottom-bar");

/** The same of a banner, which stands above the bottom bar. */
export const useBanner = (): ((element: HTMLElement | null) => void) => useReportedHeight("--rb-banner");

/** The same of the foot of a panel that covers the page: its buttons are free while a notice stands. */
export const usePanelFoot = (): ((element: HTMLElement | null) => void) => useReportedHeight("--rb-panel-foot");
