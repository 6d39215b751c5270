import type { AccountId, CompanyId, DocumentId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "./company-scope.ts";

/**
 * What runs later, and what each job is told. A payload names records and holds nothing of a person: it stands in the
 * queue in clear until the job is done.
 */
export interface JobPayloads {
  /** Mails a code for setting a password. An account of null is a job without work: see `forgotPassword`. */
  "send-account-mail": { accountId: AccountId | null; purpose: "setup" | "reset"; companyId: CompanyId | null };
  /** Draws the PDF of a document. */
  "make-document-pdf": { companyId: CompanyId; documentId: DocumentId };
  /** Sends a document to one address: a row of document_email. */
  "send-document-mail": { companyId: CompanyId; emailId: number };
  /** Takes the metadata out of some pictures that were stored with it, and enqueues itself for the next ones. */
  "strip-pictures": { companyId: CompanyId };
  housekeeping: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Enqueues the stripping of a company's pictures from before; see `stripStoredPictures`. */
export const enqueueStripPictures = (scope: CompanyScope): Promise<void> =>
  enqueueJob(scope, {
    name: "strip-pictures",
    payload: { companyId: scope.companyId },
    key: `strip-pictures:${String(scope.companyId)}`,
  });

/**
 * Puts a job in the queue; it runs when, and only if, the transaction commits. A job that waits under the same key is
 * replaced by this one.
 */
export async function enqueueJob<Name extends JobName>(
  { db }: CompanyScope | PlatformScope,
  { name, payload, key }: { name: Name; payload: JobPayloads[Name]; key?: string },
): Promise<void> {
  await db.execute(sql`select graphile_worker.enqueue(${name}, ${JSON.stringify(payload)}::json, ${key ?? null})`);
}
