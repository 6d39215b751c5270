import type { DocumentId } from "@ridgebook/contract";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { enqueueJobs } from "./job-queue.ts";
import { connectionGrant } from "./schema/connection-tables.ts";
import { documentFiling } from "./schema/storage-tables.ts";

/* Papers to upload to the connected file storage: a row marks one as waiting, a job uploads it (decision 0103). */

const STORAGES = ["google", "microsoft"] as const;

const enqueueFilings = (scope: CompanyScope, documentIds: readonly number[]): Promise<void> =>
  enqueueJobs(
    scope,
    documentIds.map((documentId) => ({
      name: "file-document",
      payload: { companyId: scope.companyId, documentId: documentId as DocumentId },
      key: `file-document:${String(scope.companyId)}:${String(documentId)}`,
    })),
  );

/** Queues papers, whose PDFs exist, for upload; a no-op without a connected storage. */
export async function filePapers(scope: CompanyScope, documentIds: readonly number[], now: Date): Promise<void> {
  if (documentIds.length === 0) return;
  const { companyId, db } = scope;
  const [connected] = await db
    .select({ provider: connectionGrant.provider })
    .from(connectionGrant)
    .where(and(eq(connectionGrant.companyId, companyId), inArray(connectionGrant.provider, [...STORAGES])));
  if (!connected) return;
  await db
    .insert(documentFiling)
    .values(documentIds.map((documentId) => ({ companyId, documentId, waitingSince: now })))
    .onConflictDoUpdate({
      target: [documentFiling.companyId, documentFiling.documentId],
      set: { waitingSince: sql`coalesce(${documentFiling.waitingSince}, excluded.waiting_since)`, lastFailure: null },
    });
  await enqueueFilings(scope, documentIds);
}

/** Retries all waiting uploads, since their jobs may have failed for good or ended with a lost connection. */
export async function retryFilings(scope: CompanyScope): Promise<void> {
  const rows = await scope.db
    .select({ documentId: documentFiling.documentId })
    .from(documentFiling)
    .where(and(eq(documentFiling.companyId, scope.companyId), isNotNull(documentFiling.waitingSince)));
  await enqueueFilings(
    scope,
    rows.map(({ documentId }) => documentId),
  );
}
