import { EMAIL_STATUSES, type DocumentId, type EmailStatus, type LeadId } from "@ridgebook/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { document, documentEmail } from "#database/schema/document-tables.ts";

export type EmailRow = typeof documentEmail.$inferSelect;

export const insertEmails = (
  scope: CompanyScope,
  emails: readonly Pick<EmailRow, "documentId" | "email" | "message" | "requestedTime">[],
): Promise<EmailRow[]> =>
  scope.db
    .insert(documentEmail)
    .values(
      emails.map((each) => ({
        ...each,
        companyId: scope.companyId,
        sentBy: scope.userId ?? null,
        status: EMAIL_STATUSES.pending,
      })),
    )
    .returning();

/** A document's mails, newest first. */
export const listEmails = (scope: CompanyScope, documentId: DocumentId): Promise<EmailRow[]> =>
  scope.db
    .select()
    .from(documentEmail)
    .where(and(eq(documentEmail.companyId, scope.companyId), eq(documentEmail.documentId, documentId)))
    .orderBy(desc(documentEmail.id));

/** Distinct addresses that a lead's documents were sent to, most recent first. */
export async function listFormerAddresses(scope: CompanyScope, leadId: LeadId): Promise<string[]> {
  const rows = await scope.db
    .select({ email: sql<string>`lower(${documentEmail.email})` })
    .from(documentEmail)
    .innerJoin(
      document,
      and(eq(document.companyId, documentEmail.companyId), eq(document.id, documentEmail.documentId)),
    )
    .where(and(eq(documentEmail.companyId, scope.companyId), eq(document.leadId, leadId)))
    .groupBy(sql`lower(${documentEmail.email})`)
    .orderBy(desc(sql`max(${documentEmail.id})`))
    .limit(50);
  return rows.map(({ email }) => email);
}

export async function holdEmail(scope: CompanyScope, id: number): Promise<EmailRow | undefined> {
  const [found] = await scope.db
    .select()
    .from(documentEmail)
    .where(and(eq(documentEmail.companyId, scope.companyId), eq(documentEmail.id, id)))
    .for("no key update");
  return found;
}

export async function updateEmail(
  scope: CompanyScope,
  id: number,
  values: { status: EmailStatus; failure?: string; attempts?: number },
): Promise<void> {
  await scope.db
    .update(documentEmail)
    .set(values)
    .where(and(eq(documentEmail.companyId, scope.companyId), eq(documentEmail.id, id)));
}

/** A document's mails that wait for its PDF. */
export async function listPendingEmails(scope: CompanyScope, documentId: DocumentId): Promise<number[]> {
  const rows = await scope.db
    .select({ id: documentEmail.id })
    .from(documentEmail)
    .where(
      and(
        eq(documentEmail.companyId, scope.companyId),
        eq(documentEmail.documentId, documentId),
        eq(documentEmail.status, EMAIL_STATUSES.pending),
      ),
    )
    .orderBy(documentEmail.id);
  return rows.map(({ id }) => id);
}
