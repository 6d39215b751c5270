import { useSyncExternalStore } from "react";
import { keptTexts } from "#ui/kept-texts.ts";

/** Whether rows show what the company pays or what the homeowner pays (look.md "Row"). */
export type AmountsView = "cost" | "price";

const KEY = "ridgebook-amounts-view";
const read = (): AmountsView => (keptTexts.read(KEY) === "price" ? "price" : "cost");

/** The person's last choice, cost at first; every row and head follows it. */
export function useAmountsView(): { view: AmountsView; setView: (view: AmountsView) => void } {
  return {
    view: useSyncExternalStore(keptTexts.subscribe, read),
    setView: (view) => keptTexts.keep(KEY, view),
  };
}
