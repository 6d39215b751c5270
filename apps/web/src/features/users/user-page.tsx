import { useParams } from "@tanstack/react-router";
import { UserView } from "#features/users/user-view.tsx";

/** One person of a company, or a new one (ROUTE-19). */
export function UserPage() {
  const { id = "" } = useParams({ strict: false });
  return <UserView key={id} basePath="/config/users" idText={id} />;
}
