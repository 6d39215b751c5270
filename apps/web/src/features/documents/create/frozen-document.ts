import type { LeadFields } from "@ridgebook/contract";
import type { DocumentBasis, DocumentChoices, DocumentModel, MadeWith } from "@ridgebook/documents";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/** The document to read and sign; immutable from the first signature on. */
export interface FrozenDocument {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  /** Undefined for an older app's draft. */
  readonly madeWith: MadeWith | undefined;
  /** The lead at that time. */
  readonly lead: LeadFields;
  /** The source document. */
  readonly sourceId: number | undefined;
  /** Of a change order: its contract. */
  readonly basedOnId: number | undefined;
  /** Fingerprints of the signed papers that it is built on, oldest first; undefined for an older app's draft. */
  readonly buildsOn: readonly string[] | undefined;
}

/** A paper's base: the signed papers known to this device, and a change order's contract. */
export interface Agreed {
  readonly documents: readonly LocalDocument[];
  readonly contractId: number | undefined;
}

/** Overrides for a rebuild before anyone has signed. */
export interface FreezeAgain {
  readonly agreed?: Agreed;
  readonly hasNewNumber?: boolean;
}
