import { accountRoutes, companyRoutes, infoRoutes, type Route, type RouteName } from "@ridgebook/contract";

/** What is called before anything of a company is shown. These come with the first page. */
const START_ROUTES: Partial<Record<RouteName, Route>> = { ...accountRoutes, ...companyRoutes, ...infoRoutes };

/** The contract of a call. All others, with the schemas of every record, are loaded once they are needed. */
export async function findRoute(name: RouteName): Promise<Route> {
  const startRoute = START_ROUTES[name];
  if (startRoute) return startRoute;
  const { routes } = await import("#server-client/all-routes.ts");
  return routes[name];
}
