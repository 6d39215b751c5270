import { useParams } from "@tanstack/react-router";
import type { FolderOfUser } from "#features/users/use-user-form.ts";
import { UserView } from "#features/users/user-view.tsx";

/** One user of a company, or a new one (ROUTE-19). */
export function UserPage({ folder }: { folder: FolderOfUser }) {
  return <UserAt basePath="/config/users" folder={folder} />;
}

/** One user of the installation, or a new one (ROUTE-16, ROUTE-17). */
export function AnyUserPage() {
  return <UserAt basePath="/admin/users" />;
}

function UserAt({ basePath, folder }: { basePath: string; folder?: FolderOfUser }) {
  const { id = "" } = useParams({ strict: false });
  return <UserView key={id} basePath={basePath} idText={id} folder={folder} />;
}
