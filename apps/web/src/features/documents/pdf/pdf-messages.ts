import type { SignatureKey } from "@ridgebook/contract";
import type { DocumentModel } from "@ridgebook/documents";
import type { DrawnPaper } from "@ridgebook/documents/pdf";

/* What the page and its worker say to each other. */

/** What a paper is made from. */
export interface PaperInput {
  readonly model: DocumentModel;
  readonly files: ReadonlyMap<string, { contentType: string; bytes: Uint8Array; name?: string }>;
  readonly signatures: readonly { key: SignatureKey; picture: Uint8Array; timestamp: string }[];
  readonly fingerprint: string | null;
}

export interface PdfRequest extends PaperInput {
  readonly id: number;
  /** A file, or pages for the screen. */
  readonly result: keyof PdfResults;
}

export interface PdfResults {
  readonly pdf: Uint8Array;
  readonly pages: DrawnPaper;
}

export type PdfReply =
  | { readonly id: number; readonly result: PdfResults[keyof PdfResults] }
  /** `isFile`: a file of the document cannot be used, and the message says which one and why; else it is a defect. */
  | { readonly id: number; readonly message: string; readonly isFile: boolean };
