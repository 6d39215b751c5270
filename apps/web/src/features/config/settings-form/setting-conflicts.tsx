import { parseRichText, plainText, SETTING_MODES, type TextSettingName } from "@ridgebook/documents/rich-text";
import type { SettingName } from "#features/config/settings-form/settings-draft.ts";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import classes from "#features/config/settings-form/settings-page.module.css";
import { TwoVersions } from "#features/config/two-versions.tsx";
import { countedText } from "#ui/counted-text.ts";

const isText = (name: string): name is TextSettingName => Object.hasOwn(SETTING_MODES, name);

/** A setting on one line, or with a line for each of its parts. */
function settingText(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (isText(name) && typeof value === "string") return plainText(parseRichText(value));
  if (Array.isArray(value)) return countedText(value.length, "file");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, each]) => `${key}: ${typeof each === "string" ? each : JSON.stringify(each)}`)
      .join("\n");
  return String(value);
}

/** The settings that two people changed at the same time: both values, and a choice for each. Empty without conflicts. */
export function SettingConflicts({ form, labelOf }: { form: SettingsForm; labelOf: (name: SettingName) => string }) {
  if (form.conflicts.length === 0) return null;
  return (
    <TwoVersions
      conflict={{ conflicts: form.conflicts }}
      labelOf={(name) => labelOf(name as SettingName)}
      show={(name, value) => <span className={classes.value}>{settingText(name, value)}</span>}
      isSaving={form.isSaving}
      onResolve={(choices) => void form.resolveConflicts(choices)}
    />
  );
}
