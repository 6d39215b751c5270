import { z } from "zod";
import { leadPhoto, leadPhotoChange, leadPhotoInput } from "#entities/lead-photo.ts";
import { formToLeadPhoto } from "#entities/lead-photo-form.ts";
import { leadIdInText, leadPhotoIdInText } from "#ids.ts";
import { IMAGE_RULES } from "#rules/file-rules.ts";
import { defineRoutes, UPLOAD_FIELD } from "./define-routes.ts";

const params = z.object({ id: leadPhotoIdInText });

/** Photos of leads (API-48). Anyone who may write the lead may write its photos: everyone of the company. */
export const leadPhotoRoutes = defineRoutes({
  listLeadPhotos: {
    method: "GET",
    path: "/api/leads/photos",
    summary: "The photos of a lead, oldest first.",
    access: "companyUser",
    query: z.object({ id: leadIdInText }),
    reply: z.array(leadPhoto),
    problems: ["notFound"],
  },
  createLeadPhoto: {
    method: "POST",
    path: "/api/leads/photos/",
    summary: "Adds a photo to a lead. The same picture added to it again is the same photo.",
    access: "companyUser",
    body: leadPhotoInput,
    form: { toBody: formToLeadPhoto, file: { field: UPLOAD_FIELD, rules: IMAGE_RULES } },
    reply: leadPhoto,
    problems: ["keyReused"],
    isSyncedChange: true,
  },
  updateLeadPhoto: {
    method: "PUT",
    path: "/api/leads/photos/:id",
    summary: "Changes what is written below a photo; refused where somebody else wrote something else meanwhile.",
    access: "companyUser",
    params,
    body: leadPhotoChange,
    reply: leadPhoto,
    problems: ["notFound", "conflict", "keyReused"],
    isSyncedChange: true,
  },
  deleteLeadPhoto: {
    method: "DELETE",
    path: "/api/leads/photos/:id",
    summary: "Takes a photo from its lead. Documents that show it keep it.",
    access: "companyUser",
    params,
    reply: z.void(),
    problems: ["notFound", "keyReused"],
    isSyncedChange: true,
  },
});
