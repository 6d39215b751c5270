import type { AccountId, CompanyId, DocumentId, LeadImportId, UserId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "./company-scope.ts";

/**
 * What runs later, and what each job is told. A payload names records and holds nothing of a person: it stands in the
 * queue in clear until the job is done.
 */
export interface JobPayloads {
  /** Mails a code for setting a password. An account of null is a job without work: see `forgotPassword`. */
  "send-account-mail": { accountId: AccountId | null; purpose: "setup" | "reset"; companyId: CompanyId | null };
  /** Mails an invitation of a company, with a code where no account has the e-mail. */
  "send-invitation": { companyId: CompanyId; userId: UserId };
  /** Tells a person that an admin removed their second step. Without a company it was a super admin outside of any. */
  "send-two-step-mail": { accountId: AccountId; companyId: CompanyId | null };
  /** Tells a person who was copied into a new company, with the users of another one, that they can work there. */
  "send-membership-mail": { accountId: AccountId; companyId: CompanyId };
  /** Draws the PDF of a document. */
  "make-document-pdf": { companyId: CompanyId; documentId: DocumentId };
  /** Sends a document to one address: a row of document_email. */
  "send-document-mail": { companyId: CompanyId; emailId: number };
  /** Takes the metadata out of some pictures that were stored with it, and enqueues itself for the next ones. */
  "strip-pictures": { companyId: CompanyId };
  /** Sends one delivery to a webhook: a row of webhook_delivery. */
  "send-webhook": { companyId: CompanyId; deliveryId: number };
  /** Sends the usage report to one address: a row of usage_report_mail. */
  "send-usage-report": { companyId: CompanyId; mailId: number };
  /** Checks or finishes an import of leads, whichever its state asks for. Those of one company run one after the other. */
  "import-leads": { companyId: CompanyId; importId: LeadImportId };
  /** Writes the archive of an export: a row of company_export. */
  "export-company": { companyId: CompanyId; exportId: string };
  /** Removes what a company holds, and then the company. Who asked is told then; a job from before this was kept names nobody. */
  "delete-company": { companyId: CompanyId; askedBy?: AccountId };
  /** Tells the super admin who deleted a company that nothing of it is left but its evidence. */
  "send-deletion-mail": { accountId: AccountId; companyName: string };
  /** Puts a document's PDF into the connected file storage. Those of one company run one after the other. */
  "file-document": { companyId: CompanyId; documentId: DocumentId };
  /** Syncs a company's leads with its Zoho account. A catch-up also lists everything that changed in Zoho. */
  "sync-zoho": { companyId: CompanyId; isCatchUp?: true };
  /** Queues that for each company that is connected: what no webhook told is found so. */
  "queue-zoho-syncs": Record<string, never>;
  "queue-usage-reports": Record<string, never>;
  housekeeping: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** A job to enqueue. With a key, it replaces a waiting job of the same key. */
export type NewJob = {
  [Name in JobName]: { readonly name: Name; readonly payload: JobPayloads[Name]; readonly key?: string };
}[JobName];

/**
 * The named queue of a job: one for each company and kind. A named queue runs one job at a time, so a company with thousands of
 * waiting jobs takes one place of the worker for each kind, and another company's job starts at once (decision 0061).
 */
function queueOf({ name, payload }: NewJob): string | null {
  if (!("companyId" in payload)) return null;
  return `${name}:${payload.companyId === null ? "installation" : String(payload.companyId)}`;
}

/**
 * Puts jobs in the queue, in one statement. They run when, and only if, the transaction commits. They are sorted by key in the
 * database, so that two transactions with the same keys lock them in the same order.
 */
export async function enqueueJobs({ db }: CompanyScope | PlatformScope, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map((job) => ({ ...job, queue: queueOf(job) }));
  await db.execute(sql`select graphile_worker.enqueue_jobs(${JSON.stringify(rows)}::json)`);
}

export const enqueueJob = (scope: CompanyScope | PlatformScope, job: NewJob): Promise<void> =>
  enqueueJobs(scope, [job]);

/** Enqueues the stripping of a company's pictures from before; see `stripStoredPictures`. */
export const enqueueStripPictures = (scope: CompanyScope): Promise<void> =>
  enqueueJob(scope, {
    name: "strip-pictures",
    payload: { companyId: scope.companyId },
    key: `strip-pictures:${String(scope.companyId)}`,
  });
