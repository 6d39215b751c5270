import { fileUrl } from "@ridgebook/contract";
import { filesOf, type DocumentModel } from "@ridgebook/documents";
import { PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import { readKeptFile, type KeptFile } from "#files/kept-file.ts";

/** Describes a file by its place on the paper, since users don't know ids. */
function placeOf(model: DocumentModel, fileId: string): string {
  if (model.company.logoFileId === fileId) return "the company's logo";
  const attachment = model.attachmentFileIds.indexOf(fileId);
  if (attachment >= 0)
    return model.attachmentFileIds.length === 1
      ? "the attachment"
      : `attachment ${String(attachment + 1)} of ${String(model.attachmentFileIds.length)}`;
  const section = model.sections.find(({ blocks }) =>
    blocks.some((block) => block.kind === "pictures" && block.pictures.some((picture) => picture.fileId === fileId)),
  );
  return section && section.heading !== "" ? `a picture of "${section.heading}"` : "a picture";
}

/**
 * Loads all files of the document's PDF from this device or the network. Throws `PdfProblem` that names missing ones: a contract without an
 * attachment would be a different contract.
 */
export async function readDocumentFiles(
  model: DocumentModel,
  { companyId, read = readKeptFile }: { companyId: number; read?: (url: string) => Promise<KeptFile | undefined> },
): Promise<ReadonlyMap<string, KeptFile>> {
  const files = await Promise.all(
    filesOf(model).map(async (id) => [id, await read(fileUrl({ id, companyId }))] as const),
  );
  const missing = files.filter(([, file]) => file === undefined).map(([id]) => placeOf(model, id));
  if (missing.length > 0)
    throw new PdfProblem(
      `Not on this device: ${missing.join(", ")}. The paper would not be complete. Connect once, so that ${missing.length === 1 ? "it arrives" : "they arrive"}, then try again.`,
    );
  return new Map(files.flatMap(([id, file]) => (file ? [[id, file] as const] : [])));
}
