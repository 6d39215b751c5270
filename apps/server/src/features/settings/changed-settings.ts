import {
  isSameValue,
  isSecretSetting,
  SETTINGS_FIELDS,
  type SettingsField,
  type SettingsFields,
} from "@ridgebook/contract";
import type { Act } from "#http/note-activity.ts";

/** Of a setting with many texts the keys of those that changed, so that each can say who changed it. */
function detailsOf(subject: SettingsField, before: SettingsFields, after: SettingsFields): Pick<Act, "details"> {
  if (subject !== "sectionsInfo") return {};
  const [former, now] = [before.sectionsInfo, after.sectionsInfo];
  const keys = [...new Set([...Object.keys(former), ...Object.keys(now)])].filter((key) => former[key] !== now[key]);
  return { details: { keys } };
}

/**
 * What a save changed, one act a setting. Of a secret only that it was replaced: it is stored sealed, so that the same one typed again
 * counts as well.
 */
export const changedSettings = (before: SettingsFields, after: SettingsFields): Act[] =>
  SETTINGS_FIELDS.filter((field) => !isSameValue(before[field], after[field])).map((subject) =>
    isSecretSetting(subject)
      ? { kind: "secrets", action: "changed", subject, details: { isSet: after[subject] !== "" } }
      : {
          ...{ kind: "settings", action: "changed", subject, from: before[subject], to: after[subject] },
          ...detailsOf(subject, before, after),
        },
  );
