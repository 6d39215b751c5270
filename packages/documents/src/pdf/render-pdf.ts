import { appendAttachments } from "#pdf/append-attachments.ts";
import { pdfDefinition, type PdfInput } from "#pdf/definition.ts";
import { writePdf } from "#pdf/write-pdf.ts";

/**
 * Renders a document as a PDF file. The same input produces the same bytes, in Node and in a browser.
 *
 * Throws `DocumentFileError` for a missing or broken file; the message names it.
 */
export async function renderPdf(input: PdfInput): Promise<Uint8Array> {
  const { model, files, fonts } = input;
  const document = writePdf(pdfDefinition(input), fonts);
  return appendAttachments(document, model.attachmentFileIds, files);
}
