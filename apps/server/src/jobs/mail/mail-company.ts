import type { CompanyId, SettingsFields } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import { readSettings, readTimeZone } from "#database/company-settings.ts";
import type { Database } from "#database/database.ts";
import { company } from "#database/schema/platform-tables.ts";

/** The company data that its mails need. */
export interface MailCompany {
  /** From its settings, else the installation's name for it. */
  readonly name: string;
  readonly timeZone: string;
  readonly values: SettingsFields;
}

/** @param edited settings that override the stored ones */
export async function readMailCompany(
  database: Database,
  companyId: CompanyId,
  edited: Partial<SettingsFields> = {},
): Promise<MailCompany> {
  const settings = await database.inCompany({ companyId }, async (scope) => ({
    values: { ...(await readSettings(scope)).values, ...edited },
    timeZone: await readTimeZone(scope),
  }));
  if (settings.values.companyName !== "") return { name: settings.values.companyName, ...settings };
  const [found] = await database.onPlatform(({ db }) =>
    db.select({ name: company.name }).from(company).where(eq(company.id, companyId)),
  );
  return { name: found?.name ?? "", ...settings };
}
