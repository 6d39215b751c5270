import type { AccountId, CompanyId } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { setInstallationValue } from "#database/installation.ts";
import { companySettings, credential, webhook } from "#database/schema/company-tables.ts";
import { connectionGrant } from "#database/schema/connection-tables.ts";
import { company, installation, twoStep } from "#database/schema/platform-tables.ts";
import { SecretsError, type SecretBox, type SecretPlace } from "./secret-box.ts";
import {
  connectionTokenPlace,
  credentialPlace,
  smtpPasswordPlace,
  twoStepPlace,
  webhookPlace,
} from "./secret-places.ts";

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

async function sealSmtpPassword(scope: CompanyScope, box: SecretBox): Promise<void> {
  const own = eq(companySettings.companyId, scope.companyId);
  const [row] = await scope.db
    .select({ stored: sql<string | null>`${companySettings.values} ->> 'smtpPassword'` })
    .from(companySettings)
    .where(own)
    .for("no key update");
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

/** A server may start before the migration that adds a table; then nobody has a secret in it. */
async function hasTable(db: CompanyScope["db"], name: string): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`);
  return rows[0]?.exists === true;
}

/** Seals the secrets of two-step sign-in with the current key. A person whose secret cannot be opened uses a backup code. */
async function sealTwoStepSecrets({ db }: PlatformScope, box: SecretBox): Promise<void> {
  if (!(await hasTable(db, "two_step"))) return;
  for (const { accountId, secret } of await db.select().from(twoStep).for("no key update")) {
    const place = twoStepPlace(accountId as AccountId);
    const opened = box.isCurrent(secret) ? undefined : tryToOpen(box, secret, place);
    if (opened !== undefined)
      await db
        .update(twoStep)
        .set({ secret: box.seal(opened, place) })
        .where(eq(twoStep.accountId, accountId));
  }
}

/** Tables of a company that hold one secret a row. */
const SECRETS_OF_ROWS = [
  { name: "credential", table: credential, placeOf: credentialPlace },
  { name: "webhook", table: webhook, placeOf: webhookPlace },
] as const;

async function sealRows(
  scope: CompanyScope,
  box: SecretBox,
  { name, table, placeOf }: (typeof SECRETS_OF_ROWS)[number],
): Promise<void> {
  if (!(await hasTable(scope.db, name))) return;
  const rows = await scope.db
    .select({ id: table.id, secret: table.secret })
    .from(table)
    .where(eq(table.companyId, scope.companyId))
    .orderBy(table.id)
    .for("no key update");
  for (const { id, secret } of rows) {
    if (box.isCurrent(secret)) continue;
    const place = placeOf(scope.companyId, id);
    const opened = tryToOpen(box, secret, place);
    if (opened === undefined) continue;
    await scope.db
      .update(table)
      .set({ secret: box.seal(opened, place) })
      .where(and(eq(table.companyId, scope.companyId), eq(table.id, id)));
  }
}

async function sealConnectionTokens(scope: CompanyScope, box: SecretBox): Promise<void> {
  if (!(await hasTable(scope.db, "connection_grant"))) return;
  const own = eq(connectionGrant.companyId, scope.companyId);
  const rows = await scope.db.select().from(connectionGrant).where(own).for("no key update");
  for (const { provider, refreshToken, accessToken } of rows) {
    const seal = (stored: string, column: "refresh_token" | "access_token"): string => {
      const place = connectionTokenPlace(scope.companyId, provider, column);
      const opened = box.isCurrent(stored) ? undefined : tryToOpen(box, stored, place);
      return opened === undefined ? stored : box.seal(opened, place);
    };
    await scope.db
      .update(connectionGrant)
      .set({
        refreshToken: seal(refreshToken, "refresh_token"),
        accessToken: seal(accessToken, "access_token"),
      })
      .where(and(own, eq(connectionGrant.provider, provider)));
  }
}

/**
 * Seals a company's secrets with the current key, unless they are already. One that cannot be opened is left as it is: the company's
 * mails say so, and an admin enters it again.
 */
export async function sealCompanySecrets(scope: CompanyScope, box: SecretBox): Promise<void> {
  await sealSmtpPassword(scope, box);
  for (const each of SECRETS_OF_ROWS) await sealRows(scope, box, each);
  await sealConnectionTokens(scope, box);
}

/**
 * Seals what was stored before secrets were sealed, or with a former key; each company in a separate transaction. Safe to repeat,
 * and to run in several processes. Done once for each key.
 */
export async function sealStoredSecrets(database: Database, box: SecretBox): Promise<void> {
  const companies = await database.onPlatform(async ({ db }) => {
    const [sealed] = await db.select().from(installation).where(eq(installation.key, SEALED_WITH));
    if (sealed?.value === box.keyId) return undefined;
    return db.select({ id: company.id }).from(company);
  });
  if (!companies) return;
  for (const { id } of companies)
    await database.inCompany({ companyId: id as CompanyId }, (scope) => sealCompanySecrets(scope, box));
  await database.onPlatform(async (platform) => {
    await sealTwoStepSecrets(platform, box);
    await setInstallationValue(platform, { key: SEALED_WITH, value: box.keyId });
  });
}
