import { documentKindOf, type DocumentId, type DocumentKind, type LeadId } from "@ridgebook/contract";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { document } from "#database/schema/document-tables.ts";
import { findDocument, hasPdf } from "./document-repository.ts";

/** A document with a stored PDF, for the file storage. */
interface PaperToFile {
  readonly id: number;
  readonly leadId: LeadId;
  readonly name: string;
  /** Its display number, or "". */
  readonly number: string;
  readonly kind: DocumentKind | undefined;
  readonly workflows: readonly string[];
  readonly pdfHash: string;
}

/** Undefined if the document is gone or has no PDF. */
export async function findPaperToFile(scope: CompanyScope, id: DocumentId): Promise<PaperToFile | undefined> {
  const row = (await findDocument(scope, id))?.row;
  if (!row || row.pdfHash === null || !hasPdf(row)) return undefined;
  const { leadId, name, type, workflows, data, pdfHash } = row;
  return {
    id,
    leadId: leadId as LeadId,
    name,
    number: data["number"] ?? "",
    kind: documentKindOf(type),
    workflows,
    pdfHash,
  };
}

/** The company's signed papers with PDFs, oldest first. */
export async function listSignedToFile(scope: CompanyScope): Promise<number[]> {
  const rows = await scope.db
    .select({ id: document.id })
    .from(document)
    .where(and(eq(document.companyId, scope.companyId), document.isSigned, isNotNull(document.pdfHash)))
    .orderBy(asc(document.id));
  return rows.map(({ id }) => id);
}
