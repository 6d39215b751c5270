import { DOCUMENT_PDF_FIELD, documentToForm, isLocalId, type DocumentInput } from "@ridgebook/contract";
import type { Entity } from "./entity.ts";
import { NO_SLICES } from "./slices.ts";
import type { FieldValues } from "./stored-record.ts";

/** Ids of other documents, which `data` holds as texts: as fields they follow a document that gets its server id. */
const NAMED_DOCUMENTS = ["sourceId", "basedOnId"] as const;

/** The key of `data` that names the PDF which the device keeps and sends along. */
export const PDF_HASH = "pdfHash";

/** One that was deleted before the server heard of it cannot be named any more: what was made from it stands without. */
function toBody({ sourceId, basedOnId, ...values }: FieldValues): FieldValues {
  const named = Object.entries({ sourceId, basedOnId }).flatMap(([key, id]) =>
    typeof id === "number" && !isLocalId(id) ? [[key, String(id)] as const] : [],
  );
  return { ...values, data: { ...(values.data as Record<string, string>), ...Object.fromEntries(named) } };
}

/** How documents are said to the server (1.§7, API-15 to API-18). They are never updated from the device (OP-69). */
export const DOCUMENT_ENTITY: Entity = {
  collectionPath: "/api/documents/",
  itemPath: "/api/documents/",
  updateMethod: "PUT",
  fields: [
    "estimateId",
    "name",
    "type",
    "workflows",
    "createdTime",
    "showAdditionalCost",
    "additionalCost",
    "additionalWorkTotalBroughtFromAddendum",
    "data",
    "signatures",
    ...NAMED_DOCUMENTS,
  ],
  references: [
    { field: "estimateId", storeName: "estimates" },
    { field: "leadId", storeName: "leads" },
    ...NAMED_DOCUMENTS.map((field) => ({ field, storeName: "estimate-documents" as const })),
  ],
  slices: { ...NO_SLICES, toBody },
  form: {
    fields: (body) => documentToForm(body as unknown as DocumentInput),
    fileHash: (body) => (body.data as Record<string, string> | undefined)?.[PDF_HASH],
    file: () => ({ field: DOCUMENT_PDF_FIELD, name: "document.pdf", contentType: "application/pdf" }),
  },
  // What it says is kept as text, and an id is found nowhere by chance.
  showsFile: ({ data }, fileId) => (data as Record<string, string> | undefined)?.["model"]?.includes(fileId) ?? false,
};
