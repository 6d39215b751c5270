import { DELIVERY_KEPT_DAYS, IDEMPOTENCY_KEPT_DAYS, LEAD_IMPORT_KEPT_DAYS, type CompanyId } from "@ridgebook/contract";
import { and, eq, lt, notInArray, sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { enqueueStripPictures } from "#database/job-queue.ts";
import { changeCounter, idempotencyKey, tombstone } from "#database/schema/change-tables.ts";
import { mailUse } from "#database/schema/document-tables.ts";
import { attemptCount, company } from "#database/schema/platform-tables.ts";

const DAY_MS = 86_400_000;
/** A device that was away longer reloads everything. */
const TOMBSTONES_KEPT_DAYS = 90;
/** Kept forever: they prove that the references of a late signed paper were the company's. */
const STORES_OF_SIGNED_PAPERS = ["leads", "estimates", "estimate-documents"];
const ATTEMPTS_KEPT_DAYS = 1;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Purges old tombstones and records it for older cursors, in one transaction. */
async function forgetTombstones(scope: CompanyScope, before: Date): Promise<void> {
  const ownCounter = eq(changeCounter.companyId, scope.companyId);
  // The counter first, like every change.
  await scope.db.select().from(changeCounter).where(ownCounter).for("no key update");
  const forgotten = await scope.db
    .delete(tombstone)
    .where(
      and(
        eq(tombstone.companyId, scope.companyId),
        lt(tombstone.deletedTime, before),
        notInArray(tombstone.store, STORES_OF_SIGNED_PAPERS),
      ),
    )
    .returning({ changeNumber: tombstone.changeNumber });
  if (forgotten.length === 0) return;
  const newest = forgotten.reduce((highest, { changeNumber }) => Math.max(highest, changeNumber), 0);
  await scope.db
    .update(changeCounter)
    .set({ forgottenUpTo: sql`greatest(${changeCounter.forgottenUpTo}, ${newest})` })
    .where(ownCounter);
}

async function forgetIdempotencyKeys(scope: CompanyScope, before: Date): Promise<void> {
  await scope.db
    .delete(idempotencyKey)
    .where(and(eq(idempotencyKey.companyId, scope.companyId), lt(idempotencyKey.createdTime, before)));
}

async function removeMailUse(scope: CompanyScope, before: Date): Promise<void> {
  await scope.db.delete(mailUse).where(and(eq(mailUse.companyId, scope.companyId), lt(mailUse.requestedTime, before)));
}

/** Creates the daily job that deletes expired data, one transaction per company. */
export function createHousekeeping({
  database,
  now,
  forgetOfAccounts,
  hasPicturesToStrip,
  sealSecrets,
  removeOldDeliveries,
  removeOldImports,
  removeOldExports,
  removeOldOfConnections,
}: {
  database: Database;
  now: () => Date;
  /** Deletes expired login sessions and codes. */
  forgetOfAccounts: (platform: PlatformScope, now: Date) => Promise<void>;
  /** Whether the company has pictures stored before metadata stripping. */
  hasPicturesToStrip: (scope: CompanyScope) => Promise<boolean>;
  /** Encrypts a company's unsealed secrets. */
  sealSecrets: (scope: CompanyScope) => Promise<void>;
  removeOldDeliveries: (scope: CompanyScope, before: Date) => Promise<void>;
  /** Removes unfinished lead imports, and rows of finished ones. */
  removeOldImports: (scope: CompanyScope, before: Date) => Promise<void>;
  removeOldExports: () => Promise<void>;
  /** Removes abandoned authorizations and expired responses of providers. */
  removeOldOfConnections: (scope: CompanyScope, now: Date) => Promise<void>;
}): () => Promise<void> {
  return async () => {
    const time = now();
    const companies = await database.onPlatform(async (platform) => {
      await forgetOfAccounts(platform, time);
      await platform.db.delete(attemptCount).where(lt(attemptCount.windowStart, daysBefore(time, ATTEMPTS_KEPT_DAYS)));
      return platform.db.select({ id: company.id }).from(company);
    });
    for (const { id } of companies) {
      // Separate from the lock on the company's change number below: an import has up to 50,000 rows.
      await database.inCompany({ companyId: id as CompanyId }, (scope) =>
        removeOldImports(scope, daysBefore(time, LEAD_IMPORT_KEPT_DAYS)),
      );
      await database.inCompany({ companyId: id as CompanyId }, async (scope) => {
        await sealSecrets(scope);
        await forgetTombstones(scope, daysBefore(time, TOMBSTONES_KEPT_DAYS));
        await removeMailUse(scope, daysBefore(time, ATTEMPTS_KEPT_DAYS));
        await removeOldDeliveries(scope, daysBefore(time, DELIVERY_KEPT_DAYS));
        await removeOldOfConnections(scope, time);
        await forgetIdempotencyKeys(scope, daysBefore(time, IDEMPOTENCY_KEPT_DAYS));
        if (await hasPicturesToStrip(scope)) await enqueueStripPictures(scope);
      });
    }
    await removeOldExports();
  };
}
