import { z } from "zod";
import { leadId } from "#ids.ts";
import { defineRecord } from "#records/define-record.ts";
import { member } from "#records/members.ts";
import { ruleMessages } from "#rules/messages.ts";
import { fileId } from "./file.ts";
import { PHOTO_NAMES } from "./lead-photo-form.ts";

export const MAX_CAPTION_LENGTH = 200;

/** What people write of a photo once it is there. */
export const leadPhotoRecord = defineRecord({
  written: {
    caption: member("text", z.string().max(MAX_CAPTION_LENGTH, ruleMessages.tooLong("Caption", MAX_CAPTION_LENGTH)), {
      label: "Caption",
      empty: "",
    }),
  },
});
const { caption } = leadPhotoRecord.shape;

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

/** A new caption, with the previous one: where somebody else wrote another meanwhile, nothing is changed. */
export const leadPhotoChange = z.strictObject({
  revision: z.number().int().min(1),
  caption,
  former: z.object({ caption: z.string() }),
});
