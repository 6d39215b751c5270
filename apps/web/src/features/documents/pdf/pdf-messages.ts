import type { SignatureKey } from "@ridgebook/contract";
import type { DocumentModel } from "@ridgebook/documents";
import type { ChangedPlace, DrawnPaper } from "@ridgebook/documents/pdf";

/* The messages between the page and its worker. */

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
  /** For comparing pages: the same paper with the older wording. */
  readonly former?: DocumentModel;
}

export interface PdfResults {
  readonly pdf: Uint8Array;
  readonly pages: DrawnPaper;
  readonly comparedPages: ComparedPages;
}

/** Pages for the screen, and the places that differ from the older wording. */
export interface ComparedPages {
  readonly pages: DrawnPaper["pages"];
  readonly changes: readonly ChangedPlace[];
}

export type PdfReply =
  | { readonly id: number; readonly result: PdfResults[keyof PdfResults] }
  /** `isFile`: a file of the document is unusable, and the message explains; otherwise it is a defect. */
  | { readonly id: number; readonly message: string; readonly isFile: boolean };
