import { documentViewUrl, isLocalId, isSigned, SIGNATURE_KEYS } from "@ridgebook/contract";
import { readModel, type DocumentModel } from "@ridgebook/documents";
import type { DrawnPaper } from "@ridgebook/documents/pdf";
import { readDocumentFiles } from "#features/documents/pdf/document-files.ts";
import { layOutPages, makePdf, PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import type { PaperInput } from "#features/documents/pdf/pdf-messages.ts";
import { pictureBytes } from "#features/documents/pdf/picture-bytes.ts";
import { readKeptFile } from "#files/kept-file.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";

/** The parts of a document that its paper needs. */
export type DocumentOnPaper = Pick<LocalDocument, "id" | "type" | "name" | "data" | "signatures" | "pdfUrl">;

interface PaperParts {
  readonly localData: Pick<LocalData, "documents">;
  readonly companyId: number;
}

/** Undefined for a document of another app version or program: only its PDF is authoritative. */
function modelOf({ data }: DocumentOnPaper): DocumentModel | undefined {
  try {
    return readModel(data);
  } catch {
    return undefined;
  }
}

/** The signature pictures: from the document, the device, or the server. */
async function readSignatures({ signatures }: DocumentOnPaper): Promise<PaperInput["signatures"]> {
  const read = await Promise.all(
    SIGNATURE_KEYS.map(async (key) => {
      const signature = signatures[key];
      if (!signature) return [];
      const { data = signature.url, timestamp } = signature;
      // Signatures never change, so the address can be cached like a file's.
      const picture = data.startsWith("data:") ? pictureBytes(data) : (await readKeptFile(data))?.bytes;
      if (!picture) throw new PdfProblem("A signature of this paper is not on this device. It opens with a signal.");
      return [{ key, picture, timestamp }];
    }),
  );
  return read.flat();
}

/** Lays out a document's pages. Throws `PdfProblem` for what is missing on this device. */
export async function documentPaper(document: DocumentOnPaper, { companyId }: PaperParts): Promise<DrawnPaper> {
  const model = modelOf(document);
  if (!model)
    throw new PdfProblem(
      "This paper was made by another version of the app, so its pages cannot be shown. Save its PDF to read it.",
    );
  const [files, signatures] = await Promise.all([readDocumentFiles(model, { companyId }), readSignatures(document)]);
  return layOutPages({ model, files, signatures, fingerprint: document.data["fingerprint"] ?? null });
}

/** A PDF from the server; undefined if offline or missing. */
export async function fetchPdf(url: string): Promise<Uint8Array | undefined> {
  const reply = await fetch(url, { credentials: "same-origin" }).catch(() => undefined);
  if (!reply?.ok || reply.headers.get("content-type")?.startsWith("application/pdf") !== true) return undefined;
  return new Uint8Array(await reply.arrayBuffer());
}

/**
 * A document's PDF: for a signed one the original file, from this device or the server; for another a new one from its content. Throws
 * `PdfProblem` if a signed one is unavailable: it is never redrawn.
 */
export async function documentPdf(
  document: DocumentOnPaper,
  { localData, companyId }: PaperParts,
): Promise<Uint8Array> {
  const kept = await localData.documents.keptPdf(document);
  if (kept) return kept;
  const model = isSigned(document) ? undefined : modelOf(document);
  if (model) {
    const files = await readDocumentFiles(model, { companyId });
    return makePdf({ model, files, signatures: [], fingerprint: null });
  }
  const url = isLocalId(document.id) ? undefined : documentViewUrl({ ...document, companyId });
  const stored = url === undefined ? undefined : await fetchPdf(url);
  if (!stored)
    throw new PdfProblem(
      `The ${isSigned(document) ? "signed " : ""}PDF is not on this device. It opens with a signal.`,
    );
  return stored;
}
