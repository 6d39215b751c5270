import type { CompanyId } from "@ridgebook/contract";
import { eq, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { setInstallationValue } from "#database/installation.ts";
import { companySettings } from "#database/schema/company-tables.ts";
import { company, installation } from "#database/schema/platform-tables.ts";
import { SecretsError, type SecretBox, type SecretPlace } from "./secret-box.ts";
import { smtpPasswordPlace } from "./secret-places.ts";

/** The row of `installation` that names the key with which all companies' secrets were sealed last. */
const SEALED_WITH = "sealed-with";

/** Opens a stored secret; undefined where that is impossible. */
function tryToOpen(box: SecretBox, stored: string, place: SecretPlace): string | undefined {
  try {
    return box.open(stored, place);
  } catch (error) {
    if (error instanceof SecretsError) return undefined;
    throw error;
  }
}

/**
 * Seals a company's secrets with the current key, unless they are already. One that cannot be opened is left as it is: the company's
 * mails say so, and an admin enters it again.
 */
export async function sealCompanySecrets(scope: CompanyScope, box: SecretBox): Promise<void> {
  const own = eq(companySettings.companyId, scope.companyId);
  const [row] = await scope.db
    .select({ stored: sql<string | null>`${companySettings.values} ->> 'smtpPassword'` })
    .from(companySettings)
    .where(own)
    .for("update");
  if (!row?.stored || box.isCurrent(row.stored)) return;
  const place = smtpPasswordPlace(scope.companyId);
  const opened = tryToOpen(box, row.stored, place);
  if (opened === undefined) return;
  const smtpPassword = box.seal(opened, place);
  await scope.db
    .update(companySettings)
    .set({ values: sql`${companySettings.values} || ${JSON.stringify({ smtpPassword })}::jsonb` })
    .where(own);
}

/**
 * Seals what was stored before secrets were sealed, or with a former key; each company in a separate transaction. Safe to repeat,
 * and to run in several processes. Done once for each key.
 */
export async function sealStoredSecrets(database: Database, box: SecretBox): Promise<void> {
  const companies = await database.onPlatform(async ({ db }) => {
    const [sealed] = await db.select().from(installation).where(eq(installation.key, SEALED_WITH));
    return sealed?.value === box.keyId ? [] : db.select({ id: company.id }).from(company);
  });
  for (const { id } of companies)
    await database.inCompany({ companyId: id as CompanyId }, (scope) => sealCompanySecrets(scope, box));
  await database.onPlatform((platform) => setInstallationValue(platform, { key: SEALED_WITH, value: box.keyId }));
}
