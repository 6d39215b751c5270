import { matchPath, type RouteName } from "@ridgebook/contract";

/** Finds the route of a batch's call, with the parameters of its path; undefined if it is no synced change. */
export function findSyncedChange(call: {
  method: string;
  path: string;
}): { name: RouteName; params: Record<string, string> } | undefined {
  const found = matchPath(call, ({ isSyncedChange }) => isSyncedChange === true);
  return found && { name: found.name, params: found.params };
}
