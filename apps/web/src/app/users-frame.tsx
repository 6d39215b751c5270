import { ZohoUsersPanel } from "#features/config/connections/zoho/zoho-users-panel.tsx";
import { UsersPage } from "#features/users/users-page.tsx";

/** The company's users, with those of its CRM beside them. */
export function UsersFrame() {
  return <UsersPage crmUsers={<ZohoUsersPanel />} />;
}
