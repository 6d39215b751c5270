import { FILE_CAN_DOWNLOAD_MESSAGE, FILE_EXISTS_MESSAGE, Problem, storageFile } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import classes from "#features/config/file-settings/file-settings.module.css";
import { PROVIDER_TIMEOUT_MS } from "#features/config/connections/connection-provider.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import { StoragePicker } from "#features/config/file-settings/storage-picker.tsx";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { providerProblemText } from "#server-client/provider-failure.ts";
import { useSession } from "#server-client/session-context.tsx";
import { TextField } from "#ui/text-field.tsx";

export interface StorageFileSetting {
  readonly name: SettingName;
  readonly label: string;
  readonly hint: string;
  /** A file that is read, instead of a folder. */
  readonly isFile?: boolean;
}

/** Ids and links are longer; half of one names nothing. */
const SHORTEST = 8;

/** Whether a folder's or file's link leads to one, and what it is called. */
function useStorageFile(value: string, storageName: string | undefined) {
  const client = useClient();
  const { isOnline, companyId } = useSession();
  const id = useDeferredValue(value.trim());
  const isAsked = storageName !== undefined && isOnline && id.length >= SHORTEST;
  const query = useQuery({
    queryKey: ["storage-file", companyId, storageName, id],
    queryFn: async ({ signal }) => {
      const reply = await client.call("getStorageFile", { params: { id } }, { signal, timeoutMs: PROVIDER_TIMEOUT_MS });
      return storageFile.nullable().parse(reply);
    },
    enabled: isAsked,
    retry: false,
    staleTime: 60_000,
  });
  return { ...query, isAsked };
}

/** A folder or file of the connected storage, by its link or id; its name is read back. */
export function StorageFileField({
  form,
  setting: { name, label, hint, isFile = false },
  storageName,
}: {
  form: SettingsForm;
  setting: StorageFileSetting;
  /** Undefined while none is connected. */
  storageName: string | undefined;
}) {
  const value = (form.shown(name) ?? "") as string;
  const { data: found, error, isAsked, isFetching } = useStorageFile(value, storageName);
  const missing = isAsked && found === null ? FILE_EXISTS_MESSAGE : undefined;
  const isWrongKind = isAsked && found && found.isFolder === isFile;
  const wrongKind = isWrongKind
    ? `${found.name} is a ${isFile ? "folder" : "file"}. Choose a ${isFile ? "file" : "folder"}.`
    : undefined;
  const closed =
    isAsked && isFile && found && !found.isFolder && !found.canDownload ? FILE_CAN_DOWNLOAD_MESSAGE : undefined;
  const failed =
    error instanceof Problem && storageName !== undefined ? providerProblemText(error, storageName) : undefined;
  return (
    <div className={classes.file}>
      <TextField
        id={settingFieldId(name)}
        label={label}
        hint={hint}
        value={value}
        error={form.errorOf(name) ?? missing ?? wrongKind ?? closed}
        autoComplete="off"
        onChange={(event) => form.change(name, event.currentTarget.value.trim())}
      />
      <p className={classes.found} aria-live="polite">
        {isFetching && `Looking at ${storageName ?? ""}`}
        {!isFetching && failed}
        {!isFetching && isAsked && found && !wrongKind && (
          <>
            {found.isFolder ? "Folder: " : "File: "}
            <a href={found.url} target="_blank" rel="noopener noreferrer">
              {found.name}
            </a>
          </>
        )}
      </p>
      {storageName !== undefined && (
        <StoragePicker
          storageName={storageName}
          label={label}
          isFile={isFile}
          onPicked={(id) => form.change(name, id)}
        />
      )}
    </div>
  );
}
