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

/** Reports the height of the page's bottom bar, so that notices are placed above it and focused fields scroll clear of it. */
export const useBottomBar = (): ((element: HTMLElement | null) => void) => useReportedHeight("--rb-bottom-bar");

/** The same for a banner above the bottom bar. */
export const useBanner = (): ((element: HTMLElement | null) => void) => useReportedHeight("--rb-banner");

/** The same for the footer of a panel that covers the page: a notice does not cover its buttons. */
export const usePanelFoot = (): ((element: HTMLElement | null) => void) => useReportedHeight("--rb-panel-foot");
