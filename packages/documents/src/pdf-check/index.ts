/* What a PDF from elsewhere would do in a reader's hands. Takes long for a large file: not for the thread that answers calls. */

export { findPdfActions } from "./find-pdf-actions.ts";
