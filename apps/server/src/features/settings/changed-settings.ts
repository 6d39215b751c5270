import {
  isSameValue,
  isSecretSetting,
  SETTINGS_FIELDS,
  type SettingsField,
  type SettingsFields,
} from "@ridgebook/contract";
import type { Act } from "#http/note-activity.ts";

/** The changed keys of a setting with many texts, so that each can name its author. */
function detailsOf(subject: SettingsField, before: SettingsFields, after: SettingsFields): Pick<Act, "details"> {
  if (subject !== "sectionsInfo") return {};
  const [former, now] = [before.sectionsInfo, after.sectionsInfo];
  const keys = [...new Set([...Object.keys(former), ...Object.keys(now)])].filter((key) => former[key] !== now[key]);
  return { details: { keys } };
}

/** The changes of a save, one act per setting. Of a secret only that it was replaced: it is sealed, so the same one counts as changed. */
export const changedSettings = (before: SettingsFields, after: SettingsFields): Act[] =>
  SETTINGS_FIELDS.filter((field) => !isSameValue(before[field], after[field])).map((subject) =>
    isSecretSetting(subject)
      ? { kind: "secrets", action: "changed", subject, details: { isSet: after[subject] !== "" } }
      : {
          kind: "settings",
          action: "changed",
          subject,
          from: before[subject],
          to: after[subject],
          ...detailsOf(subject, before, after),
        },
  );
