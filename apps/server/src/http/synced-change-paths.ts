import { matchPath, type RouteName } from "@ridgebook/contract";

/** The change that a call of a batch names, with the parameters of its path; undefined for any other call. */
export function findSyncedChange(call: {
  method: string;
  path: string;
}): { name: RouteName; params: Record<string, string> } | undefined {
  const found = matchPath(call, ({ isSyncedChange }) => isSyncedChange === true);
  return found && { name: found.name, params: found.params };
}
