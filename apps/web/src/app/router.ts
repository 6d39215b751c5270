import { createRoute, createRouter } from "@tanstack/react-router";
import { homePath } from "#app/guards/home-path.ts";
import { accountRoutes, signInRoutes } from "#app/routes/account-routes.ts";
import { adminRoutes, masterRoutes } from "#app/routes/admin-routes.ts";
import { configRoutes } from "#app/routes/config-routes.ts";
import { estimatorRoutes, homeownerRoute } from "#app/routes/estimator-routes.ts";
import { askingRoute, framedRoute, rootRoute } from "#app/routes/frame-routes.ts";
import { notFoundRoutes, publicRoutes } from "#app/routes/public-routes.ts";
import { redirectTo, type RouterContext } from "#app/routes/route-parts.ts";
import { parseSearch, stringifySearch } from "#app/search-params.ts";
import { PageFailure } from "#app/shell/page-failure.tsx";

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: ({ context }) => {
    throw redirectTo(homePath(context.state.getSnapshot().user));
  },
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  ...signInRoutes,
  homeownerRoute,
  framedRoute.addChildren([
    ...publicRoutes,
    estimatorRoutes,
    askingRoute.addChildren([...accountRoutes, configRoutes, adminRoutes, masterRoutes]),
    ...notFoundRoutes,
  ]),
]);

/** Every page of the app, its guards, and its redirects. */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    // The former page stays until the next one is ready; slow parts of a page show their own skeleton.
    defaultPendingMs: Infinity,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The page's title in the window, and in the top bar of a phone. */
    title?: string;
  }
}
