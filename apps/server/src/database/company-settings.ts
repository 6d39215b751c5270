import { DEFAULT_SETTINGS, SETTINGS_FIELDS, type Settings, type SettingsFields } from "@ridgebook/contract";
import { STARTER_SECTION_HELP } from "@ridgebook/estimating/starter-section-help";
import { eq, sql } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { companySettings } from "./schema/settings-tables.ts";

/** The time zone of a company that has not chosen one. */
const DEFAULT_TIME_ZONE = "America/New_York";

/** Completes a company's settings with the contract's defaults; drops settings this version does not know. */
export const completeSettings = (values: Partial<SettingsFields>): SettingsFields => {
  const known = Object.fromEntries(
    SETTINGS_FIELDS.flatMap((field) => (field in values ? [[field, values[field]]] : [])),
  );
  return { ...DEFAULT_SETTINGS, ...(known as Partial<SettingsFields>) };
};

/** Reads a company's settings for use on the server: complete, with sealed secrets. Never send them; features/settings does that. */
export async function readSettings(scope: CompanyScope): Promise<{
  values: SettingsFields;
  changeNumber: number;
  /** Null if the company never changed anything. */
  modifiedTime: Date | null;
}> {
  const [row] = await scope.db
    .select({
      values: companySettings.values,
      changeNumber: companySettings.changeNumber,
      modifiedTime: companySettings.modifiedTime,
    })
    .from(companySettings)
    .where(eq(companySettings.companyId, scope.companyId));
  return {
    values: completeSettings(row?.values ?? {}),
    changeNumber: row?.changeNumber ?? 0,
    modifiedTime: row?.modifiedTime ?? null,
  };
}

/** Settings for the browser: a secret only shows whether it is set. */
export const toSettings = ({ smtpPassword, ...values }: SettingsFields): Settings => ({
  ...values,
  smtpPasswordIsSet: smtpPassword !== "",
});

export async function readTimeZone(scope: CompanyScope): Promise<string> {
  const [row] = await scope.db
    .select({ timeZone: sql<string | null>`${companySettings.values} ->> 'timeZone'` })
    .from(companySettings)
    .where(eq(companySettings.companyId, scope.companyId));
  return row?.timeZone || DEFAULT_TIME_ZONE;
}

/** A new company's settings beyond the contract's defaults. Existing companies are unaffected. */
export const STARTER_SETTINGS: Partial<SettingsFields> = { sectionsInfo: { ...STARTER_SECTION_HELP } };

/** Writes a new company's first settings, unless it has some. Papers show the company's initial name until an admin changes it. */
export async function writeStarterSettings(
  { db, companyId }: CompanyScope,
  { companyName, modifiedTime }: { companyName: string; modifiedTime: Date },
): Promise<void> {
  const values = { ...STARTER_SETTINGS, companyName };
  await db.insert(companySettings).values({ companyId, values, modifiedTime }).onConflictDoNothing();
}
