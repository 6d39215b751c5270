/** What a document is (3.§3 "Document"). */
export const DOCUMENT_TYPES = {
  contract: 1,
  purchaseOrder: 2,
  workOrder: 3,
  costEstimate: 4,
  laborBill: 5,
  itemizedEstimate: 6,
  changeOrder: 7,
  finalLaborBill: 8,
} as const;
export type DocumentKind = keyof typeof DOCUMENT_TYPES;
export type DocumentType = (typeof DOCUMENT_TYPES)[DocumentKind];
export const DOCUMENT_KINDS = Object.keys(DOCUMENT_TYPES) as DocumentKind[];

export const DOCUMENT_LABELS: Readonly<Record<DocumentKind, string>> = {
  contract: "Contract",
  purchaseOrder: "Purchase order",
  workOrder: "Work order",
  costEstimate: "Cost estimate",
  laborBill: "Labor bill",
  itemizedEstimate: "Itemized estimate",
  changeOrder: "Change order",
  finalLaborBill: "Final labor bill",
};

/** Names of kinds in addresses: /pdf/change-order/12 (3.§7), change-order/create (1.§2). */
export const DOCUMENT_SLUGS: Readonly<Record<DocumentKind, string>> = {
  contract: "contract",
  purchaseOrder: "purchase-order",
  workOrder: "work-order",
  costEstimate: "cost-estimate",
  laborBill: "labor-bill",
  itemizedEstimate: "itemized-estimate",
  changeOrder: "change-order",
  finalLaborBill: "final-labor-bill",
};

/** Undefined for an unknown number. */
export const documentKindOf = (type: number): DocumentKind | undefined =>
  DOCUMENT_KINDS.find((kind) => DOCUMENT_TYPES[kind] === type);

/** A paper's display name: "Contract 2026-0514-K7QD"; its own name without a number. */
export function paperTitle({ type, name, data }: { type: number; name: string; data: { number?: string } }): string {
  const kind = documentKindOf(type);
  const label = kind ? DOCUMENT_LABELS[kind] : "Document";
  return data.number ? `${label} ${data.number}` : name ? `${label} “${name}”` : label;
}

/** The documents of one kind, in order (3.§3 "Documents can be filtered by type"). */
export const documentsOfKind = <Document extends { readonly type: number }>(
  documents: readonly Document[],
  kind: DocumentKind,
): Document[] => documents.filter(({ type }) => type === DOCUMENT_TYPES[kind]);

/** The state of its PDF (3.§3). */
export const PDF_STATUSES = { unknown: 0, success: 1, failure: 2, skipped: 3, processing: 4, queued: 5 } as const;

/** The state of a document's mail (1.§9). */
export const EMAIL_STATUSES = { failure: 0, success: 1, pending: 2, sending: 3, skipped: 4 } as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[keyof typeof EMAIL_STATUSES];
export const DEFAULT_EMAIL_STATUS: EmailStatus = EMAIL_STATUSES.skipped;

/** The signers. On homeowner papers the customers sign first, then the salesperson for the company. */
export const SIGNATURE_KEYS = ["customer", "customer2", "salesperson"] as const;
export type SignatureKey = (typeof SIGNATURE_KEYS)[number];

/** The version of the shape of `data`; 1 if it is not a number (3.§3). */
export const typeVersionOf = (data: Readonly<Record<string, string>>): number => {
  const written = data["typeVersion"]?.trim() ?? "";
  const version = Number(written);
  return written === "" || !Number.isFinite(version) ? 1 : version;
};

export const isSigned = ({ signatures }: { readonly signatures: object }): boolean =>
  Object.keys(signatures).length > 0;

/** The address of its paper: the stored PDF, else the view; none for an unknown type (3.§7). */
export function documentViewUrl({
  id,
  type,
  pdfUrl,
  companyId,
}: {
  readonly id: number;
  readonly type: number;
  readonly pdfUrl: string | null;
  readonly companyId: number;
}): string | undefined {
  const kind = documentKindOf(type);
  if (!kind) return undefined;
  return pdfUrl ?? `/pdf/${DOCUMENT_SLUGS[kind]}/${String(id)}?companyId=${String(companyId)}`;
}
