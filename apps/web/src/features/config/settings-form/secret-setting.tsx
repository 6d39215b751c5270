import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import classes from "#features/config/settings-form/settings-page.module.css";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { isFocusFree } from "#ui/is-focus-free.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { Tag } from "#ui/tag.tsx";
import { formatDateTime, isolatedText } from "@ridgebook/contract";

/** "smtp Password" for smtpPassword: Activity's name of the setting. */
const inWords = (name: SettingName): string => name.replace(/([a-z])([A-Z0-9])/g, "$1 $2");

/** "Set by Ann Lee, May 12, 2026, 9:52 AM. ", from Activity; empty if unknown. */
function LastSet({ name }: { name: SettingName }) {
  const client = useClient();
  const { companyId, isOnline, timeZone } = useSession();
  const found = useQuery({
    queryKey: ["activity", "last set", companyId, name],
    queryFn: ({ signal }) =>
      client.call("listActivity", { query: { kind: "secrets", search: inWords(name), limit: "20" } }, { signal }),
    enabled: isOnline,
    // It may just have been saved.
    staleTime: 0,
  });
  // The search matches more than the setting's name.
  const row = found.data?.data.find(({ subject }) => subject === name);
  if (!row) return null;
  return isolatedText(`Set by ${row.actorName}, ${formatDateTime({ time: row.time, timeZone })}. `);
}

/** A secret is write-only: the page knows only whether one is set. */
export function SecretSetting({
  form,
  name,
  label,
  hint,
  isSet,
}: {
  form: SettingsForm;
  name: SettingName;
  label: string;
  hint: string;
  isSet: boolean;
}) {
  const typed = form.shown(name) as string | null;
  const isTyping = typed !== null;
  const wasTyping = useRef(isTyping);
  useLayoutEffect(() => {
    if (wasTyping.current === isTyping) return;
    wasTyping.current = isTyping;
    // The pressed button is removed, and the focus with it.
    if (isFocusFree()) document.getElementById(settingFieldId(name))?.focus();
  }, [isTyping, name]);
  if (typed !== null)
    return (
      <div className={`rb-buttons ${classes.secretField}`}>
        <PasswordField
          id={settingFieldId(name)}
          label={isSet ? `New ${label}` : label}
          hint={hint}
          value={typed}
          error={form.errorOf(name)}
          // A password manager would fill in the user's own.
          autoComplete="new-password"
          onChange={(event) => form.change(name, event.currentTarget.value)}
        />
        <Button variant="tertiary" onClick={() => form.change(name, null)}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div role="group" aria-label={label}>
      <h3 className={`rb-group ${classes.fieldName}`}>{label}</h3>
      <div className={`rb-row ${classes.secret}`}>
        <Tag tone={isSet ? "ok" : "neutral"}>{isSet ? "Set" : "Not set"}</Tag>
        <Button id={settingFieldId(name)} variant="secondary" onClick={() => form.change(name, "")}>
          {isSet ? "Replace" : "Enter password"}
        </Button>
      </div>
      <p className="rb-hint">
        {isSet && <LastSet name={name} />}
        {hint}
      </p>
    </div>
  );
}
