import type { LeadFields } from "@ridgebook/contract";
import type { DocumentBasis, DocumentChoices, DocumentModel, MadeWith } from "@ridgebook/documents";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/** What is read, signed and made: from the first signature on it changes no more. */
export interface FrozenDocument {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  /** Undefined of a draft of a previous version of the app. */
  readonly madeWith: MadeWith | undefined;
  /** The lead as it stands. */
  readonly lead: LeadFields;
  /** The document that it is made from. */
  readonly sourceId: number | undefined;
  /** Of a change order, the contract that it changes. */
  readonly basedOnId: number | undefined;
  /** Fingerprints of the signed papers that it is built on, oldest first; undefined of a draft of a previous version of the app. */
  readonly buildsOn: readonly string[] | undefined;
}

/** What a paper is built on: the signed papers that this device knows, and of a change order the contract that it changes. */
export interface Agreed {
  readonly documents: readonly LocalDocument[];
  readonly contractId: number | undefined;
}

/** What has become another before anybody signed. */
export interface FreezeAgain {
  readonly agreed?: Agreed;
  readonly hasNewNumber?: boolean;
}
