import { useEffect, useSyncExternalStore } from "react";
import { keptTexts } from "#ui/kept-texts.ts";

/** The storage key of the choice. */
const DENSITY_KEY = "ridgebook-density";

/** Wide with a fine pointer: the office. Everything else is used with fingers. Same query as in global.css. */
const OFFICE_QUERY = "(min-width: 80em) and (pointer: fine)";

/** Field: controls of 44, rows of 52. Office: controls of 36, rows of 40. The layout is the same in both. */
type Density = "field" | "office";
type DensityChoice = Density | "auto";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(OFFICE_QUERY);
  const stop = keptTexts.subscribe(listener);
  query.addEventListener("change", listener);
  return () => {
    stop();
    query.removeEventListener("change", listener);
  };
}

function readChoice(): DensityChoice {
  const kept = keptTexts.read(DENSITY_KEY);
  return kept === "field" || kept === "office" ? kept : "auto";
}

const readDensity = (): Density => {
  const choice = readChoice();
  if (choice !== "auto") return choice;
  return window.matchMedia(OFFICE_QUERY).matches ? "office" : "field";
};

const chooseDensity = (choice: DensityChoice): void => keptTexts.keep(DENSITY_KEY, choice);

/** The current density, the user's choice, and how to choose another. */
export function useDensity(): { density: Density; choice: DensityChoice; choose: (choice: DensityChoice) => void } {
  const density = useSyncExternalStore(subscribe, readDensity);
  const choice = useSyncExternalStore(subscribe, readChoice);
  return { density, choice, choose: chooseDensity };
}

/** Sets the user's choice on `<html data-density>`, from which global.css takes the sizes. Called once, by the provider. */
export function useApplyDensity(): void {
  const choice = useSyncExternalStore(subscribe, readChoice);
  useEffect(() => {
    if (choice === "auto") delete document.documentElement.dataset.density;
    else document.documentElement.dataset.density = choice;
  }, [choice]);
}
