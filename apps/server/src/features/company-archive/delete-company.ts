import type { AccountId, CompanyId } from "@ridgebook/contract";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { enqueueJob } from "#database/job-queue.ts";
import { company, sealedCompany } from "#database/schema/platform-tables.ts";
import { recordAuditEvent } from "#http/session.ts";
import type { ArchiveStore } from "./archive-store.ts";

/** Keeps a statement well below its timeout. */
const ROWS_AT_ONCE = 500;

/** Large tables, referencing ones first. The rest cascades with the company's row. */
const LARGE_TABLES = [
  "document",
  "estimate",
  "lead_photo",
  "lead",
  "price_book_entry",
  "webhook_delivery",
  "lead_import",
];

async function removeSomeRows({ db, companyId }: CompanyScope, name: string): Promise<number> {
  const table = sql.identifier(name);
  const { rowCount } = await db.execute(sql`
    delete from ${table} where company_id = ${companyId}
      and ctid = any (array(select ctid from ${table} where company_id = ${companyId} limit ${ROWS_AT_ONCE}))`);
  return rowCount ?? 0;
}

/** Files named by the evidence log: signed papers, including those of deleted documents. */
async function listSealedFiles({ db, companyId }: CompanyScope): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select file_hash as id from document_event where company_id = ${companyId} and file_hash <> ''
    union select file_hash from imported_event where company_id = ${companyId} and file_hash <> ''`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The job that deletes a company: rows in batches, then files, then the company. Keeps the evidence log, imported logs, and the signed
 * papers that they name. It can be interrupted and resumed at any time. At the end it mails the super admin who asked for it.
 */
export async function deleteCompany(
  { companyId, askedBy }: { companyId: CompanyId; askedBy?: AccountId | undefined },
  { database, store, now }: { database: Database; store: Pick<ArchiveStore, "removeAll">; now: () => Date },
): Promise<void> {
  const isDeleted = and(eq(company.id, companyId), isNotNull(company.deletionTime));
  const [held] = await database.onPlatform(({ db }) => db.select().from(company).where(isDeleted));
  if (!held) return;
  for (const table of LARGE_TABLES)
    for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE;)
      removed = await database.inCompany({ companyId }, (scope) => removeSomeRows(scope, table));
  await store.removeAll(companyId, await database.inCompany({ companyId }, listSealedFiles));
  const { travelId, name } = held;
  await database.onPlatform(async (platform) => {
    const { db } = platform;
    await db.insert(sealedCompany).values({ id: companyId, travelId, name, deletedTime: now() });
    await db.delete(company).where(isDeleted);
    await recordAuditEvent(db, { event: "company.removed", companyId, details: { name, travelId } });
    if (askedBy !== undefined)
      await enqueueJob(platform, { name: "send-deletion-mail", payload: { accountId: askedBy, companyName: name } });
  });
}
