import { EMAIL_STATUSES, PDF_STATUSES, type BinaryReply, type CompanyId, type DocumentId } from "@ridgebook/contract";
import { filesOf, readModel, type DocumentModel } from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { enqueueJob, enqueueJobs } from "#database/job-queue.ts";
import { filePapers } from "#database/paper-outbox.ts";
import { PrintFailure, type Printer } from "#jobs/pdf/printer.ts";
import { isStillSealed, sha256 } from "./check-document.ts";
import { listPendingEmails, updateEmail } from "./document-email-repository.ts";
import {
  findDocument,
  hasPdf,
  holdDocument,
  readSignatures,
  updateDocument,
  type DocumentRow,
  type SignaturePicture,
} from "./document-repository.ts";
import { addEvent, eventsOf, signedFileOf, signedPayloadOf } from "./evidence-log.ts";

interface FilesOfDocuments {
  /** An uploaded file's metadata; undefined for none. */
  find(scope: CompanyScope, id: string): Promise<{ contentType: string; name: string } | undefined>;
  read(key: { companyId: CompanyId; id: string }): Promise<Uint8Array | undefined>;
  write(key: { companyId: CompanyId; id: string }, bytes: Uint8Array): Promise<void>;
}

export interface PdfParts {
  readonly files: FilesOfDocuments;
  readonly printer: Printer;
  readonly now: () => Date;
}

/** Runs a transaction of one company: of a request, which checks its session each time, or of a job. */
export type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

export interface DocumentAtHand {
  readonly companyId: CompanyId;
  readonly id: DocumentId;
  readonly transact: Transact;
}

/** Attempts per PDF, with a growing delay. */
const MAX_PDF_ATTEMPTS = 5;

/** A paper's data besides the bytes of files. */
interface PrintSource {
  readonly row: DocumentRow;
  readonly model: DocumentModel;
  readonly signatures: readonly SignaturePicture[];
  /** By file id. Drawing reports missing ones. */
  readonly files: ReadonlyMap<string, { readonly contentType: string; readonly name: string }>;
}

/** Reads a paper's data. Throws PrintFailure with a readable message if it cannot be drawn. */
async function readPrintSource(scope: CompanyScope, row: DocumentRow, { files }: PdfParts): Promise<PrintSource> {
  let model: DocumentModel;
  try {
    model = readModel(row.data);
  } catch (error) {
    throw new PrintFailure(error instanceof Error ? error.message : "What the document says cannot be read.");
  }
  const found = new Map<string, { contentType: string; name: string }>();
  for (const fileId of filesOf(model)) {
    const file = await files.find(scope, fileId);
    if (file) found.set(fileId, { contentType: file.contentType, name: file.name });
  }
  const id = row.id as DocumentId;
  const signatures = row.isSigned ? await readSignatures(scope, id) : [];
  const signed = row.isSigned ? signedPayloadOf(await eventsOf(scope, id)) : undefined;
  if (row.isSigned && !(signed && (await isStillSealed({ data: row.data, signatures, signed }))))
    throw new PrintFailure("What is stored of the signed document is not what was signed.");
  return { row, model, signatures, files: found };
}

async function draw({ row, model, signatures, files: found }: PrintSource, { files, printer }: PdfParts) {
  const read = new Map<string, { contentType: string; name: string; bytes: Uint8Array }>();
  for (const [id, file] of found) {
    const bytes = await files.read({ companyId: row.companyId as CompanyId, id });
    if (bytes) read.set(id, { ...file, bytes });
  }
  return printer.print({
    kind: "document",
    input: {
      model,
      files: read,
      signatures: signatures.map(({ key, picture, signedTime }) => ({
        key,
        picture: Uint8Array.from(picture),
        timestamp: signedTime.toISOString(),
      })),
      fingerprint: row.data["fingerprint"] ?? null,
    },
  });
}

export const enqueuePdf = (scope: CompanyScope, id: DocumentId): Promise<void> =>
  enqueueJob(scope, {
    name: "make-document-pdf",
    payload: { companyId: scope.companyId, documentId: id },
    key: `document-pdf:${String(scope.companyId)}:${String(id)}`,
  });

/** Queues redrawing a document's PDF and clears the last result. */
export async function queuePdf(scope: CompanyScope, id: DocumentId): Promise<DocumentRow> {
  await enqueuePdf(scope, id);
  return updateDocument(scope, id, { pdfStatus: PDF_STATUSES.queued, pdfFailure: "", pdfAttempts: 0 });
}

/** Enqueues mails, one job per address. */
export const enqueueEmails = (scope: CompanyScope, emailIds: readonly number[]): Promise<void> =>
  enqueueJobs(
    scope,
    emailIds.map((emailId) => ({
      name: "send-document-mail",
      payload: { companyId: scope.companyId, emailId },
      key: `document-mail:${String(scope.companyId)}:${String(emailId)}`,
    })),
  );

/**
 * Draws and stores a document's PDF and returns its hash; undefined if the document is gone. A signed document keeps its first PDF, which
 * the evidence log names. If the document changed during drawing, the result is discarded: a job for the new content is already queued.
 */
export async function makePdf(
  { companyId, id, transact }: DocumentAtHand,
  parts: PdfParts,
): Promise<{ hash: string; bytes: Uint8Array } | undefined> {
  const source = await transact(async (scope) => {
    const found = await findDocument(scope, id);
    return found && readPrintSource(scope, found.row, parts);
  });
  if (!source) return undefined;
  const { row } = source;
  const bytes = await draw(source, parts);
  const hash = sha256(bytes);
  await parts.files.write({ companyId, id: hash }, bytes);
  const kept = await transact(async (scope) => {
    const held = await holdDocument(scope, id);
    if (held?.row.revision !== row.revision) return undefined;
    if (held.row.isSigned && held.row.pdfHash !== null) return held.row.pdfHash;
    await updateDocument(scope, id, { pdfStatus: PDF_STATUSES.success, pdfHash: hash, pdfFailure: "" });
    if (held.row.isSigned)
      await addEvent(scope, {
        documentId: id,
        kind: "filed",
        payload: { fingerprint: row.data["fingerprint"] ?? "", size: bytes.length },
        fileHash: hash,
      });
    await filePapers(scope, [id], parts.now());
    // Mails that waited for the PDF.
    await enqueueEmails(scope, await listPendingEmails(scope, id));
    return hash;
  });
  if (kept === undefined || kept === hash) return { hash, bytes };
  return { hash: kept, bytes: await readStoredPdf({ companyId, hash: kept }, parts) };
}

/** Reads the stored PDF. Throws if its bytes are missing or altered. */
export async function readStoredPdf(
  { companyId, hash }: { companyId: CompanyId; hash: string },
  { files }: PdfParts,
): Promise<Uint8Array> {
  const bytes = await files.read({ companyId, id: hash });
  if (!bytes) throw new Error(`The stored PDF ${hash} is gone.`);
  if (sha256(bytes) !== hash) throw new Error(`The stored PDF ${hash} was changed.`);
  return bytes;
}

/** A readable reason for a drawing failure. Other errors are defects, described in the log only. */
const reasonOf = (error: unknown): string =>
  error instanceof PrintFailure ? error.message : "A problem has occurred on the server.";

/** Records the final failure of a PDF, with its reason, and fails the mails that waited for it. */
async function giveUp(scope: CompanyScope, id: DocumentId, reason: string): Promise<void> {
  await updateDocument(scope, id, { pdfStatus: PDF_STATUSES.failure, pdfFailure: reason });
  for (const emailId of await listPendingEmails(scope, id))
    await updateEmail(scope, emailId, {
      status: EMAIL_STATUSES.failure,
      failure: `The PDF could not be made: ${reason}`,
    });
}

const STOPPED_REASON = "The server stopped each time it made this PDF.";

/** The job that draws a document's PDF. Failures are retried with back-off; the last one is recorded with its reason. */
export async function makeDocumentPdf({ companyId, id, transact }: DocumentAtHand, parts: PdfParts): Promise<void> {
  const begun = await transact(async (scope) => {
    const held = await holdDocument(scope, id);
    if (!held) return undefined;
    const { row } = held;
    const isWaiting = row.pdfStatus === PDF_STATUSES.queued || row.pdfStatus === PDF_STATUSES.processing;
    if (!isWaiting) return undefined;
    // Every attempt crashed: a paper must not crash the server forever.
    if (row.pdfAttempts >= MAX_PDF_ATTEMPTS) {
      await giveUp(scope, id, STOPPED_REASON);
      return undefined;
    }
    return updateDocument(scope, id, { pdfStatus: PDF_STATUSES.processing, pdfAttempts: row.pdfAttempts + 1 });
  });
  if (!begun) return;
  try {
    await makePdf({ companyId, id, transact }, parts);
  } catch (error) {
    const isLast = begun.pdfAttempts >= MAX_PDF_ATTEMPTS;
    const isOver = await transact(async (scope) => {
      const held = await holdDocument(scope, id);
      // The document changed, or a reader had it drawn: another attempt handles that.
      if (held?.row.revision !== begun.revision || held.row.pdfStatus !== PDF_STATUSES.processing) return true;
      if (!isLast) {
        await updateDocument(scope, id, { pdfStatus: PDF_STATUSES.queued });
        return false;
      }
      await giveUp(scope, id, reasonOf(error));
      return true;
    });
    if (!isOver) throw error;
  }
}

/** Returns a document's stored PDF, or draws it now. */
export async function openPaper(
  { companyId, id, transact }: DocumentAtHand,
  row: DocumentRow,
  parts: PdfParts,
): Promise<BinaryReply | undefined> {
  const shape = { contentType: "application/pdf", name: `${row.name}.pdf`, disposition: "inline" } as const;
  const { pdfHash } = row;
  if (row.isSigned && pdfHash !== null && signedFileOf(await transact((scope) => eventsOf(scope, id))) !== pdfHash)
    throw new Error(`The PDF of document ${String(id)} is not the one that the evidence log names.`);
  if (pdfHash !== null && hasPdf(row))
    return { ...shape, etag: pdfHash, bytes: () => readStoredPdf({ companyId, hash: pdfHash }, parts) };
  // Retry once for a document that changed during drawing.
  const made =
    (await makePdf({ companyId, id, transact }, parts)) ?? (await makePdf({ companyId, id, transact }, parts));
  return made && { ...shape, etag: made.hash, bytes: made.bytes };
}
