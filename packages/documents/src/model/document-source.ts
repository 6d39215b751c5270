import type { Estimate, LeadFields, Settings, StoredDocument, User } from "@ridgebook/contract";
import type { IndexedPriceBook } from "@ridgebook/estimating";

/** An estimate as a document is made from it. Local ids (negative) are fine. */
export type EstimateOfDocument = Omit<Estimate, "id" | "leadId" | "documents" | "revision"> & { readonly id: number };

/** Everything that a document is made from, besides the choices. */
export interface DocumentSource {
  readonly lead: LeadFields;
  readonly estimate: EstimateOfDocument;
  readonly settings: Settings;
  /** Alias and place of each workflow, as admins set them; disabled ones included. */
  readonly workflows: readonly { readonly id: number; readonly name: string; readonly order: number }[];
  /** The version that the estimate is priced from. */
  readonly book: IndexedPriceBook;
  readonly salesperson: Pick<User, "firstName" | "lastName" | "email" | "phoneNumber">;
  readonly number: string;
  /** The moment of making it. */
  readonly now: Date;
  /** Of a change order: the signed contract, and the change orders signed since, oldest first. Empty for others. */
  readonly changed?: {
    readonly contract: Pick<StoredDocument, "id" | "data" | "createdTime">;
    readonly changeOrders: readonly Pick<StoredDocument, "id" | "data" | "createdTime">[];
  };
  /** Of a change order: keys of the copies that other signed contracts of the estimate are about. */
  readonly agreedElsewhere?: readonly string[];
  /** The document that this one is made from: a labor bill names it. */
  readonly madeFrom?: Pick<StoredDocument, "id" | "type" | "data">;
}

/** The author of a document, if no name is known. */
export const UNNAMED_SALESPERSON: DocumentSource["salesperson"] = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
};

/**
 * The estimate as it stood when the document was made, kept in `data.basis`: a later change of prices, items or of the price book
 * does not reach it. Change orders compare with that of the contract.
 */
export type DocumentBasis = Pick<
  EstimateOfDocument,
  | "id"
  | "items"
  | "comparisons"
  | "workflowSummaries"
  | "workflowIds"
  | "duplicateWorkflows"
  | "paymentOption"
  | "promotion"
  | "downpayment"
  | "term"
  | "priceBookVersion"
>;
