import { z } from "zod";
import { leadId } from "#ids.ts";
import { defineRecord } from "#records/define-record.ts";
import { member } from "#records/members.ts";
import { ruleMessages } from "#rules/messages.ts";
import { fileId } from "./file.ts";
import { PHOTO_NAMES } from "./lead-photo-form.ts";

export const MAX_CAPTION_LENGTH = 200;

/** The editable members of a photo. */
export const leadPhotoRecord = defineRecord({
  written: {
    caption: member("text", z.string().max(MAX_CAPTION_LENGTH, ruleMessages.tooLong("Caption", MAX_CAPTION_LENGTH)), {
      label: "Caption",
      empty: "",
    }),
  },
});
const { caption } = leadPhotoRecord.shape;

/** A photo of a lead (OP-64). A connected photo service returns the same shape. */
export const leadPhoto = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  leadId: z.number().int(),
  /** The stored file, to which documents refer. */
  fileId,
  name: z.string(),
  caption: z.string(),
  takenAt: z.iso.datetime(),
  /** The picture's address, with the login session's cookie. */
  url: z.string(),
  /** A picture for lists; the picture itself if the app has shrunk it. */
  thumbnailUrl: z.string(),
  createdTime: z.iso.datetime(),
  createdByUserId: z.number().int().nullable(),
});
export type LeadPhoto = z.infer<typeof leadPhoto>;

/** A new photo. Its file is sent along, unless the company already has it. */
export const leadPhotoInput = z.strictObject({
  leadId,
  /** The device's own file id: a mismatch means corruption in transit, and is rejected. */
  fileId,
  name: z.enum(PHOTO_NAMES, `name must be ${PHOTO_NAMES.join(", ")}.`),
  caption: caption.default(""),
  /** By the device's clock. */
  takenAt: z.iso.datetime("takenAt must be a moment such as 2026-05-14T14:24:08.000Z."),
});

/** A new caption, with the former one: a conflict changes nothing. */
export const leadPhotoChange = z.strictObject({
  revision: z.number().int().min(1),
  caption,
  former: z.object({ caption: z.string() }),
});
