import type { Settings, SettingsFields } from "@ridgebook/contract";

/** Settings as a browser sees them: of a secret only whether it is set. */
export const toSettings = ({ smtpPassword, ...values }: SettingsFields): Settings => ({
  ...values,
  smtpPasswordIsSet: smtpPassword !== "",
});
