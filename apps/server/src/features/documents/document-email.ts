import {
  EMAIL_STATUSES,
  leadName,
  NO_MAIL_SERVER,
  type CompanyId,
  type DocumentId,
  type LeadId,
  type UserId,
} from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findPersonName } from "#database/company-users.ts";
import type { DocumentMail } from "#jobs/mail/document-mail.ts";
import { MailFailure } from "#jobs/mail/mail-failure.ts";
import { holdEmail, updateEmail, type EmailRow } from "./document-email-repository.ts";
import { readStoredPdf, type PdfParts, type Transact } from "./document-pdf.ts";
import { findDocument, findLeadOfDocuments, hasPdf, type DocumentRow } from "./document-repository.ts";

/** Attempts per address, with a growing delay: an hour and a quarter in all. */
export const MAX_EMAIL_ATTEMPTS = 9;

/** The result if neither the company nor the installation has a mail server. */

interface Begun {
  readonly email: EmailRow;
  readonly row: DocumentRow;
  readonly pdfHash: string;
  readonly replyTo: string | undefined;
  readonly fileNameParts: readonly string[];
}

/** Prepares one mail if it is due and its PDF exists; otherwise drawing the PDF will enqueue it again. */
async function begin(scope: CompanyScope, emailId: number): Promise<Begun | undefined> {
  const email = await holdEmail(scope, emailId);
  const isWaiting = email?.status === EMAIL_STATUSES.pending || email?.status === EMAIL_STATUSES.sending;
  if (!email || !isWaiting) return undefined;
  const found = await findDocument(scope, email.documentId as DocumentId);
  if (!found?.row.pdfHash || !hasPdf(found.row)) return undefined;
  const { row } = found;
  const attempts = email.attempts + 1;
  await updateEmail(scope, emailId, { status: EMAIL_STATUSES.sending, attempts });
  const sender = email.sentBy === null ? undefined : await findPersonName(scope, email.sentBy as UserId);
  const lead = await findLeadOfDocuments(scope, row.leadId as LeadId);
  return {
    email: { ...email, attempts },
    fileNameParts: [lead ? leadName(lead) : "", row.data["number"] ?? ""],
    row,
    pdfHash: found.row.pdfHash,
    replyTo: sender?.email,
  };
}

/**
 * The job that sends a document to one address. Temporary failures are retried with back-off; permanent and final ones are recorded in our
 * words. A crash between sending and recording sends twice, which is better than never.
 */
export async function sendDocumentMail(
  { companyId, emailId, transact }: { companyId: CompanyId; emailId: number; transact: Transact },
  {
    send,
    ...parts
  }: PdfParts & { readonly send: (mail: Omit<DocumentMail, "companyName">) => Promise<"sent" | "kept"> },
): Promise<void> {
  const begun = await transact((scope) => begin(scope, emailId));
  if (!begun) return;
  const { email, row, pdfHash, replyTo, fileNameParts } = begun;
  let became: "sent" | "kept";
  try {
    const pdf = await readStoredPdf({ companyId, hash: pdfHash }, parts);
    became = await send({
      to: email.email,
      documentName: row.name,
      fileNameParts,
      companyId,
      message: email.message,
      replyTo,
      pdf,
    });
  } catch (error) {
    const failure = error instanceof MailFailure ? error : new MailFailure("unknown");
    const isLast = email.attempts >= MAX_EMAIL_ATTEMPTS || failure.isPermanent;
    await transact((scope) =>
      updateEmail(scope, emailId, {
        status: isLast ? EMAIL_STATUSES.failure : EMAIL_STATUSES.pending,
        failure: isLast ? failure.message : "",
      }),
    );
    if (isLast) return;
    throw error;
  }
  await transact((scope) =>
    updateEmail(
      scope,
      emailId,
      became === "sent"
        ? { status: EMAIL_STATUSES.success, failure: "" }
        : { status: EMAIL_STATUSES.skipped, failure: NO_MAIL_SERVER },
    ),
  );
}
