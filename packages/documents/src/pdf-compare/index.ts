/* Whether a PDF that came with a signed document is that document's. Takes as long as drawing it: not for the thread that answers calls. */

export { comparePdf, type ComparedPdf, type PdfToCompare } from "#pdf-compare/compare-pdf.ts";
