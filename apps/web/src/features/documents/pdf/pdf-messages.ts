import type { SignatureKey } from "@ridgebook/contract";
import type { DocumentModel } from "@ridgebook/documents";

/* What the page and its worker say to each other. */

export interface PdfRequest {
  readonly id: number;
  readonly model: DocumentModel;
  readonly files: ReadonlyMap<string, { contentType: string; bytes: Uint8Array; name?: string }>;
  readonly signatures: readonly { key: SignatureKey; picture: Uint8Array; timestamp: string }[];
  readonly fingerprint: string | null;
}

export type PdfReply =
  | { readonly id: number; readonly pdf: Uint8Array }
  /** `isFile`: a file of the document cannot be used, and the message says which one and why; else it is a defect. */
  | { readonly id: number; readonly message: string; readonly isFile: boolean };
