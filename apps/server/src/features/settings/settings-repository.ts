import type { SettingsFields } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { completeSettings } from "#database/company-settings.ts";
import { companySettings } from "#database/schema/company-tables.ts";

/** Writes some settings beside the others, so that two admins who save different ones keep both. */
export async function writeSettings(
  scope: CompanyScope,
  { values, modifiedTime }: { values: Partial<SettingsFields>; modifiedTime: Date },
): Promise<SettingsFields> {
  const [row] = await scope.db
    .insert(companySettings)
    .values({ companyId: scope.companyId, values, modifiedTime })
    .onConflictDoUpdate({
      target: companySettings.companyId,
      set: { values: sql`${companySettings.values} || excluded."values"`, modifiedTime },
    })
    .returning({ values: companySettings.values });
  return completeSettings(row?.values ?? {});
}
