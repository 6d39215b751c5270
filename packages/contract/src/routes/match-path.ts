import type { Route } from "./define-routes.ts";
import { routes, type RouteName } from "./routes.ts";

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, "").replace(/:[a-zA-Z]+/g, "([^/]+)")}/?$`, "i");

const paths = (Object.entries(routes) as [RouteName, Route][]).map(([name, route]) => ({
  name,
  route,
  pattern: toPattern(route.path),
  params: [...route.path.matchAll(/:([a-zA-Z]+)/g)].map(([, param]) => param ?? ""),
}));

/** Finds the route of a method and path, with the path's parameters; undefined for none. */
export function matchPath(
  { method, path }: { method: string; path: string },
  isWanted: (route: Route) => boolean = () => true,
): { name: RouteName; route: Route; params: Record<string, string> } | undefined {
  for (const { name, route, pattern, params } of paths) {
    const match = route.method === method && isWanted(route) ? pattern.exec(path) : null;
    if (match)
      return { name, route, params: Object.fromEntries(params.map((param, index) => [param, match[index + 1] ?? ""])) };
  }
  return undefined;
}
