import {
  isSecretSetting,
  measurementNames,
  mergeChange,
  planErrors,
  Problem,
  refusedPlans,
  ruleMessages,
  SETTING_FILES,
  settingsRecord,
  touchesPlans,
  type FieldErrors,
  type SettingsDifference,
  type SettingsField,
  type SettingsFields,
} from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings, toSettings } from "#database/company-settings.ts";
import { checkNamedFiles } from "#database/named-files.ts";
import { retryFilings } from "#database/paper-outbox.ts";
import { inCompany } from "#http/handlers.ts";
import { noteActs } from "#http/note-activity.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { smtpPasswordPlace } from "#secrets/secret-places.ts";
import { changedSettings } from "./changed-settings.ts";
import { readSettingsDifferences } from "./read-settings-differences.ts";
import { holdSettings, writeSettings } from "./settings-repository.ts";

/** Folders for papers in the connected file storage. */
const FOLDERS = ["salespersonFallbackFolder", "pdfFallbackFolder"] as const satisfies readonly SettingsField[];

/** Papers use these files: a missing one is rejected here, where another can be chosen. */
async function assertOwnFiles(scope: CompanyScope, values: Partial<SettingsFields>): Promise<void> {
  const errors: FieldErrors = {};
  const named = (Object.keys(SETTING_FILES) as (keyof typeof SETTING_FILES)[]).map((field) => ({
    field,
    ids: [values[field] ?? []].flat(),
    extensions: SETTING_FILES[field],
  }));
  await checkNamedFiles(scope, named, errors);
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

/**
 * The values to write from a list of differences; a conflict if one was based on a stale value. Differences without a former value always
 * apply, as do secrets, whose stored value is never sent.
 */
function mergeDifferences({
  differences,
  wanted,
  current,
}: {
  differences: readonly SettingsDifference[];
  wanted: Partial<SettingsFields>;
  current: SettingsFields;
}): Partial<SettingsFields> {
  const based = differences.flatMap(({ path, ...difference }) => {
    const field = path.slice(1) as SettingsField;
    return "former" in difference && !isSecretSetting(field) ? [[field, difference.former]] : [];
  });
  const former = { ...current, ...(Object.fromEntries(based) as Readonly<Record<string, unknown>>) };
  const { values, conflicts } = mergeChange({ written: settingsRecord.written, current, wanted, former });
  if (values) return values;
  const errors = Object.fromEntries(conflicts.map(({ field }) => [field, [ruleMessages.changedMeanwhile]]));
  throw new Problem("validation", { errors, conflicts: [...conflicts] });
}

/** A plan with a finance charge can't be called one without: allowed labels depend on several settings. */
function assertTrueLabels(before: SettingsFields, values: Partial<SettingsFields>): void {
  const changed = Object.keys(values);
  if (!touchesPlans(changed)) return;
  const refused = refusedPlans({ before, after: { ...before, ...values }, changed });
  if (refused.length > 0) throw new Problem("validation", { errors: planErrors(refused) });
}

/** The routes of settings (1.§7, 3.§7). `now` is the clock of modified times. */
export const settingsAnswers = ({ now, secrets }: { now: () => Date; secrets: SecretBox }) =>
  inCompany({
    async getSettings({ scope }) {
      const { values } = await readSettings(scope);
      return toSettings(values);
    },

    async updateSettings({ body, scope, ...context }) {
      const { values: wanted, errors } = readSettingsDifferences(body);
      if (errors) throw new Problem("validation", { errors });
      const before = await holdSettings(scope);
      const values = mergeDifferences({ differences: body, wanted, current: before });
      await assertOwnFiles(scope, values);
      assertTrueLabels(before, values);
      const { smtpPassword } = values;
      const stored = smtpPassword
        ? { ...values, smtpPassword: secrets.seal(smtpPassword, smtpPasswordPlace(scope.companyId)) }
        : values;
      const after = await writeSettings(scope, { values: stored, modifiedTime: now() });
      // Papers may be waiting for a folder.
      if (FOLDERS.some((name) => name in values)) await retryFilings(scope);
      await noteActs({ scope, ...context }, changedSettings(before, { ...before, ...values }));
      return toSettings(after);
    },

    async rememberMeasurementNames({ body, scope, ...context }) {
      const before = await holdSettings(scope);
      const read = measurementNames.safeParse({ ...before.measurementNames, ...body.names });
      if (!read.success)
        throw new Problem("validation", { errors: { names: read.error.issues.map(({ message }) => message) } });
      const values = { measurementNames: read.data };
      const acts = changedSettings(before, { ...before, ...values });
      if (acts.length === 0) return toSettings(before);
      const after = await writeSettings(scope, { values, modifiedTime: now() });
      await noteActs({ scope, ...context }, acts);
      return toSettings(after);
    },
  });
