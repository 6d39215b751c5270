import { z } from "zod";
import { documentId, estimateId, userId } from "#ids.ts";

/** What a lead's timeline tells of; each as far as it was ever noted. */
const LEAD_TIMELINE_KINDS = [
  "leadCreated",
  /** The meeting of now; `time` is when it takes place. */
  "meeting",
  /** A change of the status, to `text`. */
  "status",
  /** A change of the salesperson, to `personId`; null is nobody. */
  "salesperson",
  "secondSalesperson",
  "estimateCreated",
  "documentCreated",
  /** Somebody asked for a mail of the document to the address `text`; `emailStatus` is what became of it. */
  "mail",
  /** The server received the signed document; `text` names who signed. */
  "signed",
  /** Another signed document took the place of this one. */
  "superseded",
] as const;

/** One thing that happened to a lead, or will. Members that its kind does not use are null or "". */
export const leadTimelineEvent = z.object({
  kind: z.enum(LEAD_TIMELINE_KINDS),
  time: z.iso.datetime(),
  /** Who did it; null where that was not noted. */
  by: userId.nullable(),
  text: z.string(),
  personId: userId.nullable(),
  estimateId: estimateId.nullable(),
  documentId: documentId.nullable(),
  /** Of the estimate or document, as it is now. */
  name: z.string(),
  /** One of EMAIL_STATUSES. */
  emailStatus: z.number().int().nullable(),
});
export type LeadTimelineEvent = z.infer<typeof leadTimelineEvent>;

/** Of more events the oldest are left out. */
export const MAX_TIMELINE_EVENTS = 500;
