import { findPdfActions } from "@ridgebook/documents/pdf-check";
import { comparePdf, type PdfToCompare } from "@ridgebook/documents/pdf-compare";
import { renderCertificate, renderPdf } from "@ridgebook/documents/pdf";
import { readFontFiles } from "@ridgebook/documents/pdf-node";

/** A document to draw, without the typefaces, which the printer has. */
type PrintedDocument = Omit<Parameters<typeof renderPdf>[0], "fonts">;
type PrintedCertificate = Omit<Parameters<typeof renderCertificate>[0], "fonts">;

/** A PDF that came with a signed document, and the data to draw the document's own. */
type ComparedDocument = Omit<PdfToCompare, "input"> & { readonly input: PrintedDocument };

/** An order for a printer thread, as plain data: a paper to draw, or a PDF to inspect or compare. */
export type PrintOrder =
  | { readonly kind: "check"; readonly bytes: Uint8Array }
  | { readonly kind: "compare"; readonly compared: ComparedDocument }
  | { readonly kind: "document"; readonly input: PrintedDocument }
  | { readonly kind: "certificate"; readonly input: PrintedCertificate };

/**
 * Executes an order in the current thread. A check returns the reason for rejection in UTF-8, or nothing; a comparison is parsed with
 * `readCompared`.
 */
export async function print(order: PrintOrder): Promise<Uint8Array> {
  if (order.kind === "check") return new TextEncoder().encode((await findPdfActions(order.bytes)) ?? "");
  const fonts = await readFontFiles();
  if (order.kind === "compare") {
    const { input, ...compared } = order.compared;
    return new TextEncoder().encode(JSON.stringify(await comparePdf({ ...compared, input: { ...input, fonts } })));
  }
  return order.kind === "document"
    ? renderPdf({ ...order.input, fonts })
    : renderCertificate({ ...order.input, fonts });
}
