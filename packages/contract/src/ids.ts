import { z } from "zod";

declare const idOf: unique symbol;
/** A record's id, typed by kind; ids of different kinds do not mix. */
export type Id<Kind extends string> = number & { readonly [idOf]: Kind };

/** An account of the installation, for the platform only. Companies use a `UserId`. */
export type AccountId = Id<"Account">;
/** A person in one company: their membership's id. Unrelated to their ids in other companies. */
export type UserId = Id<"User">;
export type CompanyId = Id<"Company">;
export type LeadId = Id<"Lead">;
export type EstimateId = Id<"Estimate">;
export type DocumentId = Id<"Document">;
export type LeadPhotoId = Id<"LeadPhoto">;
export type LeadImportId = Id<"LeadImport">;
export type EstimateTemplateId = Id<"EstimateTemplate">;

/** The largest id that a JavaScript number holds exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

const serverId = <Kind extends string>(name: string) =>
  z
    .number(`${name} must be a number.`)
    .int(`${name} must be a whole number.`)
    .min(1, `${name} must be 1 or more.`)
    .max(MAX_ID, `${name} is too large.`)
    .transform((value) => value as Id<Kind>);

/** An id as text in a path or query. */
const serverIdInText = <Kind extends string>(name: string) =>
  z
    .string()
    .regex(/^\d{1,16}$/, `${name} must be a whole number of 1 or more.`)
    .transform(Number)
    .pipe(serverId<Kind>(name));

export const accountId = serverId<"Account">("Account");
export const userId = serverId<"User">("User");
export const companyId = serverId<"Company">("Company");
export const leadId = serverId<"Lead">("Lead");
export const estimateId = serverId<"Estimate">("Estimate");
export const documentId = serverId<"Document">("Document");
export const leadImportId = serverId<"LeadImport">("Import");
export const estimateTemplateId = serverId<"EstimateTemplate">("Template");
export const userIdInText = serverIdInText<"User">("id");
export const companyIdInText = serverIdInText<"Company">("id");
export const leadIdInText = serverIdInText<"Lead">("id");
export const estimateIdInText = serverIdInText<"Estimate">("id");
export const documentIdInText = serverIdInText<"Document">("id");
export const leadPhotoIdInText = serverIdInText<"LeadPhoto">("id");
export const leadImportIdInText = serverIdInText<"LeadImport">("id");
export const estimateTemplateIdInText = serverIdInText<"EstimateTemplate">("id");

/**
 * Parses an id in an address: the server's, a local one, or 0, which names a new window and no stored record. Undefined for other text.
 * Each id has exactly one spelling.
 */
export const idInAddress = (text: string | undefined): number | undefined =>
  text !== undefined && /^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;

/** Negative ids are local to a device until the server assigns one (1.§4). */
export const isLocalId = (id: number): boolean => id < 0;
