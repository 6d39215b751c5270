/**
 * File names of photos, by content type.
 *
 * A file's id depends on its name as well: with a name determined by the content, the same photo is the same file wherever it was chosen,
 * and a device knows its id before the server has seen it.
 */
export const PHOTO_NAMES = ["photo.jpg", "photo.png", "photo.gif"] as const;
export type PhotoName = (typeof PHOTO_NAMES)[number];

/** The hashed prefix of a file's id. No name contains the separator. */
export const fileIdPrefix = ({ companyId, name }: { companyId: number; name: string }): string =>
  `${String(companyId)}\0${name}\0`;

const FORM_FIELDS = ["leadId", "fileId", "name", "caption", "takenAt"] as const;

export const leadPhotoToForm = (photo: Partial<Record<(typeof FORM_FIELDS)[number], unknown>>): [string, string][] =>
  FORM_FIELDS.flatMap((field): [string, string][] => {
    const value = photo[field];
    return typeof value === "string" || typeof value === "number" ? [[field, String(value)]] : [];
  });

/** The inverse; invalid numbers stay text for the schema to report. Unknown fields are kept, to be rejected. */
export const formToLeadPhoto = (fields: readonly (readonly [name: string, value: string])[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(([name, value]) => [name, name === "leadId" && /^\d{1,16}$/.test(value) ? Number(value) : value]),
  );
