import { z } from "zod";
import { documentId, estimateId, userId } from "#ids.ts";

/** The kinds of timeline events, as far as each was recorded. */
const LEAD_TIMELINE_KINDS = [
  "leadCreated",
  /** The current meeting; `time` is when it takes place. */
  "meeting",
  /** A change of the status, to `text`. */
  "status",
  /** A change of the salesperson, to `personId`; null is no one. */
  "salesperson",
  "secondSalesperson",
  "estimateCreated",
  "documentCreated",
  /** A mail of the document to the address `text` was requested; `emailStatus` is its state. */
  "mail",
  /** The server received the signed document; `text` names the signers. */
  "signed",
  /** Another signed document replaced this one. */
  "superseded",
] as const;

/** A past or future event of a lead. Members unused by its kind are null or "". */
export const leadTimelineEvent = z.object({
  kind: z.enum(LEAD_TIMELINE_KINDS),
  time: z.iso.datetime(),
  /** The actor; null if unknown. */
  by: userId.nullable(),
  text: z.string(),
  personId: userId.nullable(),
  estimateId: estimateId.nullable(),
  documentId: documentId.nullable(),
  /** The estimate's or document's current name. */
  name: z.string(),
  /** One of EMAIL_STATUSES. */
  emailStatus: z.number().int().nullable(),
});
export type LeadTimelineEvent = z.infer<typeof leadTimelineEvent>;

/** Beyond this, the oldest events are dropped. */
export const MAX_TIMELINE_EVENTS = 500;
