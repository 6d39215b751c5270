import { createContext, use } from "react";
import type { AppUpdates } from "#app/shell/app-updates.ts";

export const AppUpdatesContext = createContext<AppUpdates | undefined>(undefined);

export function useAppUpdates(): AppUpdates {
  const updates = use(AppUpdatesContext);
  if (!updates) throw new Error("useAppUpdates needs an AppUpdatesContext around it.");
  return updates;
}
