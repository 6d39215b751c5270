import { PrintFailure, type Printer } from "./printer.ts";

/**
 * Inspects PDFs in the printer's threads, which a hostile file may hang or crash without affecting calls. Returns why a PDF is rejected, or
 * undefined.
 */
export const createCheckPdf =
  (printer: Printer) =>
  async (bytes: Uint8Array): Promise<string | undefined> => {
    try {
      return new TextDecoder().decode(await printer.print({ kind: "check", bytes })) || undefined;
    } catch (error) {
      if (!(error instanceof PrintFailure)) throw error;
      return "This PDF takes too long to look into. Print it to a new PDF, and upload that.";
    }
  };
