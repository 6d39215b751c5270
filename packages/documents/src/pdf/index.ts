/* A document's model as a PDF: laid out, defined as data, written. Runs in browsers and in Node. */

export { pictureKey } from "#pdf/blocks/pictures.ts";
export { renderCertificate, type CertificateEvent, type CertificateInput } from "#pdf/certificate.ts";
export { changedPlaces, type ChangedPlace } from "#pdf/changed-places.ts";
export type { PrintedSignature } from "#pdf/closing.ts";
export { pdfDefinition, type PdfInput } from "#pdf/definition.ts";
export { DocumentFileError, type DocumentFile, type DocumentFiles } from "#pdf/document-file.ts";
export { FONT_FILES, FONT_NAMES, type FontFiles, type FontName } from "#pdf/font-files.ts";
export type { DrawnPath } from "#pdf/ink.ts";
export { drawPaper, type DrawnPaper, type Mark, type PaperPage } from "#pdf/draw-paper.ts";
export { renderPdf } from "#pdf/render-pdf.ts";
