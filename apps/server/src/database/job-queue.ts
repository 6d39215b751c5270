import type { AccountId, CompanyId, DocumentId, LeadImportId, UserId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "./company-scope.ts";

/** The jobs and their payloads. A payload has record ids and no personal data: it is stored unencrypted until the job is done. */
export interface JobPayloads {
  /** Mails a code for setting a password. A null account makes it a no-op: see `forgotPassword`. */
  "send-account-mail": { accountId: AccountId | null; purpose: "setup" | "reset"; companyId: CompanyId | null };
  /** Mails an invitation, with a code if no account has the e-mail. */
  "send-invitation": { companyId: CompanyId; userId: UserId };
  /** Tells a person that an admin removed their second factor. The company is null for a super admin without one. */
  "send-two-step-mail": { accountId: AccountId; companyId: CompanyId | null };
  /** Tells a person who was copied into a new company that they can work there. */
  "send-membership-mail": { accountId: AccountId; companyId: CompanyId };
  "make-document-pdf": { companyId: CompanyId; documentId: DocumentId };
  /** Sends a document to one address: a row of document_email. */
  "send-document-mail": { companyId: CompanyId; emailId: number };
  /** Strips the metadata of a batch of old pictures, and enqueues the next batch. */
  "strip-pictures": { companyId: CompanyId };
  "send-webhook": { companyId: CompanyId; deliveryId: number };
  /** Sends the usage report to one address: a row of usage_report_mail. */
  "send-usage-report": { companyId: CompanyId; mailId: number };
  /** Checks or finishes a lead import, depending on its state. A company's imports run one after another. */
  "import-leads": { companyId: CompanyId; importId: LeadImportId };
  /** Writes the archive of an export: a row of company_export. */
  "export-company": { companyId: CompanyId; exportId: string };
  /** Deletes a company and everything it holds, then mails `askedBy`, which jobs queued by an older release lack. */
  "delete-company": { companyId: CompanyId; askedBy?: AccountId };
  /** Mails the super admin who deleted a company once only its evidence is left. */
  "send-deletion-mail": { accountId: AccountId; companyName: string };
  /** Uploads a document's PDF to the connected file storage. A company's uploads run one after another. */
  "file-document": { companyId: CompanyId; documentId: DocumentId };
  /** Syncs a company's leads with Zoho. A catch-up also lists everything that changed in Zoho. */
  "sync-zoho": { companyId: CompanyId; isCatchUp?: true };
  /** Enqueues a catch-up for each connected company, for changes that no webhook reported. */
  "queue-zoho-syncs": Record<string, never>;
  "queue-usage-reports": Record<string, never>;
  housekeeping: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** A job to enqueue. It replaces a waiting job with the same key. */
export type NewJob = {
  [Name in JobName]: { readonly name: Name; readonly payload: JobPayloads[Name]; readonly key?: string };
}[JobName];

/**
 * A job's named queue: one per company and kind. A named queue runs one job at a time, so a company with thousands of jobs occupies one
 * worker slot per kind, and other companies' jobs start at once (decision 0061).
 */
function queueOf({ name, payload }: NewJob): string | null {
  if (!("companyId" in payload)) return null;
  return `${name}:${payload.companyId === null ? "installation" : String(payload.companyId)}`;
}

/**
 * Enqueues jobs in one statement. They run when, and only if, the transaction commits. The database sorts them by key, so that concurrent
 * transactions lock keys in the same order.
 */
export async function enqueueJobs({ db }: CompanyScope | PlatformScope, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => ({ ...job, queue: queueOf(job) }));
  await db.execute(sql`select graphile_worker.enqueue_jobs(${JSON.stringify(rows)}::json)`);
}

export const enqueueJob = (scope: CompanyScope | PlatformScope, job: NewJob): Promise<void> =>
  enqueueJobs(scope, [job]);

/** Enqueues stripping the company's old pictures; see `stripStoredPictures`. */
export const enqueueStripPictures = (scope: CompanyScope): Promise<void> =>
  enqueueJob(scope, {
    name: "strip-pictures",
    payload: { companyId: scope.companyId },
    key: `strip-pictures:${String(scope.companyId)}`,
  });
