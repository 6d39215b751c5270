import { useSyncExternalStore } from "react";
import { useOwnAmounts } from "#features/estimate/own-amounts.tsx";
import { keptTexts } from "#ui/kept-texts.ts";

/** Whether rows show the company's costs or the homeowner's prices (look.md "Row"). */
export type AmountsView = "cost" | "price";

const KEY = "ridgebook-amounts-view";
const read = (): AmountsView => (keptTexts.read(KEY) === "price" ? "price" : "cost");

/** The person's last choice; cost by default. Choosing cost also reveals hidden costs. */
export function useAmountsView(): { view: AmountsView; setView: (view: AmountsView) => void } {
  const kept = useSyncExternalStore(keptTexts.subscribe, read);
  const { isHidden, show } = useOwnAmounts();
  return {
    view: isHidden ? "price" : kept,
    setView: (view) => {
      keptTexts.keep(KEY, view);
      if (view === "cost") show();
    },
  };
}
