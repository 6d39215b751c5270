import {
  LEAD_FIELDS,
  normalizePhone,
  splitEstimate,
  type Estimate,
  type StoredDocument,
  type LeadField,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import type { QueuedStoreName, StoredRecord } from "../apps/web/src/local-data/database/stored-record.ts";

/** The field that names a lead in the simulation; it is never edited. */
export const NAME_FIELD = "company" satisfies LeadField;

/** Values that the server refuses in a lead, and in an estimate. */
export const REFUSED_ZIP_CODE = "not a zip code";
export const REFUSED_PROMOTION = -1;

/** Fields of leads that users edit: plain text, a list, and one that the server normalizes. */
export const EDITED_FIELDS = ["firstName", "city", "description", "phone", "projectTypes"] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** Slices of estimates that users edit: a member, a text, a number, and rows with lines below them. */
export const EDITED_SLICES = ["downpayment", "items:1:1.998", "items:1:1.58", "items:1:4.50"] as const;
export type EditedSlice = (typeof EDITED_SLICES)[number];
export const [DOWN_PAYMENT, NOTES, EAVE_LENGTH, WOOD] = EDITED_SLICES;

/** A lead, an estimate, a photo or a document: as a tab or the server has it, or a former version on the server. */
export interface SimulatedRecord {
  readonly storeName: QueuedStoreName;
  readonly id: number;
  readonly revision: number;
  /** Unique, and never changes. */
  readonly name: string;
  /** The values that users entered, by field or slice, each as text. */
  readonly values: Readonly<Record<string, string>>;
  /** All values that must be equal on a device and the server, including the ids of lines. */
  readonly exact: Readonly<Record<string, string>>;
}

/** Returns a lead's value as text, which is the same as typed and as normalized. */
function fieldText(field: string, value: unknown): string {
  if (field === "phone" && typeof value === "string") return normalizePhone(value) ?? value;
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Returns lines as text without their ids, which differ between a device and the server: each with its parent's position. */
function itemsText(items: readonly StoredEstimateItem[]): string {
  const placeById = new Map(items.map(({ id }, place) => [id, place]));
  return JSON.stringify(
    items.map(({ parentItemId, fieldId, value, quantity }) => [
      fieldId,
      value,
      quantity,
      ...(parentItemId === null ? [] : [placeById.get(parentItemId) ?? "no parent"]),
    ]),
  );
}

const sliceText = (slice: string, value: unknown): string =>
  slice.startsWith("items:") ? itemsText((value ?? []) as StoredEstimateItem[]) : JSON.stringify(value ?? null);

/** Returns the value of a field or slice as text. */
export const canonical = (storeName: QueuedStoreName, field: string, value: unknown): string =>
  storeName === "leads" ? fieldText(field, value) : sliceText(field, value);

type LeadLike = Record<LeadField, unknown> & { id: number; revision: number };

export function toLeadRecord(lead: LeadLike): SimulatedRecord {
  const { id, revision } = lead;
  const values = Object.fromEntries(LEAD_FIELDS.map((field) => [field, fieldText(field, lead[field])]));
  return { storeName: "leads", id, revision, name: String(lead[NAME_FIELD]), values, exact: values };
}

export type EstimateLike = Pick<Estimate, "items" | "comparisons" | "workflowSummaries" | "name" | "revision"> &
  Partial<Omit<Estimate, "id" | "leadId">> & { id: number; leadId: number };

/** Returns a value as text with its members sorted, because a database does not keep their order. */
const exactText = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

export function toEstimateRecord(estimate: EstimateLike): SimulatedRecord {
  const { id, revision, name, leadId } = estimate;
  const slices = splitEstimate(estimate as Estimate);
  return {
    storeName: "estimates",
    id,
    revision,
    name,
    values: Object.fromEntries(EDITED_SLICES.map((slice) => [slice, sliceText(slice, slices[slice])])),
    exact: {
      leadId: String(leadId),
      ...Object.fromEntries(Object.entries(slices).map(([slice, value]) => [slice, exactText(value)])),
    },
  };
}

/** A photo as a device or the server has it. The id of its lead is local until the server has assigned one. */
export interface PhotoLike {
  id: number;
  leadId: number;
  fileId: string;
  caption: string;
  takenAt: string;
}

/** A photo's caption is its name. It is never edited, so the revision is always 1. */
export function toPhotoRecord({ id, leadId, fileId, caption, takenAt }: PhotoLike): SimulatedRecord {
  const exact = { leadId: String(leadId), fileId, takenAt };
  return { storeName: "lead-photos", id, revision: 1, name: caption, values: {}, exact };
}

/** A document as a device or the server has it. Ids are local until the server has assigned others. */
export type DocumentLike = Pick<
  StoredDocument,
  "revision" | "name" | "type" | "workflows" | "createdTime" | "receivedTime" | "data" | "pdfStatus" | "createdByUserId"
> & {
  id: number;
  estimateId: number;
  leadId: number;
  supersededById: number | null;
  signatures: Readonly<Partial<Record<string, { readonly timestamp: string }>>>;
};

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Users never change a document, so no value in it is looked for, only its name. */
export function toDocumentRecord(document: DocumentLike): SimulatedRecord {
  const { id, revision, name, data, signatures, workflows, supersededById, ...others } = document;
  const { estimateId, leadId, type, createdTime, receivedTime, pdfStatus, createdByUserId } = others;
  const plain = { estimateId, leadId, type, createdTime, receivedTime, pdfStatus, createdByUserId, supersededById };
  return {
    storeName: "estimate-documents",
    id,
    revision,
    name,
    values: {},
    exact: {
      ...Object.fromEntries(Object.entries(plain).map(([member, value]) => [member, String(value)])),
      workflows: workflows.join(" "),
      data: JSON.stringify(Object.entries(data).sort(byKey)),
      signatures: JSON.stringify(
        Object.entries(signatures)
          .sort(byKey)
          .map(([key, signature]) => [key, signature?.timestamp]),
      ),
    },
  };
}

/** The member that names a record of a store. */
const NAME_MEMBERS: Readonly<Record<QueuedStoreName, string>> = {
  leads: NAME_FIELD,
  estimates: "name",
  "lead-photos": "caption",
  "estimate-documents": "name",
};

/** Returns the name of a record in the outbox. */
export const nameOfQueued = (storeName: QueuedStoreName, record: StoredRecord | null): string =>
  String(record?.[NAME_MEMBERS[storeName]]);

/** Returns the values that users entered in a record in the outbox. */
export function valuesOfQueued(storeName: QueuedStoreName, record: StoredRecord): Readonly<Record<string, string>> {
  switch (storeName) {
    case "leads":
      return toLeadRecord(record as unknown as LeadLike).values;
    case "estimates":
      return toEstimateRecord(record as unknown as EstimateLike).values;
    case "lead-photos":
    case "estimate-documents":
      return {};
  }
}
