/* Compares a signed document's received PDF. As slow as drawing it: use a worker thread. */

export { comparePdf, type ComparedPdf, type PdfToCompare } from "#pdf-compare/compare-pdf.ts";
