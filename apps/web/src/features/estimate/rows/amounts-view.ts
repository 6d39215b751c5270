import { useSyncExternalStore } from "react";

/** Whether rows show what the company pays or what the homeowner pays (look.md "Row"). */
export type AmountsView = "cost" | "price";

const KEY = "ridgebook-amounts-view";
const listeners = new Set<() => void>();

const read = (): AmountsView => (localStorage.getItem(KEY) === "price" ? "price" : "cost");

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
};

/** The person's last choice, cost at first; every row and head follows it. */
export function useAmountsView(): { view: AmountsView; setView: (view: AmountsView) => void } {
  return {
    view: useSyncExternalStore(subscribe, read),
    setView: (view) => {
      localStorage.setItem(KEY, view);
      for (const listener of listeners) listener();
    },
  };
}
