import { Problem } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import classes from "#features/config/file-settings/file-settings.module.css";
import { storageItemProblem, storageItemQuery } from "#features/config/file-settings/storage-item.ts";
import { StoragePicker } from "#features/config/file-settings/storage-picker.tsx";
import { storageOf } from "#features/config/file-settings/storage-providers.tsx";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
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
  /** A file that is read, not a folder. */
  readonly isFile?: boolean;
}

/** Ids and links are longer; a part of one is useless. */
const SHORTEST = 8;

/** Whether a link leads to a folder or file, and its name. */
function useStorageItem(value: string) {
  const client = useClient();
  const { settings, isOnline, companyId } = useSession();
  const service = settings?.fileStorageService ?? 0;
  const id = useDeferredValue(value.trim());
  const isAsked = storageOf(service) !== undefined && isOnline && id.length >= SHORTEST;
  const query = useQuery({
    ...storageItemQuery(client, { companyId, service, id }),
    enabled: isAsked,
    staleTime: 60_000,
  });
  return { ...query, isAsked };
}

/** A folder or file of the connected storage, by its link or id; its name is looked up. */
export function StorageItemField({
  id,
  label,
  hint,
  isFile = false,
  value,
  error,
  onChange,
}: {
  id: string;
  label: string;
  hint: string;
  isFile?: boolean | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { settings } = useSession();
  const storageName = storageOf(settings?.fileStorageService ?? 0)?.name;
  const { data: found, error: failure, isAsked, isFetching } = useStorageItem(value);
  const problem = isAsked && found !== undefined ? storageItemProblem(found, { isFile }) : undefined;
  const failed =
    failure instanceof Problem && storageName !== undefined ? providerProblemText(failure, storageName) : undefined;
  return (
    <div className={classes.file}>
      <TextField
        id={id}
        label={label}
        hint={hint}
        value={value}
        error={error ?? problem}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <p className={`rb-hint ${classes.found}`} aria-live="polite">
        {isFetching && `Looking at ${storageName ?? ""}`}
        {!isFetching && failed}
        {!isFetching && isAsked && found && found.isFolder !== isFile && (
          <>
            {found.isFolder ? "Folder: " : "File: "}
            <a href={found.url} target="_blank" rel="noopener noreferrer">
              {found.name}
            </a>
          </>
        )}
      </p>
      {storageName !== undefined && (
        <StoragePicker storageName={storageName} label={label} isFile={isFile} onPicked={onChange} />
      )}
    </div>
  );
}

/** A setting that holds a folder or file of the storage. */
export function StorageFileField({
  form,
  setting: { name, label, hint, isFile },
}: {
  form: SettingsForm;
  setting: StorageFileSetting;
}) {
  return (
    <StorageItemField
      label={label}
      hint={hint}
      isFile={isFile}
      id={settingFieldId(name)}
      value={(form.shown(name) ?? "") as string}
      error={form.errorOf(name)}
      onChange={(value) => form.change(name, value)}
    />
  );
}
