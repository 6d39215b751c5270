import {
  documentKindOf,
  isReconstructed,
  isSigned,
  LOCALE,
  paperTitle,
  type DocumentKind,
  type StoredDocument,
} from "@ridgebook/contract";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/** Kinds that can be made with the choices of another document, by the kind of that one (OP-67). */
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

/** Kinds that are only made from another document. */
const NEEDS_SOURCE: ReadonlySet<DocumentKind> = new Set(["laborBill", "finalLaborBill"]);

export const needsSource = (kind: DocumentKind): boolean => NEEDS_SOURCE.has(kind);

type Related = Pick<LocalDocument, "id" | "type" | "signatures" | "supersededById" | "createdTime" | "data"> &
  Partial<Pick<LocalDocument, "findings">>;

/** What can be made from a document; a change order only from a contract that is signed and stands. */
export function kindsMadeFrom(document: Related): readonly DocumentKind[] {
  const kind = documentKindOf(document.type);
  if (!kind) return [];
  return MADE_FROM[kind].filter((made) => made !== "changeOrder" || isChangeable(document));
}

/** Documents that one of a kind can be made from, as they are given. */
export const sourcesOf = <Document extends Related>(kind: DocumentKind, documents: readonly Document[]): Document[] =>
  documents.filter((document) => kindsMadeFrom(document).includes(kind));

/** A signed contract that no other one stands in place of, with the words that were signed. */
const isChangeable = (document: Related): boolean =>
  documentKindOf(document.type) === "contract" &&
  isSigned(document) &&
  document.supersededById === null &&
  !isReconstructed(document);

/** The signed contracts that a change order could change, newest first. */
export const changeableContracts = <Document extends Related>(documents: readonly Document[]): Document[] =>
  documents.filter(isChangeable).toSorted((one, other) => other.createdTime.localeCompare(one.createdTime));

/**
 * The contract that a change order changes. Of one that was not sent yet the device holds the id as a member of its own, which
 * follows a contract that gets its server id; of others it stands in `data`.
 */
export const basedOnIdOf = (document: Pick<Related, "data">): number | undefined =>
  namedDocument(document, "basedOnId");

/** The document that one was made from, likewise. */
export const sourceIdOf = (document: Pick<Related, "data">): number | undefined => namedDocument(document, "sourceId");

function namedDocument(document: Pick<Related, "data">, key: "basedOnId" | "sourceId"): number | undefined {
  const own = (document as { readonly [Key in typeof key]?: unknown })[key];
  if (typeof own === "number") return own;
  const stored = document.data[key];
  return stored === undefined || stored === "" ? undefined : Number(stored);
}

/** The change orders of a contract that were signed, oldest first. */
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

/** Why a contract is not deleted, before anybody is asked: the signed change orders that are told against what it says. */
export function whyContractIsKept(
  contract: Related & { readonly name: string },
  documents: readonly (Related & { readonly name: string })[],
): string | undefined {
  const orders = changeOrdersOf(contract.id, documents).map(paperTitle);
  if (orders.length === 0) return undefined;
  const what = `${new Intl.ListFormat(LOCALE).format(orders)} ${orders.length > 1 ? "build" : "builds"} on it`;
  return `${paperTitle(contract)} cannot be deleted: ${what}. Delete ${orders.length > 1 ? "them" : "that"} first.`;
}

/** Local ids are told apart from the server's only by their sign; papers name documents by number. */
export const asStored = ({ id, type, data, createdTime }: LocalDocument) => ({
  id: id as StoredDocument["id"],
  type,
  data,
  createdTime,
});
