import { reduceHtml } from "@ridgebook/documents/rich-text";
import { memo } from "react";
import type { FlagSetting, NumberSetting, TextSetting } from "#features/config/settings-form/described-settings.ts";
import classes from "#features/config/settings-form/settings-page.module.css";
import { scopeKeywords } from "#features/config/contract-settings/scope-keywords.ts";
import type { EditedSetting, SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { RichTextEditor } from "#ui/rich-text-editor/rich-text-editor.tsx";
import { TextField } from "#ui/text-field.tsx";

/** The element id of a setting's field, for the list of errors. */
export const settingFieldId = (name: SettingName): string => `setting-${name}`;

type Change = (name: SettingName, value: EditedSetting) => void;

/** Memoized: typing in one of a dozen texts redraws that one only. */
const Text = memo(function Text({
  setting: { name, label, mode, hint, workflowId },
  value,
  error,
  onChange,
}: {
  setting: TextSetting;
  value: string;
  error: string | undefined;
  onChange: Change;
}) {
  return (
    <RichTextEditor
      id={settingFieldId(name)}
      mode={mode}
      label={label}
      heading={label}
      hint={hint}
      value={value}
      error={error}
      reduceHtml={reduceHtml}
      keywords={workflowId === undefined ? undefined : scopeKeywords(workflowId)}
      onChange={(html) => onChange(name, html)}
    />
  );
});

export function TextSettings({ form, settings }: { form: SettingsForm; settings: readonly TextSetting[] }) {
  return (
    <div className={classes.texts}>
      {settings.map((setting) => (
        <Text
          key={setting.name}
          setting={setting}
          value={form.shown(setting.name) as string}
          error={form.errorOf(setting.name)}
          onChange={form.change}
        />
      ))}
    </div>
  );
}

export function FlagSettings({ form, settings }: { form: SettingsForm; settings: readonly FlagSetting[] }) {
  return (
    <div className={classes.flags}>
      {settings.map(({ name, label, hint }) => (
        <CheckboxField
          key={name}
          id={settingFieldId(name)}
          label={label}
          hint={hint}
          checked={form.shown(name) === true}
          error={form.errorOf(name)}
          onChange={(event) => form.change(name, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

/** Short values side by side; with a unit they are numbers. */
export function LineSettings({
  form,
  settings,
}: {
  form: SettingsForm;
  settings: readonly (FlagSetting | NumberSetting)[];
}) {
  return (
    <div className={classes.lines}>
      {settings.map((setting) => (
        <TextField
          key={setting.name}
          id={settingFieldId(setting.name)}
          label={setting.label}
          hint={setting.hint}
          value={form.shown(setting.name) as string}
          error={form.errorOf(setting.name)}
          autoComplete="off"
          {...(setting.keyboard && { inputMode: setting.keyboard })}
          {...("unit" in setting && { numeric: true, unit: setting.unit })}
          onChange={(event) => form.change(setting.name, event.currentTarget.value)}
        />
      ))}
    </div>
  );
}
