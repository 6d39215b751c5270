import { routes, type Route, type RouteName } from "@ridgebook/contract";

interface SyncedChangePath {
  readonly name: RouteName;
  readonly method: string;
  readonly pattern: RegExp;
  readonly params: readonly string[];
}

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, "").replace(/:[a-zA-Z]+/g, "([^/]+)")}/?$`, "i");

const paths: readonly SyncedChangePath[] = (Object.entries(routes) as [RouteName, Route][])
  .filter(([, route]) => route.isSyncedChange)
  .map(([name, { method, path }]) => ({
    name,
    method,
    pattern: toPattern(path),
    params: [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, param]) => param ?? ""),
  }));

/** The change that a call of a batch names, with the parameters of its path; undefined for any other call. */
export function findSyncedChange({
  method,
  path,
}: {
  method: string;
  path: string;
}): { name: RouteName; params: Record<string, string> } | undefined {
  for (const candidate of paths) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (match)
      return {
        name: candidate.name,
        params: Object.fromEntries(candidate.params.map((param, index) => [param, match[index + 1] ?? ""])),
      };
  }
  return undefined;
}
