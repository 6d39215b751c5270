import { findPdfActions } from "@ridgebook/documents/pdf-check";
import { renderCertificate, renderPdf } from "@ridgebook/documents/pdf";
import { readFontFiles } from "@ridgebook/documents/pdf-node";

/** What is drawn, without the typefaces, which whoever draws has at hand. */
export type PrintedDocument = Omit<Parameters<typeof renderPdf>[0], "fonts">;
export type PrintedCertificate = Omit<Parameters<typeof renderCertificate>[0], "fonts">;

/** One paper to draw, or a PDF from elsewhere to look into, as it travels to a thread: plain data. */
export type PrintOrder =
  | { readonly kind: "check"; readonly bytes: Uint8Array }
  | { readonly kind: "document"; readonly input: PrintedDocument }
  | { readonly kind: "certificate"; readonly input: PrintedCertificate };

/** Draws one paper, in whatever thread this is called. The result of a check is why the PDF is refused, in UTF-8; empty if it is not. */
export async function print(order: PrintOrder): Promise<Uint8Array> {
  if (order.kind === "check") return new TextEncoder().encode((await findPdfActions(order.bytes)) ?? "");
  const fonts = await readFontFiles();
  return order.kind === "document"
    ? renderPdf({ ...order.input, fonts })
    : renderCertificate({ ...order.input, fonts });
}
