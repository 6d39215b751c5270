import { leadPhotoToForm, UPLOAD_FIELD } from "@ridgebook/contract";
import type { Entity } from "#local-data/database/entity.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

const textOf = (body: FieldValues, field: string): string => {
  const value = body[field];
  return typeof value === "string" ? value : "";
};

/** The content types of photos, by the name of the file in the form. */
export const PHOTO_CONTENT_TYPES: Readonly<Record<string, string>> = {
  "photo.jpg": "image/jpeg",
  "photo.png": "image/png",
  "photo.gif": "image/gif",
};

/** How photos of leads are sent to the server (API-48): each as its own form; later edits change only the caption. */
export const LEAD_PHOTO_ENTITY: Entity = {
  collectionPath: "/api/leads/photos/",
  itemPath: "/api/leads/photos/",
  updateMethod: "PUT",
  fields: ["leadId", "fileId", "name", "caption", "takenAt"],
  references: [{ field: "leadId", storeName: "leads" }],
  form: {
    fields: leadPhotoToForm,
    fileHash: (body) => textOf(body, "fileId"),
    file: (body) => {
      const name = textOf(body, "name");
      return { field: UPLOAD_FIELD, name, contentType: PHOTO_CONTENT_TYPES[name] ?? "" };
    },
  },
};
