import {
  formatDateTime,
  formatDate,
  csvText,
  CURRENCY,
  DOCUMENT_KINDS,
  isolatedText,
  LOCALE,
  MAIL_MESSAGES,
  sumUsage,
  USAGE_COLUMNS,
  usageFileName,
  usagePersonName,
  usageRows,
  type CompanyId,
  type MailMessages,
  type UsageFigures,
  type UsageOfPerson,
} from "@ridgebook/contract";
import { escapeHtml } from "#http/escape-html.ts";
import { readMailMessage } from "./mail-message.ts";
import type { Mail } from "./mailer.ts";

export interface UsageReportMail {
  readonly to: Mail["to"];
  readonly companyId: CompanyId;
  readonly companyName: string;
  readonly messages: MailMessages;
  readonly days: { readonly startDate: string; readonly endDate: string };
  readonly people: readonly UsageOfPerson[];
  /** The company's, for days and times. */
  readonly timeZone: string;
}

const MONEY = new Intl.NumberFormat(LOCALE, { style: "currency", currency: CURRENCY });
const dayText = (day: string): string => formatDate({ time: `${day}T00:00:00Z`, timeZone: "UTC" });

const CELL = "padding:6px 10px;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap";
const NAME_CELL = CELL.replace("right", "left");

const figuresOf = (figures: UsageFigures): string[] => [
  String(figures.leads),
  String(figures.estimates),
  ...DOCUMENT_KINDS.map((kind) => String(figures.documents[kind])),
  MONEY.format(figures.signedValue),
];

function row(tag: "td" | "th", [name = "", ...cells]: readonly string[]): string {
  const write = (text: string, style: string): string => `<${tag} style="${style}">${escapeHtml(text)}</${tag}>`;
  return `<tr>${write(name, NAME_CELL)}${cells.map((cell) => write(cell, CELL)).join("")}</tr>`;
}

/** The report's table as HTML, with its CSV attached. */
export function writeUsageReport(mail: UsageReportMail): Mail {
  const { to, companyId, companyName, days, people, timeZone } = mail;
  const message = readMailMessage(mail.messages[MAIL_MESSAGES.report]);
  const title = `Usage report, ${dayText(days.startDate)} to ${dayText(days.endDate)}`;
  const intro = "Leads, estimates and documents count for the salesperson of their lead.";
  const rows = people.map((person) => [
    usagePersonName(person),
    ...figuresOf(person),
    person.lastActivity === null ? "" : formatDateTime({ time: person.lastActivity, timeZone }),
  ]);
  const total = ["Total", ...figuresOf(sumUsage(people)), ""];
  return {
    to,
    companyId,
    subject: companyName === "" ? title : `${companyName}: ${title}`,
    text: [
      title,
      ...(message ? [message.text] : []),
      intro,
      ...[...rows, total].map(([name, leads, estimates, ...others]) =>
        [
          `${isolatedText(String(name))}: ${String(leads)} leads`,
          `${String(estimates)} estimates`,
          `${String(others.at(-2))} signed`,
        ].join(", "),
      ),
      "All figures are in the attached file.",
    ].join("\n\n"),
    html: [
      `<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#222">`,
      `<h1 style="font-size:18px">${escapeHtml(title)}</h1>`,
      ...(message ? [`<div dir="auto">${message.html}</div>`] : []),
      `<p>${escapeHtml(intro)}</p>`,
      `<table style="border-collapse:collapse;font-size:13px">`,
      `<thead>${row("th", USAGE_COLUMNS)}</thead>`,
      `<tbody>${rows.map((cells) => row("td", cells)).join("\n")}</tbody>`,
      `<tfoot>${row("th", total)}</tfoot>`,
      "</table>",
      "</div>",
    ].join("\n"),
    attachments: [
      {
        filename: usageFileName(days),
        contentType: "text/csv; charset=utf-8",
        content: Buffer.from(csvText(usageRows(people)), "utf8"),
      },
    ],
  };
}
