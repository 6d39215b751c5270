import { isSameValue } from "@ridgebook/contract";
import { useState } from "react";
import {
  readMapping,
  writeMapping,
  type Mapping,
  type MappingKind,
} from "#features/config/file-settings/mapping-text.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { TextareaField } from "#ui/textarea-field.tsx";

/** A mapping, one entry per line. An invalid line is named, and not saved. */
export function MappingField({
  form,
  name,
  label,
  hint,
  kind,
}: {
  form: SettingsForm;
  name: SettingName;
  label: string;
  hint: string;
  kind: MappingKind;
}) {
  const shown = (form.shown(name) ?? {}) as Mapping;
  const [typed, setTyped] = useState(() => writeMapping(shown, kind));
  const read = readMapping(typed, kind);
  // Discarded, or changed by another user: show the form's value.
  const isTyped = isSameValue(read.mapping, shown);
  const text = isTyped ? typed : writeMapping(shown, kind);
  return (
    <TextareaField
      id={settingFieldId(name)}
      label={label}
      hint={hint}
      rows={Math.max(3, text.split("\n").length + 1)}
      value={text}
      error={(isTyped ? read.error : undefined) ?? form.errorOf(name)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        form.change(name, readMapping(value, kind).mapping);
      }}
    />
  );
}
