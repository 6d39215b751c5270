import type { DocumentInput, ProblemReply, SignatureInput, SignatureKey, StoredDocument } from "@ridgebook/contract";
import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";

/** A document with its sync state. Its ids may be local (negative). */
export interface LocalDocument extends Omit<StoredDocument, "id" | "estimateId" | "leadId"> {
  readonly id: number;
  readonly estimateId: number;
  readonly leadId: number;
  readonly sync: RecordSyncState;
  /** The server's reason for a refusal. */
  readonly problem?: ProblemReply;
}

/** A document to create. */
export interface NewDocument extends Omit<DocumentInput, "estimateId" | "signatures" | "data"> {
  /** May be local, as `leadId`. */
  readonly estimateId: number;
  readonly leadId: number;
  /** Without `sourceId`, `basedOnId` and `pdfHash`, which come from the members below. */
  readonly data: DocumentInput["data"];
  readonly signatures: Partial<Record<SignatureKey, SignatureInput>>;
  /** The source document, and the contract that a change order changes; may be local. */
  readonly sourceId?: number | undefined;
  readonly basedOnId?: number | undefined;
  /** The PDF of a signed document, which is sent with it and kept on the device, byte for byte. */
  readonly pdf?: Uint8Array | undefined;
}

/**
 * The documents of this device. They can be created and deleted offline (OFF-06), but not changed (OP-69).
 */
export interface DocumentStore {
  /** Lists an estimate's documents on this device, newest first. */
  listOfEstimate(estimateId: number): Promise<LocalDocument[]>;
  listOfLead(leadId: number): Promise<LocalDocument[]>;
  /** Fetches a lead's documents from the server, with unsent changes on top. Throws the call's `Problem`. */
  fetchOfLead(leadId: number): Promise<LocalDocument[]>;
  /** Reads from the device; a local id also finds a document that has a server id now. */
  find(id: number): Promise<LocalDocument | undefined>;
  /** Whether any document on this device has this number. */
  hasNumber(number: string): Promise<boolean>;
  /** Reads from the server if it can be reached, else from the device. Throws `notFound`. */
  fetch(id: number): Promise<LocalDocument>;
  /**
   * Stores the document with its PDF, then waits at most 3 s for the server's reply. `whenStored` is called after the document is
   * stored, before it is sent. Rejects only if nothing was stored.
   */
  create(document: NewDocument, options?: { whenStored?: () => void }): Promise<SaveResult>;
  /** If refused, the document stays: it is signed, or the server refused. */
  remove(id: number): Promise<SaveResult>;
  /** Reads the PDF that this device made of a signed document; undefined if it has none. */
  keptPdf(document: Pick<LocalDocument, "data">): Promise<Uint8Array | undefined>;
  /** Stores a document from the reply of a call outside of the outbox. */
  receive(document: StoredDocument): Promise<void>;
}
