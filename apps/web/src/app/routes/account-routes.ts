import { createRoute } from "@tanstack/react-router";
import { askingRoute, rootRoute } from "#app/routes/frame-routes.ts";
import { ANONYMOUS, ANYBODY_ONLINE, lazyPage, page, SIGNED_IN, withSafeReferrer } from "#app/routes/route-parts.ts";
import { LoginPage } from "#features/account/login-page.tsx";

const loginRoute = createRoute({
  ...page({ title: "Log in", rule: ANONYMOUS }),
  validateSearch: withSafeReferrer,
  getParentRoute: () => rootRoute,
  path: "/account/login",
  // Not lazy: it is the first page of most first visits.
  component: LoginPage,
});

const forgotPasswordRoute = createRoute({
  ...page({ title: "Forgot password", rule: ANYBODY_ONLINE }),
  getParentRoute: () => rootRoute,
  path: "/account/forgot-password",
  component: lazyPage(() => import("#features/account/forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  ...page({ title: "Reset password", rule: ANYBODY_ONLINE }),
  getParentRoute: () => rootRoute,
  path: "/account/reset-password",
  component: lazyPage(() => import("#features/account/reset-password-page.tsx"), "ResetPasswordPage"),
});

const setUpRoute = createRoute({
  ...page({ title: "Set up your account", rule: ANYBODY_ONLINE }),
  getParentRoute: () => rootRoute,
  path: "/account/setup",
  component: lazyPage(() => import("#features/account/set-up-page.tsx"), "SetUpPage"),
});

const manageRoute = createRoute({
  ...page({ title: "Manage account", rule: SIGNED_IN }),
  getParentRoute: () => askingRoute,
  path: "/account/manage",
  component: lazyPage(() => import("#features/account/manage-account-page.tsx"), "ManageAccountPage"),
});

const companiesRoute = createRoute({
  ...page({ title: "Select company", rule: SIGNED_IN }),
  getParentRoute: () => askingRoute,
  path: "/account/companies",
  component: lazyPage(() => import("#features/account/companies-page.tsx"), "CompaniesPage"),
});

/** Pages without the top bar. */
export const signInRoutes = [loginRoute, forgotPasswordRoute, resetPasswordRoute, setUpRoute] as const;

/** Pages for signed-in users. */
export const accountRoutes = [manageRoute, companiesRoute] as const;
