import { DEFAULT_SETTINGS, SETTINGS_FIELDS, type Settings, type SettingsFields } from "@ridgebook/contract";
import { STARTER_SECTION_HELP } from "@ridgebook/estimating/starter-section-help";
import { eq, sql } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { companySettings } from "./schema/settings-tables.ts";

/** Where a company is that has not said where it is. */
const DEFAULT_TIME_ZONE = "America/New_York";

/** What a company set, completed with the contract's defaults; settings that this version does not know are left out. */
export const completeSettings = (values: Partial<SettingsFields>): SettingsFields => {
  const known = Object.fromEntries(
    SETTINGS_FIELDS.flatMap((field) => (field in values ? [[field, values[field]]] : [])),
  );
  return { ...DEFAULT_SETTINGS, ...(known as Partial<SettingsFields>) };
};

/** A company's settings as the server uses them: whole, with secrets as they are stored, sealed. Never send them; features/settings does. */
export async function readSettings(scope: CompanyScope): Promise<{
  values: SettingsFields;
  changeNumber: number;
  /** Of a company that never set anything null. */
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

/** Settings as a browser sees them: of a secret only whether it is set. */
export const toSettings = ({ smtpPassword, ...values }: SettingsFields): Settings => ({
  ...values,
  smtpPasswordIsSet: smtpPassword !== "",
});

/** The time zone in which the company reckons its days. */
export async function readTimeZone(scope: CompanyScope): Promise<string> {
  const [row] = await scope.db
    .select({ timeZone: sql<string | null>`${companySettings.values} ->> 'timeZone'` })
    .from(companySettings)
    .where(eq(companySettings.companyId, scope.companyId));
  return row?.timeZone || DEFAULT_TIME_ZONE;
}

/** What a new company begins with beyond the contract's defaults. Existing companies keep what they have. */
export const STARTER_SETTINGS: Partial<SettingsFields> = { sectionsInfo: { ...STARTER_SECTION_HELP } };

/** Gives a new company its first settings, unless it has some. Papers carry the name that it was added with until an admin changes it. */
export async function writeStarterSettings(
  { db, companyId }: CompanyScope,
  { companyName, modifiedTime }: { companyName: string; modifiedTime: Date },
): Promise<void> {
  const values = { ...STARTER_SETTINGS, companyName };
  await db.insert(companySettings).values({ companyId, values, modifiedTime }).onConflictDoNothing();
}
