import { z } from "zod";
import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from "#entities/document-kinds.ts";
import { settingsFields, type SettingsFields } from "#entities/settings.ts";
import { userId, type UserId } from "#ids.ts";
import { isEmail } from "#rules/email.ts";
import { ruleMessages } from "#rules/messages.ts";
import { requiredEmail } from "#rules/text.ts";
import { isUnique } from "#rules/unique.ts";

const count = z.number().int().min(0);
const countsByKind = Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, count])) as Record<
  DocumentKind,
  typeof count
>;

/** The results of one person's leads in a report's period. Everything counts for the lead's salesperson. */
export const usageOfPerson = z.object({
  /** Null for leads without a salesperson. */
  userId: userId.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  /** False for a deactivated person. */
  active: z.boolean(),
  /** Created in the period, like estimates and documents. */
  leads: count,
  estimates: count,
  documents: z.object(countsByKind),
  /** Dollars of contracts and change orders first signed in the period, without replaced ones. */
  signedValue: z.number(),
  /** When the person last changed a lead, estimate or document, on any day; null for never. */
  lastActivity: z.iso.datetime().nullable(),
});
export type UsageOfPerson = z.infer<typeof usageOfPerson>;

/** The figures of one person, or of all. */
export type UsageFigures = Pick<UsageOfPerson, "leads" | "estimates" | "documents" | "signedValue">;

export const usagePersonName = (person: Pick<UsageOfPerson, "userId" | "firstName" | "lastName">): string =>
  person.userId === null ? "Without salesperson" : `${person.firstName} ${person.lastName}`.trim();

/** Adds cents, so that the sum is exact. */
export function sumUsage(people: readonly UsageFigures[]): UsageFigures {
  const sum = (read: (person: UsageFigures) => number): number =>
    people.reduce((total, person) => total + read(person), 0);
  return {
    leads: sum(({ leads }) => leads),
    estimates: sum(({ estimates }) => estimates),
    documents: Object.fromEntries(
      DOCUMENT_KINDS.map((kind) => [kind, sum(({ documents }) => documents[kind])]),
    ) as Record<DocumentKind, number>,
    signedValue: sum(({ signedValue }) => Math.round(signedValue * 100)) / 100,
  };
}

export const USAGE_COLUMNS: readonly string[] = [
  "Person",
  "Leads",
  "Estimates",
  ...DOCUMENT_KINDS.map((kind) => DOCUMENT_LABELS[kind]),
  "Signed value",
  "Last activity",
];

/** The report as CSV rows, for the page and the mail. */
export const usageRows = (people: readonly UsageOfPerson[]): (string | number)[][] => [
  [...USAGE_COLUMNS],
  ...people.map((person) => [
    usagePersonName(person),
    person.leads,
    person.estimates,
    ...DOCUMENT_KINDS.map((kind) => person.documents[kind]),
    person.signedValue.toFixed(2),
    person.lastActivity ?? "",
  ]),
];

export const usageFileName = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  `usage-${startDate}-to-${endDate}.csv`;

/** Of each kind; a report is not a newsletter. */
const MAX_REPORT_RECIPIENTS = 50;

const tooMany = `At most ${String(MAX_REPORT_RECIPIENTS)} of each kind.`;

/** The recipients of the mailed usage report (OP-53). */
const recipientsRules = z.looseObject({
  userIds: z
    .array(userId, "userIds must be a list of users.")
    .max(MAX_REPORT_RECIPIENTS, tooMany)
    .refine(isUnique, ruleMessages.unique("Recipients"))
    .optional(),
  emails: z
    .array(requiredEmail("Recipient"), "emails must be a list of addresses.")
    .max(MAX_REPORT_RECIPIENTS, tooMany)
    .refine((emails) => isUnique(emails.map((email) => email.toLowerCase())), ruleMessages.unique("Other addresses"))
    .optional(),
});

/** Validates saved recipients; unknown members are kept. */
export const reportRecipientsToSave = settingsFields.shape.usageReportRecipients.superRefine((recipients, context) => {
  const result = recipientsRules.safeParse(recipients);
  if (result.success) return;
  for (const message of new Set(result.error.issues.map((issue) => issue.message)))
    context.addIssue({ code: "custom", message });
});

interface ReportRecipients {
  readonly userIds: readonly UserId[];
  readonly emails: readonly string[];
}

/** Parses stored recipients, without invalid entries and duplicates. */
export function readReportRecipients(stored: SettingsFields["usageReportRecipients"]): ReportRecipients {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const userIds = list(stored["userIds"]).flatMap((id) => {
    const read = userId.safeParse(id);
    return read.success ? [read.data] : [];
  });
  const emails = list(stored["emails"]).flatMap((email) =>
    typeof email === "string" && isEmail(email) ? [[email.toLowerCase(), email] as const] : [],
  );
  return { userIds: [...new Set(userIds)], emails: [...new Map(emails).values()] };
}
