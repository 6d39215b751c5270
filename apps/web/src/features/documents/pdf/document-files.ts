import { fileUrl } from "@ridgebook/contract";
import { filesOf, type DocumentModel } from "@ridgebook/documents";
import { PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import { readKeptFile, type KeptFile } from "#files/kept-file.ts";

/** What a file is on the paper, in words: people know it by its place, not by its id. */
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
 * Every file that the document's PDF needs: from this device, else from the network. Throws `PdfProblem` that names those that are
 * nowhere: a contract without one of its attachments would be another contract.
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
