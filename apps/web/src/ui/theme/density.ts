import { useEffect, useSyncExternalStore } from "react";

/** Where the person's choice is kept; nothing is kept while it follows the device. */
const DENSITY_KEY = "ridgebook-density";

/** Wide with a fine pointer: the office. Everything else is used with fingers. Same query as in global.css. */
const OFFICE_QUERY = "(min-width: 1280px) and (pointer: fine)";

/** Field: controls of 44, rows of 52. Office: controls of 36, rows of 40. The layout is the same in both. */
export type Density = "field" | "office";
export type DensityChoice = Density | "auto";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(OFFICE_QUERY);
  listeners.add(listener);
  query.addEventListener("change", listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener("change", listener);
    window.removeEventListener("storage", listener);
  };
}

function readChoice(): DensityChoice {
  try {
    const stored = window.localStorage.getItem(DENSITY_KEY);
    return stored === "field" || stored === "office" ? stored : "auto";
  } catch {
    // Storage can be forbidden in the browser's settings; then every visit follows the device.
    return "auto";
  }
}

const readDensity = (): Density => {
  const choice = readChoice();
  if (choice !== "auto") return choice;
  return window.matchMedia(OFFICE_QUERY).matches ? "office" : "field";
};

function chooseDensity(choice: DensityChoice): void {
  try {
    if (choice === "auto") window.localStorage.removeItem(DENSITY_KEY);
    else window.localStorage.setItem(DENSITY_KEY, choice);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** The density in use, the person's choice, and how to choose another. */
export function useDensity(): { density: Density; choice: DensityChoice; choose: (choice: DensityChoice) => void } {
  const density = useSyncExternalStore(subscribe, readDensity);
  const choice = useSyncExternalStore(subscribe, readChoice);
  return { density, choice, choose: chooseDensity };
}

/** Puts the person's choice on `<html data-density>`, from which global.css takes the sizes. Called once, by the provider. */
export function useApplyDensity(): void {
  const choice = useSyncExternalStore(subscribe, readChoice);
  useEffect(() => {
    if (choice === "auto") delete document.documentElement.dataset.density;
    else document.documentElement.dataset.density = choice;
  }, [choice]);
}
