import {
  documentKindOf,
  isReconstructed,
  isSigned,
  paperTitle,
  type DocumentKind,
  type StoredDocument,
} from "@ridgebook/contract";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { listText } from "#ui/counted-text.ts";

/** Kinds that can copy another document's choices, by its kind (OP-67). */
const MADE_FROM: Readonly<Record<DocumentKind, readonly DocumentKind[]>> = {
  contract: ["changeOrder", "workOrder", "purchaseOrder", "laborBill", "finalLaborBill", "contract"],
  changeOrder: [],
  purchaseOrder: ["purchaseOrder"],
  workOrder: ["laborBill", "finalLaborBill", "purchaseOrder", "workOrder"],
  costEstimate: [],
  itemizedEstimate: [],
  laborBill: ["finalLaborBill"],
  finalLaborBill: [],
};

/** Kinds that require a source document. */
const NEEDS_SOURCE: ReadonlySet<DocumentKind> = new Set(["laborBill", "finalLaborBill"]);

export const needsSource = (kind: DocumentKind): boolean => NEEDS_SOURCE.has(kind);

type Related = Pick<LocalDocument, "id" | "type" | "signatures" | "supersededById" | "createdTime" | "data"> &
  Partial<Pick<LocalDocument, "findings">>;

/** What can be made from a document; a change order only from a signed contract in force. */
export function kindsMadeFrom(document: Related): readonly DocumentKind[] {
  const kind = documentKindOf(document.type);
  if (!kind) return [];
  return MADE_FROM[kind].filter((made) => made !== "changeOrder" || isChangeable(document));
}

/** Possible source documents of a kind, in the given order. */
export const sourcesOf = <Document extends Related>(kind: DocumentKind, documents: readonly Document[]): Document[] =>
  documents.filter((document) => kindsMadeFrom(document).includes(kind));

/** A signed contract that was not replaced, with its original words. */
const isChangeable = (document: Related): boolean =>
  documentKindOf(document.type) === "contract" &&
  isSigned(document) &&
  document.supersededById === null &&
  !isReconstructed(document);

/** The signed contracts that a change order could change, newest first. */
export const changeableContracts = <Document extends Related>(documents: readonly Document[]): Document[] =>
  documents.filter(isChangeable).toSorted((one, other) => other.createdTime.localeCompare(one.createdTime));

/**
 * A change order's contract. Unsent documents store the id as a separate member, which is updated when the contract gets its server id;
 * others have it in `data`.
 */
export const basedOnIdOf = (document: Pick<Related, "data">): number | undefined =>
  namedDocument(document, "basedOnId");

/** The source document, likewise. */
export const sourceIdOf = (document: Pick<Related, "data">): number | undefined => namedDocument(document, "sourceId");

function namedDocument(document: Pick<Related, "data">, key: "basedOnId" | "sourceId"): number | undefined {
  const own = (document as { readonly [Key in typeof key]?: unknown })[key];
  if (typeof own === "number") return own;
  const stored = document.data[key];
  return stored === undefined || stored === "" ? undefined : Number(stored);
}

/** A contract's signed change orders, oldest first. */
export const changeOrdersOf = <Document extends Related>(
  contractId: number,
  documents: readonly Document[],
): Document[] =>
  documents
    .filter(
      (document) =>
        documentKindOf(document.type) === "changeOrder" && isSigned(document) && basedOnIdOf(document) === contractId,
    )
    .toSorted((one, other) => one.createdTime.localeCompare(other.createdTime));

/** Why a contract cannot be deleted: the signed change orders that refer to it. */
export function whyContractIsKept(
  contract: Related & { readonly name: string },
  documents: readonly (Related & { readonly name: string })[],
): string | undefined {
  const orders = changeOrdersOf(contract.id, documents).map(paperTitle);
  if (orders.length === 0) return undefined;
  const what = `${listText(orders)} ${orders.length > 1 ? "build" : "builds"} on it`;
  return `${paperTitle(contract)} cannot be deleted: ${what}. Delete ${orders.length > 1 ? "them" : "that"} first.`;
}

/** Local ids differ from the server's only by their sign; papers identify documents by number. */
export const asStored = ({ id, type, data, createdTime }: LocalDocument) => ({
  id: id as StoredDocument["id"],
  type,
  data,
  createdTime,
});
