import {
  documentKindOf,
  documentViewUrl,
  pick,
  type DocumentId,
  type EstimateId,
  type LeadId,
  type ListedDocument,
} from "@ridgebook/contract";
import { and, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { document } from "./schema/document-tables.ts";

/* Document list rows, shared by the features estimates and documents. */

const listedDocumentColumns = pick(getTableColumns(document), [
  "id",
  "companyId",
  "estimateId",
  "leadId",
  "name",
  "type",
  "createdTime",
  "pdfStatus",
  "pdfHash",
  "supersededById",
]);
type ListedRow = Pick<typeof document.$inferSelect, keyof typeof listedDocumentColumns>;

/** The path of the stored PDF (3.§7, DOC-22); null before it is drawn, and for a type unknown to this version. */
const pdfUrlOf = ({ id, type, companyId, pdfHash }: ListedRow): string | null =>
  pdfHash === null || !documentKindOf(type) ? null : (documentViewUrl({ id, type, pdfUrl: null, companyId }) ?? null);

export const toListedDocument = (row: ListedRow): ListedDocument => ({
  id: row.id as DocumentId,
  estimateId: row.estimateId as EstimateId,
  leadId: row.leadId as LeadId,
  name: row.name,
  type: row.type,
  createdTime: row.createdTime.toISOString(),
  pdfStatus: row.pdfStatus,
  pdfUrl: pdfUrlOf(row),
  supersededById: row.supersededById as DocumentId | null,
});

export async function listDocumentsOfEstimates(
  scope: CompanyScope,
  estimateIds: readonly number[],
): Promise<Map<number, ListedDocument[]>> {
  const lists = new Map<number, ListedDocument[]>();
  if (estimateIds.length === 0) return lists;
  const rows = await scope.db
    .select(listedDocumentColumns)
    .from(document)
    .where(and(eq(document.companyId, scope.companyId), inArray(document.estimateId, [...estimateIds])))
    .orderBy(desc(document.createdTime), desc(document.id));
  for (const row of rows) {
    const list = lists.get(row.estimateId);
    if (list) list.push(toListedDocument(row));
    else lists.set(row.estimateId, [toListedDocument(row)]);
  }
  return lists;
}
