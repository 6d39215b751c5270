import { UsersView } from "#features/users/users-view.tsx";

/** The people of a company (ROUTE-19). */
export function UsersPage() {
  return <UsersView basePath="/config/users" />;
}

/** The people of all companies (ROUTE-16). */
export function AllUsersPage() {
  return <UsersView basePath="/admin/users" />;
}
