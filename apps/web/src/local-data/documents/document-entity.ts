import { DOCUMENT_PDF_FIELD, documentToForm, isLocalId, type DocumentInput } from "@ridgebook/contract";
import type { Entity } from "#local-data/database/entity.ts";
import { NO_SLICES } from "#local-data/database/slices.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

/** Ids of other documents, which `data` has as strings. As fields, they are updated when a document gets its server id. */
const NAMED_DOCUMENTS = ["sourceId", "basedOnId"] as const;

/** The key of `data` with the hash of the PDF that the device keeps and sends. */
export const PDF_HASH = "pdfHash";

/** Leaves out local ids: the document they refer to was deleted before it was sent. */
function toBody({ sourceId, basedOnId, ...values }: FieldValues): FieldValues {
  const named = Object.entries({ sourceId, basedOnId }).flatMap(([key, id]) =>
    typeof id === "number" && !isLocalId(id) ? [[key, String(id)] as const] : [],
  );
  return { ...values, data: { ...(values.data as Record<string, string>), ...Object.fromEntries(named) } };
}

/* Choices refer to lines of the estimate by id: lines left out of an order, or with another quantity on a bill. */

interface NamedItems {
  readonly leftOutItemIds?: readonly number[];
  readonly quantities?: Readonly<Record<string, number>>;
}

const CHOICES = "choices";

/** The choices in `data`; undefined if they are no JSON object. */
function choicesOf({ data }: FieldValues): NamedItems | undefined {
  try {
    const choices: unknown = JSON.parse((data as Record<string, string> | undefined)?.[CHOICES] ?? "");
    return typeof choices === "object" && choices !== null ? choices : undefined;
  } catch {
    return undefined;
  }
}

const itemIdsIn = (record: FieldValues): number[] => {
  const { leftOutItemIds = [], quantities = {} } = choicesOf(record) ?? {};
  return [...leftOutItemIds, ...Object.keys(quantities).map(Number)].filter(isLocalId);
};

/** Replaces ids in the choices only: the signed text has none, so its seal stays valid. */
function withItemIds<Values extends FieldValues>(values: Values, newItemIds: ReadonlyMap<number, number>): Values {
  if (!itemIdsIn(values).some((id) => newItemIds.has(id))) return values;
  const choices = choicesOf(values);
  const { leftOutItemIds, quantities } = choices ?? {};
  const followed = {
    ...choices,
    ...(leftOutItemIds && { leftOutItemIds: leftOutItemIds.map((id) => newItemIds.get(id) ?? id) }),
    ...(quantities && {
      quantities: Object.fromEntries(
        Object.entries(quantities).map(([id, quantity]) => [String(newItemIds.get(Number(id)) ?? id), quantity]),
      ),
    }),
  };
  return { ...values, data: { ...(values.data as Record<string, string>), [CHOICES]: JSON.stringify(followed) } };
}

/** How documents are sent to the server (1.§7, API-15 to API-18). The device never updates them (OP-69). */
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
    ...NAMED_DOCUMENTS.map((field) => ({ field, storeName: "estimate-documents" as const, isOptional: true })),
  ],
  slices: { ...NO_SLICES, toBody, withItemIds },
  itemIdsIn,
  form: {
    fields: (body) => documentToForm(body as DocumentInput),
    fileHash: (body) => (body.data as Record<string, string> | undefined)?.[PDF_HASH],
    file: () => ({ field: DOCUMENT_PDF_FIELD, name: "document.pdf", contentType: "application/pdf" }),
  },
  // The model is a JSON string, in which a file id cannot occur by chance.
  showsFile: ({ data }, fileId) => (data as Record<string, string> | undefined)?.["model"]?.includes(fileId) ?? false,
};
