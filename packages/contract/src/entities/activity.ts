import { z } from "zod";
import { userId } from "#ids.ts";
import { SETTINGS_FIELDS } from "./settings.ts";

/** What a row of Activity is about; the page filters by it. */
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
  /** A secret was shown to somebody. */
  "read",
  "joined",
  "declined",
  "published",
  /** A super admin began or ended to work in the company. */
  "entered",
  "left",
  "signInRefused",
  "accessRefused",
] as const;
const activityAction = z.enum(ACTIVITY_ACTIONS);
export type ActivityAction = z.infer<typeof activityAction>;

/** The row of a test mail: among the settings, and no setting. Its details say whether the mail was sent, and to whom. */
export const TEST_MAIL = { subject: "testMail", member: "sent" } as const;

/** Of longer values a list says only that they are there; the row alone has them. */
export const MAX_LISTED_VALUE = 500;

/** How a value of a later row of the same setting came about. */
const laterActivity = z.object({
  id: z.number().int(),
  time: z.iso.datetime(),
  actorName: z.string(),
  /** Whether it put the value back that this row had replaced. */
  isUndo: z.boolean(),
});

/** One act of somebody in a company, as it was noted. It is never changed. */
export const activity = z.object({
  id: z.number().int(),
  time: z.iso.datetime(),
  /** null for the server's own work. A super admin who is no user of the company goes by their account's id. */
  actorId: userId.nullable(),
  /** As it was then. */
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
  /** The person's or company's name as it was then; "" where the subject says it. */
  subjectName: z.string(),
  /** What of the subject changed, such as role; "" for all of it. */
  member: z.string(),
  /** null where there was nothing, of secrets, and where `isLong`. */
  from: z.json(),
  to: z.json(),
  /** Whether from and to were left out here because one is long. */
  isLong: z.boolean(),
  details: z.record(z.string(), z.json()),
  /** Of a setting: the next change of the same one, after which this row cannot be undone; null while none exists. */
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
  /** How many rows of each kind the other filters leave. Only on the first page, and null above 20,000 rows. */
  counts: z.object(counts).nullable(),
  /** Everybody who is named as an actor, by name. Only on the first page. */
  people: z.array(z.object({ id: userId, name: z.string() })).nullable(),
});
export type ActivityPage = z.infer<typeof activityPage>;

/** Whether the row's former value can be put back by saving the setting. */
export const isUndoable = ({ kind, action, subject, later }: Activity): boolean =>
  kind === "settings" && action === "changed" && later === null && SETTINGS_FIELDS.some((field) => field === subject);
