import {
  SETTINGS_FIELDS,
  settingsToSave,
  type FieldErrors,
  type SettingsDifference,
  type SettingsFields,
} from "@ridgebook/contract";
import { isTextSetting, reduceHtml, SETTING_MODES } from "@ridgebook/documents/rich-text";

/** No setting is nested deeper, and recursion must end. */
const MAX_DEPTH = 20;
const TOO_DEEP = "The value is nested too deeply.";
const NOT_STORABLE = "The value contains a character that cannot be stored.";
const UNKNOWN = "This setting is not known.";

/** Why PostgreSQL cannot store a value: too deep, NUL or a lone surrogate; undefined if it can. */
function findObstacle(value: unknown, depth = 0): string | undefined {
  if (typeof value === "string") return /[\0\p{Surrogate}]/u.test(value) ? NOT_STORABLE : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === MAX_DEPTH) return TOO_DEEP;
  for (const [key, item] of Object.entries(value)) {
    const obstacle = findObstacle(key) ?? findObstacle(item, depth + 1);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

/**
 * Parses a list of differences as new settings; if any is invalid, returns the messages by field. The last difference of a field counts.
 * HTML is reduced to what its editor can produce.
 */
export function readSettingsDifferences(
  differences: readonly SettingsDifference[],
): { values: Partial<SettingsFields>; errors?: undefined } | { errors: FieldErrors; values?: undefined } {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const { path, value } of differences) {
    const name = path.slice(1);
    const field = SETTINGS_FIELDS.find((known) => known === name);
    const obstacle = field === undefined ? UNKNOWN : findObstacle(value);
    if (field === undefined || obstacle !== undefined) {
      errors[name] = [obstacle ?? UNKNOWN];
      continue;
    }
    const result = settingsToSave[field].safeParse(value);
    if (result.success)
      values[field] =
        isTextSetting(field) && typeof result.data === "string"
          ? reduceHtml(result.data, SETTING_MODES[field])
          : result.data;
    else errors[name] = [...new Set(result.error.issues.map(({ message }) => message))];
  }
  return Object.keys(errors).length > 0 ? { errors } : { values: values };
}
