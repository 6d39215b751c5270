import { findPdfActions } from "@ridgebook/documents/pdf-check";
import { comparePdf, type PdfToCompare } from "@ridgebook/documents/pdf-compare";
import { renderCertificate, renderPdf } from "@ridgebook/documents/pdf";
import { readFontFiles } from "@ridgebook/documents/pdf-node";

/** What is drawn, without the typefaces, which whoever draws has at hand. */
type PrintedDocument = Omit<Parameters<typeof renderPdf>[0], "fonts">;
type PrintedCertificate = Omit<Parameters<typeof renderCertificate>[0], "fonts">;

/** A PDF that came with a signed document, and what the document's own is drawn from. */
type ComparedDocument = Omit<PdfToCompare, "input"> & { readonly input: PrintedDocument };

/** One paper to draw, or a PDF from elsewhere to look into, as it travels to a thread: plain data. */
export type PrintOrder =
  | { readonly kind: "check"; readonly bytes: Uint8Array }
  | { readonly kind: "compare"; readonly compared: ComparedDocument }
  | { readonly kind: "document"; readonly input: PrintedDocument }
  | { readonly kind: "certificate"; readonly input: PrintedCertificate };

/**
 * Draws one paper, in whatever thread this is called. The result of a check is why the PDF is refused, in UTF-8, empty if it is not; that
 * of a comparison is read with `readCompared`.
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
