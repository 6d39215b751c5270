import {
  isSameValue,
  isSecretSetting,
  planErrors,
  readNumber,
  refusedPlans,
  SETTINGS_FIELDS,
  settingsRecord,
  settingsToSave,
  type Settings,
  type SettingsDifference,
  type SettingsField,
  type SettingsFields,
  isObject,
} from "@ridgebook/contract";

/*
 * The edits on a page of settings until they are saved. A draft holds the touched settings only: other users' saves show in the rest, and a save sends
 * only what was touched (SET-19).
 */

export type SettingName = SettingsField;

/* Secrets are write-only: a draft holds one only while the page is open. */

/** A setting that is an object; a number in it is text while unparsed. */
export type EditedObject = Readonly<Record<string, unknown>>;

/** A setting as a field holds it; numbers are text while they are edited. */
export type EditedSetting = string | boolean | null | readonly string[] | EditedObject;

export type SettingsDraft = Readonly<Partial<Record<SettingName, EditedSetting>>>;

/** The value of a setting when the user began to change it: the server refuses to overwrite any other. */
export type FormerSettings = Readonly<Partial<Record<SettingName, unknown>>>;

export const NO_SETTINGS_DRAFT: SettingsDraft = {};

/** The error of a value, by setting. */
export type SettingErrors = Readonly<Partial<Record<SettingName, string>>>;

const toEdited = (value: unknown): EditedSetting =>
  typeof value === "number" ? String(value) : (value as EditedSetting);

/** Without secrets, which no reply holds. */
export const storedSetting = (settings: Settings, name: SettingName): unknown =>
  isSecretSetting(name) ? undefined : (settings as Partial<SettingsFields>)[name];

/** The value of a field: the edited one, else the stored one; null for a secret that is not being replaced. */
export function shownSetting(settings: Settings, draft: SettingsDraft, name: SettingName): EditedSetting {
  const edited = draft[name];
  return edited === undefined ? toEdited(storedSetting(settings, name) ?? null) : edited;
}

/** An emptied number is 0, like one that was never set; text that is not a number is NaN, for its message. */
function fromEdited(edited: EditedSetting, stored: unknown): unknown {
  if (typeof stored !== "number" || typeof edited !== "string") return edited;
  const typed = readNumber(edited);
  if (typed.kind === "empty") return 0;
  return typed.kind === "number" ? typed.value : Number.NaN;
}

/** The differences between stored and edited values, and the messages of values that cannot be stored. */
export function readDraft(
  settings: Settings,
  draft: SettingsDraft,
): { readonly differences: readonly SettingsDifference[]; readonly errors: SettingErrors } {
  const differences: SettingsDifference[] = [];
  const errors: Partial<Record<SettingName, string>> = {};
  const changes: Record<string, unknown> = {};
  for (const [key, edited] of Object.entries(draft)) {
    const name = key as SettingName;
    // No new secret was typed yet, or it was removed again.
    if (isSecretSetting(name) && (edited === null || edited === "")) continue;
    const stored = storedSetting(settings, name);
    const result = settingsToSave[name].safeParse(fromEdited(edited, stored));
    if (!result.success) errors[name] = [...new Set(result.error.issues.map(({ message }) => message))].join(" ");
    else if (!isSameValue(result.data, stored)) {
      differences.push({ op: "replace", path: `/${name}`, value: result.data });
      changes[name] = result.data;
    }
  }
  // As on the server: the valid names of a plan depend on several settings.
  const refused = refusedPlans({
    before: settings,
    after: { ...settings, ...changes },
    changed: Object.keys(changes),
  });
  for (const [name, messages] of Object.entries(planErrors(refused))) errors[name as SettingName] = messages.join(" ");
  return { differences, errors };
}

/** Whether a kept value has the shape of the setting's field. */
function isEditedSetting(name: SettingName, value: unknown): value is EditedSetting {
  const { kind, empty } = settingsRecord.written[name];
  const areTexts = (values: readonly unknown[]): boolean => values.every((each) => typeof each === "string");
  if (value === null) return empty === null;
  if (kind === "object") return isObject(value);
  if (kind === "names") return isObject(value) && areTexts(Object.values(value));
  if (kind === "texts") return Array.isArray(value) && areTexts(value);
  return typeof value === (kind === "flag" ? "boolean" : "string");
}

/** The part of a draft that the device may keep; undefined if empty. */
export function draftToKeep(draft: SettingsDraft): SettingsDraft | undefined {
  const kept = Object.entries(draft).filter(([name]) => !isSecretSetting(name as SettingName));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** A draft from the device; members of another app version that this one does not know are left out. */
export const restoreDraft = (values: Readonly<Record<string, unknown>>): SettingsDraft =>
  Object.fromEntries(
    SETTINGS_FIELDS.flatMap((name) =>
      name in values && !isSecretSetting(name) && isEditedSetting(name, values[name]) ? [[name, values[name]]] : [],
    ),
  );
