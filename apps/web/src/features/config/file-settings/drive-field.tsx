import { oneDriveInfo, PROVIDERS, storageDrive } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { PROVIDER_TIMEOUT_MS } from "#features/config/connections/connection-provider.ts";
import { described } from "#features/config/settings-form/described-settings.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { SelectField } from "#ui/select-field.tsx";

const KINDS: Readonly<Record<string, string>> = { documentLibrary: "SharePoint", personal: "personal" };

export const DRIVE_SETTING = described({ name: "microsoftOneDriveInfo" });

/** The drive on whose site the picker opens (SET-06, INT-09). Only while a Microsoft account is connected. */
export function DriveField({ form }: { form: SettingsForm }) {
  const client = useClient();
  const { settings, companyId, isOnline } = useSession();
  const isMicrosoft = settings?.fileStorageService === PROVIDERS.microsoft;
  const { data: drives = [] } = useQuery({
    queryKey: ["storage-drives", companyId],
    queryFn: async ({ signal }) =>
      storageDrive
        .array()
        .parse(await client.call("listMicrosoftDrives", {}, { signal, timeoutMs: PROVIDER_TIMEOUT_MS })),
    enabled: isMicrosoft && isOnline,
    staleTime: 60_000,
  });
  if (!isMicrosoft) return null;
  const read = oneDriveInfo.safeParse(form.shown(DRIVE_SETTING.name));
  const chosen = read.success ? read.data : undefined;
  const listed = chosen && !drives.some(({ id }) => id === chosen.id) ? [chosen, ...drives] : drives;
  return (
    <SelectField
      id={settingFieldId(DRIVE_SETTING.name)}
      label={DRIVE_SETTING.label}
      hint="The picker opens on the site of this drive."
      value={chosen?.id ?? ""}
      emptyLabel="The account’s own"
      options={listed.map(({ id, name, driveType }) => {
        const kind = KINDS[driveType];
        return { value: id, label: kind === undefined ? name : `${name} (${kind})` };
      })}
      error={form.errorOf(DRIVE_SETTING.name)}
      onChange={({ currentTarget: { value } }) =>
        form.change(DRIVE_SETTING.name, listed.find(({ id }) => id === value) ?? null)
      }
    />
  );
}
