import {
  PDF_STATUSES,
  pick,
  type DocumentId,
  type EstimateId,
  type EstimateMembers,
  type LeadId,
  type SignatureKey,
} from "@ridgebook/contract";
import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import { changesIn, type ChangeRange, type ListedChange } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { ofOwnLeads, seeingAllLeads } from "#database/lead-sight.ts";
import { document, documentSignature } from "#database/schema/document-tables.ts";
import { estimate } from "#database/schema/estimate-tables.ts";
import { lead } from "#database/schema/lead-tables.ts";

const { changeNumber, dataSize, paperTotal: _paperTotal, ...documentColumns } = getTableColumns(document);
const signatureColumns = getTableColumns(documentSignature);

export type DocumentRow = Omit<typeof document.$inferSelect, "changeNumber" | "dataSize" | "paperTotal">;
type DocumentValues = Omit<
  typeof document.$inferInsert,
  "companyId" | "id" | "changeNumber" | "dataSize" | "paperTotal"
>;
type SignatureRow = Pick<typeof documentSignature.$inferSelect, "documentId" | "key" | "signedTime">;

/** A document with its signatures' metadata; their pictures are read only for drawing. */
export interface DocumentRows {
  readonly row: DocumentRow;
  readonly signatures: readonly SignatureRow[];
}

const isOneDocument = (scope: CompanyScope, id: DocumentId): SQL | undefined =>
  and(eq(document.companyId, scope.companyId), eq(document.id, id));

/** The document's weight in a page of changes, in characters. */
const sizeOf = (data: Readonly<Record<string, string>>): number =>
  Object.entries(data).reduce((size, [key, value]) => size + key.length + value.length, 0);

async function withSignatures(scope: CompanyScope, rows: readonly DocumentRow[]): Promise<DocumentRows[]> {
  const signed = rows.filter(({ isSigned }) => isSigned).map(({ id }) => id);
  const signatures =
    signed.length === 0
      ? []
      : await scope.db
          .select(pick(signatureColumns, ["documentId", "key", "signedTime"]))
          .from(documentSignature)
          .where(and(eq(documentSignature.companyId, scope.companyId), inArray(documentSignature.documentId, signed)))
          .orderBy(asc(documentSignature.key));
  return rows.map((row) => ({ row, signatures: signatures.filter(({ documentId }) => documentId === row.id) }));
}

export async function findDocument(scope: CompanyScope, id: DocumentId): Promise<DocumentRows | undefined> {
  const rows = await scope.db.select(documentColumns).from(document).where(isOneDocument(scope, id));
  return (await withSignatures(scope, rows))[0];
}

/** Documents in the order of the ids; missing ones are skipped. */
export async function findDocuments(scope: CompanyScope, ids: readonly number[]): Promise<DocumentRows[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db
    .select(documentColumns)
    .from(document)
    .where(and(eq(document.companyId, scope.companyId), inArray(document.id, [...ids])));
  const placeById = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: { id: number }): number => placeById.get(id) ?? 0;
  return withSignatures(
    scope,
    rows.sort((left, right) => placeOf(left) - placeOf(right)),
  );
}

/** The documents of a lead, or of one of its estimates, newest first. */
export async function listDocuments(
  scope: CompanyScope,
  { leadId, estimateId }: { leadId: LeadId; estimateId: EstimateId | undefined },
): Promise<DocumentRows[]> {
  const rows = await scope.db
    .select(documentColumns)
    .from(document)
    .where(
      and(
        eq(document.companyId, scope.companyId),
        eq(document.leadId, leadId),
        estimateId === undefined ? undefined : eq(document.estimateId, estimateId),
      ),
    )
    .orderBy(desc(document.createdTime), desc(document.id));
  return withSignatures(scope, rows);
}

/** Weighs documents in lines of an estimate, about 500 characters each. */
const CHARACTERS_OF_A_LINE = 500;
export async function listChangedDocuments(scope: CompanyScope, range: ChangeRange): Promise<ListedChange[]> {
  const { isChanged, byChange } = changesIn(changeNumber, range);
  const rows = await scope.db
    .select({ changeNumber, id: document.id, dataSize })
    .from(document)
    .where(and(eq(document.companyId, scope.companyId), ofOwnLeads(scope, document.leadId), isChanged))
    .orderBy(byChange)
    .limit(range.limit);
  return rows.map(({ dataSize: size, ...row }) => ({ ...row, lineCount: Math.ceil(size / CHARACTERS_OF_A_LINE) }));
}

export interface EstimateOfNewDocument extends Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows"> {
  readonly leadId: LeadId;
}

/**
 * Locks a document's estimate until the transaction ends. Writers of a document lock its estimate first, like writers of the estimate;
 * another order could deadlock.
 */
export async function holdEstimateOf(scope: CompanyScope, id: EstimateId): Promise<EstimateOfNewDocument | undefined> {
  const [held] = await scope.db
    .select(pick(getTableColumns(estimate), ["leadId", "workflowIds", "duplicateWorkflows"]))
    .from(estimate)
    .where(and(eq(estimate.companyId, scope.companyId), eq(estimate.id, id)))
    .for("no key update");
  // The column holds numbers; only checked workflows are written to it.
  return held as EstimateOfNewDocument | undefined;
}

/** Locks the estimate and then the document until the transaction ends. */
export async function holdDocument(scope: CompanyScope, id: DocumentId): Promise<DocumentRows | undefined> {
  const [found] = await scope.db
    .select({ estimateId: document.estimateId })
    .from(document)
    .where(isOneDocument(scope, id));
  if (!found) return undefined;
  await holdEstimateOf(scope, found.estimateId as EstimateId);
  const rows = await scope.db
    .select(documentColumns)
    .from(document)
    .where(isOneDocument(scope, id))
    .for("no key update");
  return (await withSignatures(scope, rows))[0];
}

export async function insertDocument(scope: CompanyScope, values: DocumentValues): Promise<DocumentRow> {
  const [row] = await scope.db
    .insert(document)
    .values({ ...values, companyId: scope.companyId, dataSize: sizeOf(values.data ?? {}) })
    .returning(documentColumns);
  if (!row) throw new Error("A document was inserted and did not come back.");
  return row;
}

export async function updateDocument(
  scope: CompanyScope,
  id: DocumentId,
  values: Partial<DocumentValues>,
): Promise<DocumentRow> {
  const [row] = await scope.db
    .update(document)
    .set({ ...values, ...(values.data && { dataSize: sizeOf(values.data) }) })
    .where(isOneDocument(scope, id))
    .returning(documentColumns);
  if (!row) throw new Error("A document was held for a change and is not there.");
  return row;
}

/**
 * Removes a document with its signatures and mails. Documents it replaced are now replaced by its successor, if any. Returns the signed
 * ones among them.
 */
export async function removeDocument(
  scope: CompanyScope,
  { id, supersededById }: Pick<DocumentRow, "id" | "supersededById">,
): Promise<DocumentId[]> {
  const replaced = await scope.db
    .update(document)
    .set({ supersededById })
    .where(and(eq(document.companyId, scope.companyId), eq(document.supersededById, id)))
    .returning({ id: document.id, isSigned: document.isSigned });
  await scope.db.delete(document).where(isOneDocument(scope, id as DocumentId));
  return replaced.flatMap((each) => (each.isSigned ? [each.id as DocumentId] : []));
}

export async function hasChangeOrders(scope: CompanyScope, id: DocumentId): Promise<boolean> {
  const found = await scope.db
    .select({ id: document.id })
    .from(document)
    .where(
      and(
        eq(document.companyId, scope.companyId),
        eq(document.isSigned, true),
        sql`${document.data} ->> 'basedOnId' = ${String(id)}`,
      ),
    )
    .limit(1);
  return found.length > 0;
}

export interface SignaturePicture {
  readonly key: SignatureKey;
  readonly picture: Buffer;
  readonly signedTime: Date;
}

export async function insertSignatures(
  scope: CompanyScope,
  id: DocumentId,
  signatures: readonly SignaturePicture[],
): Promise<void> {
  if (signatures.length === 0) return;
  await scope.db
    .insert(documentSignature)
    .values(signatures.map((signature) => ({ ...signature, companyId: scope.companyId, documentId: id })));
}

export async function readSignatures(scope: CompanyScope, id: DocumentId): Promise<SignaturePicture[]> {
  const rows = await scope.db
    .select(pick(signatureColumns, ["key", "picture", "signedTime"]))
    .from(documentSignature)
    .where(and(eq(documentSignature.companyId, scope.companyId), eq(documentSignature.documentId, id)))
    .orderBy(asc(documentSignature.key));
  // The column is text; only checked keys are written to it.
  return rows as SignaturePicture[];
}

const LEAD_MEMBERS = [
  "id",
  "firstName",
  "lastName",
  "company",
  "email",
  "customerNumber",
  "externalId",
  "projectType",
  "projectTypes",
  "userId",
  "additionalSalesmanId",
] as const;
export type LeadOfDocuments = Pick<typeof lead.$inferSelect, (typeof LEAD_MEMBERS)[number]>;

export async function findLeadOfDocuments(scope: CompanyScope, id: LeadId): Promise<LeadOfDocuments | undefined> {
  const [found] = await scope.db
    .select(pick(getTableColumns(lead), LEAD_MEMBERS))
    .from(lead)
    .where(and(eq(lead.companyId, scope.companyId), eq(lead.id, id)));
  return found;
}

/** Stored choices of a lead's documents of one type, newest first. */
export async function listChoices(
  scope: CompanyScope,
  { leadId, type }: { leadId: LeadId; type: number },
): Promise<string[]> {
  const rows = await scope.db
    .select({ choices: sql<string | null>`${document.data} ->> 'choices'` })
    .from(document)
    .where(and(eq(document.companyId, scope.companyId), eq(document.leadId, leadId), eq(document.type, type)))
    .orderBy(desc(document.createdTime), desc(document.id));
  return rows.flatMap(({ choices }) => (choices === null ? [] : [choices]));
}

/** Whether a document's current PDF is in the file store. */
export const hasPdf = ({ pdfHash, pdfStatus }: Pick<DocumentRow, "pdfHash" | "pdfStatus">): boolean =>
  pdfHash !== null && (pdfStatus === PDF_STATUSES.success || pdfStatus === PDF_STATUSES.skipped);

export async function listSignedPapers(scope: CompanyScope, id: EstimateId): Promise<DocumentRow[]> {
  return scope.db
    .select(documentColumns)
    .from(document)
    .where(and(eq(document.companyId, scope.companyId), eq(document.estimateId, id), document.isSigned))
    .orderBy(asc(document.createdTime), asc(document.id));
}

/** Whether the company has a document with this number, visible to the caller or not. */
export async function isNumberTaken(scope: CompanyScope, number: string): Promise<boolean> {
  const found = await seeingAllLeads(scope, () =>
    scope.db.select({ id: document.id }).from(document).where(hasNumber(scope, number)).limit(1),
  );
  return found.length > 0;
}

const hasNumber = (scope: CompanyScope, number: string): SQL | undefined =>
  and(eq(document.companyId, scope.companyId), sql`${document.data} ->> 'number' = ${number}`);

/** Numbers are random, so more duplicates than this are deliberate; each one costs a write. */
const MAX_OF_NUMBER = 20;
export type NumberedDocument = Pick<DocumentRow, "id" | "type" | "createdTime" | "findings">;

/**
 * Documents with a number, locked until the transaction ends; new ones with the same number wait. Call it before the transaction writes
 * anything: a deletion locks the document first and the company's change number second, so the other order could deadlock.
 */
export async function holdNumber(scope: CompanyScope, number: string): Promise<NumberedDocument[]> {
  const name = `document number ${String(scope.companyId)} ${number}`;
  await scope.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return scope.db
    .select(pick(documentColumns, ["id", "type", "createdTime", "findings"]))
    .from(document)
    .where(hasNumber(scope, number))
    .orderBy(asc(document.id))
    .limit(MAX_OF_NUMBER)
    .for("no key update");
}

export async function hasEstimate(scope: CompanyScope, id: EstimateId): Promise<boolean> {
  const rows = await scope.db
    .select({ id: estimate.id })
    .from(estimate)
    .where(and(eq(estimate.companyId, scope.companyId), eq(estimate.id, id)));
  return rows.length > 0;
}
