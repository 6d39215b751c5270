import { appendAttachments } from "#pdf/append-attachments.ts";
import { pdfDefinition, type PdfInput } from "#pdf/definition.ts";
import { writePdf } from "#pdf/write-pdf.ts";

/**
 * The document as a PDF file, from its model alone. The same input gives the same bytes, in Node and in a browser.
 *
 * Throws `DocumentFileError` for a file that is missing or broken; the message names it.
 */
export async function renderPdf(input: PdfInput): Promise<Uint8Array> {
  const { model, files, fonts } = input;
  const document = writePdf(pdfDefinition(input), fonts);
  return appendAttachments(document, model.attachmentFileIds, files);
}
