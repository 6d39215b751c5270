import { useParams } from "@tanstack/react-router";
import { UserView } from "#features/users/user-view.tsx";

/** One person of a company, or a new one (ROUTE-19). */
export function UserPage() {
  return <UserAt basePath="/config/users" />;
}

/** One person of the installation, or a new one (ROUTE-16, ROUTE-17). */
export function AnyUserPage() {
  return <UserAt basePath="/admin/users" />;
}

function UserAt({ basePath }: { basePath: string }) {
  const { id = "" } = useParams({ strict: false });
  return <UserView key={id} basePath={basePath} idText={id} />;
}
