import type { DocumentInput, ProblemReply, SignatureInput, SignatureKey, StoredDocument } from "@ridgebook/contract";
import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";

/** A document with what is known of its way to the server. Its ids may be local (negative). */
export interface LocalDocument extends Omit<StoredDocument, "id" | "estimateId" | "leadId"> {
  readonly id: number;
  readonly estimateId: number;
  readonly leadId: number;
  readonly sync: RecordSyncState;
  /** Why the server refused it, where it did. */
  readonly problem?: ProblemReply;
}

/** A document as a page makes it. */
export interface NewDocument extends Omit<DocumentInput, "estimateId" | "signatures" | "data"> {
  /** May be local, as `leadId`. */
  readonly estimateId: number;
  readonly leadId: number;
  /** Without `sourceId`, `basedOnId` and `pdfHash`: they are given by the members below. */
  readonly data: DocumentInput["data"];
  readonly signatures: Partial<Record<SignatureKey, SignatureInput>>;
  /** The document that it was made from, and the contract that a change order changes; may be local. */
  readonly sourceId?: number | undefined;
  readonly basedOnId?: number | undefined;
  /** The PDF of a signed document: sent with it and kept on the device, byte for byte. */
  readonly pdf?: Uint8Array | undefined;
}

/**
 * The documents of this device. Making and deleting one works without a network (OFF-06); changing one does not (OP-69).
 */
export interface DocumentStore {
  /** Those on this device, newest first. */
  listOfEstimate(estimateId: number): Promise<LocalDocument[]>;
  listOfLead(leadId: number): Promise<LocalDocument[]>;
  /** Those of one lead from the server, with what waits here laid over them. Throws the call's `Problem`. */
  fetchOfLead(leadId: number): Promise<LocalDocument[]>;
  /** From the device; a local id whose document was sent finds it under its server id. */
  find(id: number): Promise<LocalDocument | undefined>;
  /** Whether a document on this device, of whichever estimate, has this number. */
  hasNumber(number: string): Promise<boolean>;
  /** From the server where it can be reached, else from the device. Throws `notFound`. */
  fetch(id: number): Promise<LocalDocument>;
  /**
   * Stored, PDF included, when it resolves; then waits at most 3 s to learn what the server says. `whenStored` hears that it is on
   * this device, before the server is asked. Rejects only where nothing was stored.
   */
  create(document: NewDocument, options?: { whenStored?: () => void }): Promise<SaveResult>;
  /** Refused means that the document is there as before: it is signed, or the server says no. */
  remove(id: number): Promise<SaveResult>;
  /** The PDF that was made of a signed document on this device; undefined where there is none. */
  keptPdf(document: Pick<LocalDocument, "data">): Promise<Uint8Array | undefined>;
  /** Takes over a document that a call which needs the server has answered with. */
  receive(document: StoredDocument): Promise<void>;
}
