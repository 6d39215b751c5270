import { matchPath, type RouteName } from "@ridgebook/contract";

/** The change that a call of a batch names, with the parameters of its path; undefined for any other call. */
export const findSyncedChange = (call: {
  method: string;
  path: string;
}): { name: RouteName; params: Record<string, string> } | undefined =>
  matchPath(call, ({ isSyncedChange }) => isSyncedChange === true);
