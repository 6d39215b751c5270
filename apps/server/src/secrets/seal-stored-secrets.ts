import type { AccountId, CompanyId } from "@ridgebook/contract";
import { and, eq, like, sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { setInstallationValue } from "#database/installation.ts";
import { webhook } from "#database/schema/event-tables.ts";
import { companySettings, credential } from "#database/schema/settings-tables.ts";
import { connectionGrant } from "#database/schema/connection-tables.ts";
import { zohoSync } from "#database/schema/zoho-tables.ts";
import { company, installation, twoStep } from "#database/schema/platform-tables.ts";
import { createResealer, type Resealer } from "./reseal.ts";
import { sealingKeyIdOf, type SecretBox } from "./secret-box.ts";
import {
  connectionTokenPlace,
  credentialPlace,
  installationPlace,
  smtpPasswordPlace,
  twoStepPlace,
  webhookPlace,
  zohoWebhookPlace,
} from "./secret-places.ts";

/** The row of `installation` with the key that last sealed all companies' secrets. */
const SEALED_WITH = "sealed-with";

async function sealSmtpPassword(scope: CompanyScope, { reseal }: Resealer): Promise<void> {
  const own = eq(companySettings.companyId, scope.companyId);
  const [row] = await scope.db
    .select({ stored: sql<string | null>`${companySettings.values} ->> 'smtpPassword'` })
    .from(companySettings)
    .where(own)
    .for("no key update");
  if (!row?.stored) return;
  const smtpPassword = reseal(row.stored, smtpPasswordPlace(scope.companyId));
  if (smtpPassword === undefined) return;
  await scope.db
    .update(companySettings)
    .set({ values: sql`${companySettings.values} || ${JSON.stringify({ smtpPassword })}::jsonb` })
    .where(own);
}

/** A server may start before the migration that adds a table; then it has no secrets. */
async function hasTable(db: CompanyScope["db"], name: string): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`);
  return rows[0]?.exists === true;
}

/** Seals two-step secrets with the current key. A person whose secret cannot be opened uses a backup code. */
async function sealTwoStepSecrets({ db }: PlatformScope, { reseal }: Resealer): Promise<void> {
  if (!(await hasTable(db, "two_step"))) return;
  for (const { accountId, secret } of await db.select().from(twoStep).for("no key update")) {
    const sealed = reseal(secret, twoStepPlace(accountId as AccountId));
    if (sealed !== undefined) await db.update(twoStep).set({ secret: sealed }).where(eq(twoStep.accountId, accountId));
  }
}

const SECRETS_OF_ROWS = [
  { name: "credential", table: credential, placeOf: credentialPlace },
  { name: "webhook", table: webhook, placeOf: webhookPlace },
] as const;

async function sealRows(
  scope: CompanyScope,
  { reseal }: Resealer,
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
    const sealed = reseal(secret, placeOf(scope.companyId, id));
    if (sealed === undefined) continue;
    await scope.db
      .update(table)
      .set({ secret: sealed })
      .where(and(eq(table.companyId, scope.companyId), eq(table.id, id)));
  }
}

async function sealConnectionTokens(scope: CompanyScope, { reseal }: Resealer): Promise<void> {
  if (!(await hasTable(scope.db, "connection_grant"))) return;
  const own = eq(connectionGrant.companyId, scope.companyId);
  const rows = await scope.db.select().from(connectionGrant).where(own).for("no key update");
  for (const { provider, refreshToken, accessToken } of rows) {
    const seal = (stored: string, column: "refresh_token" | "access_token"): string =>
      reseal(stored, connectionTokenPlace(scope.companyId, provider, column)) ?? stored;
    await scope.db
      .update(connectionGrant)
      .set({
        refreshToken: seal(refreshToken, "refresh_token"),
        accessToken: seal(accessToken, "access_token"),
      })
      .where(and(own, eq(connectionGrant.provider, provider)));
  }
}

async function sealZohoWebhookToken(scope: CompanyScope, { reseal }: Resealer): Promise<void> {
  if (!(await hasTable(scope.db, "zoho_sync"))) return;
  const own = eq(zohoSync.companyId, scope.companyId);
  const [row] = await scope.db.select({ token: zohoSync.webhookToken }).from(zohoSync).where(own).for("no key update");
  const webhookToken = row?.token ? reseal(row.token, zohoWebhookPlace(scope.companyId)) : undefined;
  if (webhookToken !== undefined) await scope.db.update(zohoSync).set({ webhookToken }).where(own);
}

async function resealCompany(scope: CompanyScope, resealer: Resealer): Promise<void> {
  await sealSmtpPassword(scope, resealer);
  for (const each of SECRETS_OF_ROWS) await sealRows(scope, resealer, each);
  await sealConnectionTokens(scope, resealer);
  await sealZohoWebhookToken(scope, resealer);
}

/**
 * Seals a company's secrets with the current key, unless they already are. One that cannot be opened is unchanged: the company's mails
 * report it, and an admin enters it again.
 */
export const sealCompanySecrets = (scope: CompanyScope, box: SecretBox): Promise<void> =>
  resealCompany(scope, createResealer(box));

async function resealAll(database: Database, box: SecretBox, resealer: Resealer): Promise<void> {
  const companies = await database.onPlatform(({ db }) => db.select({ id: company.id }).from(company));
  for (const { id } of companies)
    await database.inCompany({ companyId: id as CompanyId }, (scope) => resealCompany(scope, resealer));
  await database.onPlatform(async (platform) => {
    await sealTwoStepSecrets(platform, resealer);
    await setInstallationValue(platform, { key: SEALED_WITH, value: box.keyId });
  });
}

/**
 * Seals secrets stored unsealed or with an old key; each company in a separate transaction. Safe to repeat, and to run in several
 * processes. Done once per key.
 */
export async function sealStoredSecrets(database: Database, box: SecretBox): Promise<void> {
  const isDone = await database.onPlatform(async ({ db }) => {
    const [sealed] = await db.select().from(installation).where(eq(installation.key, SEALED_WITH));
    return sealed?.value === box.keyId;
  });
  if (!isDone) await resealAll(database, box, createResealer(box));
}

/** The installation's own secrets, which every login needs: throws SecretsError if no key opens one. */
const resealInstallation = (database: Database, box: SecretBox, resealer: Resealer): Promise<void> =>
  database.onPlatform(async (platform) => {
    const rows = await platform.db
      .select()
      .from(installation)
      .where(like(installation.value, "sealed:%"))
      .orderBy(installation.key)
      .for("no key update");
    for (const { key, value } of rows) {
      box.open(value, installationPlace(key));
      const sealed = resealer.reseal(value, installationPlace(key));
      if (sealed !== undefined) await setInstallationValue(platform, { key, value: sealed });
    }
  });

/**
 * Seals every secret that is not sealed with the current key, even if a start has done so: servers with the old key may have sealed others
 * since. Returns how many it sealed, and which no key opens. Safe to repeat and to interrupt. Throws SecretsError, without changes, if no
 * key opens the installation's secrets.
 */
export async function rotateSecrets(
  database: Database,
  box: SecretBox,
): Promise<Pick<Resealer, "sealed" | "unopened">> {
  const resealer = createResealer(box);
  await resealInstallation(database, box, resealer);
  await resealAll(database, box, resealer);
  return resealer;
}

/** The id of the key that sealed the installation's secrets; undefined without any. */
export async function readSealingKeyId(database: Database): Promise<string | undefined> {
  const [row] = await database.onPlatform(({ db }) =>
    db.select().from(installation).where(like(installation.value, "sealed:%")).orderBy(installation.key).limit(1),
  );
  return row && sealingKeyIdOf(row.value);
}
