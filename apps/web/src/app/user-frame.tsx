import { SalespersonFolder, useSalespersonFolderCheck } from "#features/config/file-settings/salesperson-folder.tsx";
import { UserPage } from "#features/users/user-page.tsx";

/** A user of a company, with their folder in its storage. */
export function UserFrame() {
  const check = useSalespersonFolderCheck();
  return <UserPage folder={{ field: (props) => <SalespersonFolder {...props} />, check }} />;
}
