import { isSameValue, isSecretSetting, SETTINGS_FIELDS, type SettingsFields } from "@ridgebook/contract";
import type { Act } from "#http/note-activity.ts";

/**
 * What a save changed, one act a setting. Of a secret only that it was replaced: it is stored sealed, so that the same one typed again
 * counts as well.
 */
export const changedSettings = (before: SettingsFields, after: SettingsFields): Act[] =>
  SETTINGS_FIELDS.filter((field) => !isSameValue(before[field], after[field])).map((subject) =>
    isSecretSetting(subject)
      ? { kind: "secrets", action: "changed", subject, details: { isSet: after[subject] !== "" } }
      : { kind: "settings", action: "changed", subject, from: before[subject], to: after[subject] },
  );
