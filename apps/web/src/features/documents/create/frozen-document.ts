import type { DocumentBasis, DocumentChoices, DocumentModel } from "@ridgebook/documents";

/** What is read, signed and made: from the moment of reviewing it changes no more. */
export interface FrozenDocument {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  /** The document that it is made from. */
  readonly sourceId: number | undefined;
  /** Of a change order, the contract that it changes. */
  readonly basedOnId: number | undefined;
}
