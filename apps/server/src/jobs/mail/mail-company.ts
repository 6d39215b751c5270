import type { CompanyId, SettingsFields } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import { readSettings, readTimeZone } from "#database/company-settings.ts";
import type { Database } from "#database/database.ts";
import { company } from "#database/schema/platform-tables.ts";

/** What mails of a company are written and sent with. */
export interface MailCompany {
  /** As its settings say, else as the installation calls it. */
  readonly name: string;
  readonly timeZone: string;
  readonly values: SettingsFields;
}

/** @param edited Settings in the place of those that are stored. */
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
