import { createContext, use, useSyncExternalStore } from "react";
import type { AppState, AppStateStore } from "#app/app-state.ts";

export const AppStateContext = createContext<AppStateStore | undefined>(undefined);

/** The app-level state, drawn again whenever it changes. */
export function useAppState(): AppState {
  const store = use(AppStateContext);
  if (!store) throw new Error("useAppState needs an AppStateContext around it.");
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
