import { EMPTY_LEAD, LEAD_FIELDS } from "@ridgebook/contract";
import type { Entities } from "./database/entity.ts";
import { DOCUMENT_ENTITY } from "./documents/document-entity.ts";
import { ESTIMATE_ENTITY } from "./estimates/estimate-entity.ts";
import { LEAD_PHOTO_ENTITY } from "./photos/lead-photo-entity.ts";

/** The stores that can be written offline. */
export const ENTITIES: Entities = {
  leads: {
    collectionPath: "/api/leads/",
    itemPath: "/api/leads/",
    updateMethod: "PUT",
    fields: LEAD_FIELDS,
    empty: EMPTY_LEAD,
    references: [],
  },
  estimates: ESTIMATE_ENTITY,
  "lead-photos": LEAD_PHOTO_ENTITY,
  "estimate-documents": DOCUMENT_ENTITY,
};
