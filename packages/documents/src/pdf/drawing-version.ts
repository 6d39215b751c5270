/**
 * Identifies the code, fonts and compression packages that render PDFs. Documents of one version have the same bytes on every device.
 * The test computes the value to set here after a change.
 */
export const DRAWING_VERSION = "aabe7cee79df9784";
