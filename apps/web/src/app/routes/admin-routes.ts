import { isCompanyUser } from "@ridgebook/contract";
import { createRoute } from "@tanstack/react-router";
import { askingRoute } from "#app/routes/frame-routes.ts";
import { lazyPage, MASTER_ADMIN, page, redirectTo, SUPER_ADMIN } from "#app/routes/route-parts.ts";

const adminPage = page({ title: "Admin", rule: SUPER_ADMIN });

/** Pages of super admins for all companies. They are in none of them meanwhile (GUARD-10). */
const adminRoute = createRoute({
  ...adminPage,
  beforeLoad: async (visit) => {
    adminPage.beforeLoad(visit);
    const { session, state } = visit.context;
    if (isCompanyUser(state.getSnapshot().user)) await session.chooseCompany(null);
  },
  getParentRoute: () => askingRoute,
  path: "/admin",
  component: lazyPage(() => import("#app/shell/admin-area.tsx"), "AdminArea"),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/",
  beforeLoad: () => {
    throw redirectTo("/admin/companies");
  },
});

const adminCompaniesRoute = createRoute({
  staticData: { title: "Companies" },
  getParentRoute: () => adminRoute,
  path: "companies",
  component: lazyPage(() => import("#features/admin/companies-page.tsx"), "CompaniesPage"),
});

const adminUsersRoute = createRoute({
  staticData: { title: "Users" },
  getParentRoute: () => adminRoute,
  path: "users",
  component: lazyPage(() => import("#features/users/users-page.tsx"), "AllUsersPage"),
});

const adminUserRoute = createRoute({
  staticData: { title: "User" },
  getParentRoute: () => adminRoute,
  path: "users/$id",
  component: lazyPage(() => import("#features/users/user-page.tsx"), "AnyUserPage"),
});

/** Pages of master admins. */
const masterRoute = createRoute({
  ...page({ title: "Folder log", rule: MASTER_ADMIN }),
  getParentRoute: () => askingRoute,
  path: "/master",
  component: lazyPage(() => import("#app/shell/admin-area.tsx"), "MasterArea"),
});

const masterIndexRoute = createRoute({
  getParentRoute: () => masterRoute,
  path: "/",
  beforeLoad: () => {
    throw redirectTo("/master/folder-log");
  },
});

const folderLogRoute = createRoute({
  getParentRoute: () => masterRoute,
  path: "folder-log",
  component: lazyPage(() => import("#features/master/folder-log-page.tsx"), "FolderLogPage"),
});

export const adminRoutes = adminRoute.addChildren([
  adminIndexRoute,
  adminCompaniesRoute,
  adminUsersRoute,
  adminUserRoute,
]);

export const masterRoutes = masterRoute.addChildren([masterIndexRoute, folderLogRoute]);
