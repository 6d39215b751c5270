import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "#features/config/settings-form/settings-page.module.css";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import tables from "#features/config/config.module.css";
import { PasswordField } from "#ui/password-field.tsx";
import { Tag } from "#ui/tag.tsx";

/** A secret is written and never shown: the page knows only whether one is set. */
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
  useEffect(() => {
    if (wasTyping.current === isTyping) return;
    wasTyping.current = isTyping;
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) document.getElementById(settingFieldId(name))?.focus();
  }, [isTyping, name]);
  if (typed !== null)
    return (
      <div className={classes.secretField}>
        <PasswordField
          id={settingFieldId(name)}
          label={isSet ? `New ${label}` : label}
          hint={hint}
          value={typed}
          error={form.errorOf(name)}
          // A manager of passwords would fill in the person's own.
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
      <h3 className={classes.fieldName}>{label}</h3>
      <div className={classes.secret}>
        <Tag tone={isSet ? "ok" : "neutral"}>{isSet ? "Set" : "Not set"}</Tag>
        <Button id={settingFieldId(name)} variant="secondary" onClick={() => form.change(name, "")}>
          {isSet ? "Replace" : "Enter password"}
        </Button>
      </div>
      <p className={tables.note}>{hint}</p>
    </div>
  );
}
