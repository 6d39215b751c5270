/* Checks what a foreign PDF would do when opened. Slow for a large file: use a worker thread. */

export { findPdfActions } from "./find-pdf-actions.ts";
