import { createContext, use } from "react";
import type { AppState, AppStateStore } from "#app/app-state.ts";
import { useMembers } from "#local-data/use-members.ts";

export const AppStateContext = createContext<AppStateStore | undefined>(undefined);

/** Members of the app-level state; renders again whenever one of them changes. */
export function useAppState<Name extends keyof AppState>(...names: [Name, ...Name[]]): Pick<AppState, Name> {
  const store = use(AppStateContext);
  if (!store) throw new Error("useAppState needs an AppStateContext around it.");
  return useMembers(store, names);
}
