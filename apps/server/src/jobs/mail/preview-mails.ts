import {
  DOCUMENT_KINDS,
  PREVIEWED_MAILS,
  type AccountId,
  type CompanyId,
  type MailPreviews,
  type PreviewedMail,
  type SettingsFields,
  type UsageOfPerson,
  type UserId,
} from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { writeAccountMail, writeInvitation } from "./account-mail.ts";
import { writeDocumentMail } from "./document-mail.ts";
import { readMailCompany, type MailCompany } from "./mail-company.ts";
import type { AddressedMail, Mail, Mailer } from "./mailer.ts";
import { writeUsageReport } from "./usage-report-mail.ts";

const DAY_MS = 86_400_000;
const TO = { name: "Sam Sample", address: "sam.sample@example.com" };
/** Shorter than real codes, so the link opens nothing. */
const CODE = "SAMPLE-CODE";
const DOCUMENT_NAME = "Sample contract";

const SAMPLE_VALUES = [
  `the recipient, ${TO.name}`,
  `links with ${CODE}, which open nothing`,
  `the document, ${DOCUMENT_NAME}`,
  "the people and figures of the report",
];

const personWith = (
  name: { firstName: string; lastName: string },
  figures: { leads: number; estimates: number; contracts: number; signedValue: number },
  at: Date,
): UsageOfPerson => ({
  ...name,
  userId: 0 as UserId,
  active: true,
  leads: figures.leads,
  estimates: figures.estimates,
  documents: {
    ...(Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, 0])) as UsageOfPerson["documents"]),
    contract: figures.contracts,
  },
  signedValue: figures.signedValue,
  lastActivity: at.toISOString(),
});

interface Sample {
  readonly companyId: CompanyId;
  readonly sentBy: string;
  /** Settings that override the stored ones. */
  readonly edited: Partial<SettingsFields>;
  readonly now: Date;
  readonly publicUrl: string;
}

/** Each mail is written by the real function. */
function writeSamples(
  { companyId, sentBy, now, publicUrl }: Omit<Sample, "edited">,
  company: MailCompany,
): Record<PreviewedMail, Mail> {
  const named = { to: TO, companyId, companyName: company.name, messages: company.values };
  const account = { ...named, accountId: 0 as AccountId, code: CODE, mayPassCompany: true };
  const day = (daysAgo: number): string => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return {
    invitation: writeInvitation({ ...named, userId: 0 as UserId, code: CODE }, { publicUrl }),
    setup: writeAccountMail({ ...account, purpose: "setup" }, { publicUrl }),
    reset: writeAccountMail({ ...account, purpose: "reset" }, { publicUrl }),
    report: writeUsageReport({
      ...named,
      days: { startDate: day(7), endDate: day(1) },
      timeZone: company.timeZone,
      people: [
        personWith(
          { firstName: "Sam", lastName: "Sample" },
          { leads: 12, estimates: 9, contracts: 3, signedValue: 48_250 },
          now,
        ),
        personWith(
          { firstName: "Sue", lastName: "Sample" },
          { leads: 8, estimates: 7, contracts: 2, signedValue: 31_900.5 },
          now,
        ),
      ],
    }),
    document: writeDocumentMail({
      ...named,
      to: TO.address,
      documentName: DOCUMENT_NAME,
      fileNameParts: [],
      message: company.values.contractEmailMessage,
      replyTo: sentBy,
      pdf: new Uint8Array(),
    }),
  };
}

const addressText = ({ name, address }: AddressedMail["from"]): string =>
  name === "" ? address : `${name} <${address}>`;

/** Previews the company's mails with its settings, without sending. */
export async function previewMails(
  sample: Sample,
  { database, mailer }: { database: Database; mailer: Pick<Mailer, "address"> },
): Promise<MailPreviews> {
  const samples = writeSamples(sample, await readMailCompany(database, sample.companyId, sample.edited));
  const mails = await Promise.all(
    PREVIEWED_MAILS.map(async (kind) => {
      const {
        from,
        replyTo = null,
        to,
        subject,
        html,
        text,
        attachments,
      } = await mailer.address(samples[kind], sample.edited);
      return {
        kind,
        subject,
        html,
        text,
        replyTo,
        from: addressText(from),
        to: addressText(to),
        attachments: attachments.map(({ filename }) => filename),
      };
    }),
  );
  return { sampleValues: SAMPLE_VALUES, mails };
}
