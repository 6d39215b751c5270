import { createRoute } from "@tanstack/react-router";
import { framedRoute } from "#app/routes/frame-routes.ts";
import {
  ANYBODY_ONLINE,
  COMPANY_ADMIN,
  EVERYBODY,
  lazyPage,
  MASTER_ADMIN,
  page,
  SUPER_ADMIN,
  withSafeReferrer,
} from "#app/routes/route-parts.ts";

const aboutRoute = createRoute({
  ...page({ title: "About", rule: EVERYBODY }),
  getParentRoute: () => framedRoute,
  path: "/about",
  component: lazyPage(() => import("#features/public/about-page.tsx"), "AboutPage"),
});

const policiesRoute = createRoute({
  ...page({ title: "Policies", rule: EVERYBODY }),
  getParentRoute: () => framedRoute,
  path: "/policies",
  component: lazyPage(() => import("#features/public/policies-page.tsx"), "PoliciesPage"),
});

const accessDeniedRoute = createRoute({
  ...page({ title: "Access denied", rule: EVERYBODY }),
  getParentRoute: () => framedRoute,
  path: "/access-denied",
  component: lazyPage(() => import("#features/public/access-denied-page.tsx"), "AccessDeniedPage"),
});

const offlineRoute = createRoute({
  ...page({ title: "Offline", rule: EVERYBODY }),
  validateSearch: withSafeReferrer,
  getParentRoute: () => framedRoute,
  path: "/offline",
  component: lazyPage(() => import("#features/public/offline-page.tsx"), "OfflinePage"),
});

export const publicRoutes = [aboutRoute, policiesRoute, accessDeniedRoute, offlineRoute] as const;

const notFoundPage = lazyPage(() => import("#features/public/not-found-page.tsx"), "NotFoundPage");

/** Unknown addresses: below a guarded area its guard decides first who sees that nothing is there. */
export const notFoundRoutes = Object.entries({
  "": EVERYBODY,
  account: ANYBODY_ONLINE,
  admin: SUPER_ADMIN,
  master: MASTER_ADMIN,
  config: COMPANY_ADMIN,
}).map(([area, rule]) =>
  createRoute({
    ...page({ title: "Page not found", rule }),
    getParentRoute: () => framedRoute,
    path: `${area}/$`,
    component: notFoundPage,
  }),
);
