import { z } from "zod";
import { userId } from "#ids.ts";
import { SETTINGS_FIELDS } from "./settings.ts";

/** The subjects of Activity rows; the page filters by them. */
export const ACTIVITY_KINDS = [
  "settings",
  "secrets",
  "users",
  "prices",
  "sections",
  "templates",
  "company",
  "refused",
] as const;
export const activityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof activityKind>;

export const ACTIVITY_ACTIONS = [
  "changed",
  "added",
  "removed",
  /** A secret was shown. */
  "read",
  "joined",
  "declined",
  "published",
  /** A super admin started or stopped working in the company. */
  "entered",
  "left",
  "signInRefused",
  "accessRefused",
] as const;
const activityAction = z.enum(ACTIVITY_ACTIONS);
export type ActivityAction = z.infer<typeof activityAction>;

/** A test mail's row: among the settings, but not one. Its details say whether and to whom it was sent. */
export const TEST_MAIL = { subject: "testMail", member: "sent" } as const;

/** Longer values are omitted in a list; only the single row has them. */
export const MAX_LISTED_VALUE = 500;

/** How a later row's value of the same setting came about. */
const laterActivity = z.object({
  id: z.number().int(),
  time: z.iso.datetime(),
  actorName: z.string(),
  /** Whether it restored the value that this row had replaced. */
  isUndo: z.boolean(),
});

/** An action of someone in a company. Immutable. */
export const activity = z.object({
  id: z.number().int(),
  time: z.iso.datetime(),
  /** Null for the server's own work. A super admin who is not a user of the company has their account's id. */
  actorId: userId.nullable(),
  /** At that time. */
  actorName: z.string(),
  isSuperAdmin: z.boolean(),
  /** The network address; "" for the server's own work. */
  address: z.string(),
  /** Browser and system in words. */
  device: z.string(),
  kind: activityKind,
  action: activityAction,
  /** The setting's key, the user's id, the number of the version, "workflow/section", or the company's id. */
  subject: z.string(),
  /** The person's or company's name at that time; "" if the subject is enough. */
  subjectName: z.string(),
  /** The changed member, such as role; "" for the whole subject. */
  member: z.string(),
  /** Null for nothing, for secrets, and if `isLong`. */
  from: z.json(),
  to: z.json(),
  /** Whether from and to were omitted because one is long. */
  isLong: z.boolean(),
  details: z.record(z.string(), z.json()),
  /** The setting's next change, after which this row cannot be undone; null without one. */
  later: laterActivity.nullable(),
});
export type Activity = z.infer<typeof activity>;

const counts = Object.fromEntries(ACTIVITY_KINDS.map((kind) => [kind, z.number().int()])) as Record<
  ActivityKind,
  z.ZodNumber
>;

export const activityPage = z.object({
  /** Newest first. */
  data: z.array(activity),
  /** Continues the list; null at its end. */
  nextCursor: z.string().nullable(),
  /** Rows of each kind under the other filters. Only on the first page, and null above 20,000 rows. */
  counts: z.object(counts).nullable(),
  /** All actors, by name. Only on the first page. */
  people: z.array(z.object({ id: userId, name: z.string() })).nullable(),
});
export type ActivityPage = z.infer<typeof activityPage>;

/** Whether saving the setting can restore the row's former value. */
export const isUndoable = ({ kind, action, subject, later }: Activity): boolean =>
  kind === "settings" && action === "changed" && later === null && SETTINGS_FIELDS.some((field) => field === subject);
