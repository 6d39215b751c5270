import { z } from "zod";
import { leadId } from "#ids.ts";
import { fileId } from "./file.ts";

/**
 * Names of the files of photos, by what their content is.
 *
 * What a camera called them says nothing, and a file's id is made of its name as well: with a name that content alone decides, the
 * same photo is the same file wherever it was chosen, and a device knows its id before the server has seen it.
 */
export const PHOTO_NAMES = ["photo.jpg", "photo.png", "photo.gif"] as const;
export type PhotoName = (typeof PHOTO_NAMES)[number];

/** What stands before the content in the hash that is a file's id. No name holds the character that parts it from the content. */
export const fileIdPrefix = ({ companyId, name }: { companyId: number; name: string }): string =>
  `${String(companyId)}\0${name}\0`;

export const MAX_CAPTION_LENGTH = 200;
const caption = z
  .string()
  .max(MAX_CAPTION_LENGTH, `Caption must have at most ${String(MAX_CAPTION_LENGTH)} characters.`);

/** A photo of a lead (OP-64). A photo service that is connected answers the same shape. */
export const leadPhoto = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  leadId: z.number().int(),
  /** The stored file, by which documents name it. */
  fileId,
  name: z.string(),
  caption: z.string(),
  takenAt: z.iso.datetime(),
  /** Where a browser gets the picture, with the cookie of the login session. */
  url: z.string(),
  /** A picture for lists; of photos that the app has made smaller, the picture itself. */
  thumbnailUrl: z.string(),
  createdTime: z.iso.datetime(),
  createdByUserId: z.number().int().nullable(),
});
export type LeadPhoto = z.infer<typeof leadPhoto>;

/** A new photo. Its file travels with it, unless the company has that file already. */
export const leadPhotoInput = z.strictObject({
  leadId,
  /** What the device found the file to be: another one was changed on its way, and is refused. */
  fileId,
  name: z.enum(PHOTO_NAMES, `name must be ${PHOTO_NAMES.join(", ")}.`),
  caption: caption.default(""),
  /** By the device's clock. */
  takenAt: z.iso.datetime("takenAt must be a moment such as 2026-05-14T14:24:08.000Z."),
});
export type LeadPhotoInput = z.output<typeof leadPhotoInput>;

/** A new caption, with the former one: where somebody else wrote another meanwhile, nothing is changed. */
export const leadPhotoChange = z.strictObject({
  revision: z.number().int().min(1),
  caption,
  former: z.object({ caption: z.string() }),
});

const FORM_FIELDS = ["leadId", "fileId", "name", "caption", "takenAt"] as const;

/** The fields of the form that carries a new photo. */
export const leadPhotoToForm = (photo: Partial<Record<(typeof FORM_FIELDS)[number], unknown>>): [string, string][] =>
  FORM_FIELDS.flatMap((field): [string, string][] => {
    const value = photo[field];
    return typeof value === "string" || typeof value === "number" ? [[field, String(value)]] : [];
  });

/** The other way round; what is no number stays a text, and the schema says so. Unknown fields are passed on, to be refused. */
export const formToLeadPhoto = (fields: readonly (readonly [name: string, value: string])[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(([name, value]) => [name, name === "leadId" && /^\d{1,16}$/.test(value) ? Number(value) : value]),
  );
