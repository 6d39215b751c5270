import { StorageItemField } from "#features/config/file-settings/storage-file-field.tsx";
import { useStorageItemCheck } from "#features/config/file-settings/storage-item.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";

/** Where the folders of a salesperson's leads are made. Shows nothing while no storage is connected or no folder is named. */
export function SalespersonFolder({
  value,
  error,
  onChange,
}: {
  /** A link or id; "" for none. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { settings } = useSession();
  if ((settings?.fileStorageService ?? 0) === 0 && value === "" && error === undefined) return null;
  return (
    <Panel title="File storage">
      <StorageItemField
        id="folderId"
        label="Salesperson’s folder"
        hint="Folders of their leads are made here. Empty: in the folder for salespeople that Files names."
        value={value}
        error={error}
        onChange={onChange}
      />
    </Panel>
  );
}

/** Why a folder cannot be a salesperson's; undefined if it can, or if the storage does not answer. */
export function useSalespersonFolderCheck(): (value: string) => Promise<string | undefined> {
  const check = useStorageItemCheck();
  return (value) => check(value, { isFile: false });
}
