import type { SettingsFields } from "@ridgebook/contract";
import { eq, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { completeSettings } from "#database/company-settings.ts";
import { companySettings } from "#database/schema/settings-tables.ts";

/** Locks a company's settings until the transaction ends, so that no other save runs between comparing and writing. */
export async function holdSettings(scope: CompanyScope): Promise<SettingsFields> {
  const isOwn = eq(companySettings.companyId, scope.companyId);
  const hold = () =>
    scope.db.select({ values: companySettings.values }).from(companySettings).where(isOwn).for("no key update");
  const [held] = await hold();
  if (held) return completeSettings(held.values);
  // Creates the row to lock, if the company never changed anything.
  await scope.db.insert(companySettings).values({ companyId: scope.companyId }).onConflictDoNothing();
  const [added] = await hold();
  return completeSettings(added?.values ?? {});
}

/** Writes some settings, so that two admins who save different ones keep both. */
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
