import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind, type UsageOfPerson } from "@ridgebook/contract";

/** What the table and the CSV show of one person. */
export interface UsageFigures {
  readonly leads: number;
  readonly estimates: number;
  readonly documents: Readonly<Record<DocumentKind, number>>;
  readonly signedValue: number;
}

export const personName = (person: UsageOfPerson): string =>
  person.userId === null ? "Without salesperson" : `${person.firstName} ${person.lastName}`.trim();

/** Cents are added, so that the sum of many amounts is exact. */
export function sumOf(people: readonly UsageOfPerson[]): UsageFigures {
  const sum = (read: (person: UsageOfPerson) => number): number =>
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

/** A day in a time zone, such as 2026-05-14. */
const dayIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);

/** The month of a moment from its first day to its last, in the company's time zone. */
export function monthOf(moment: Date, timeZone: string): { startDate: string; endDate: string } {
  const month = dayIn(moment, timeZone).slice(0, 7);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { startDate: `${month}-01`, endDate: `${month}-${String(days)}` };
}

/** Signs with which a spreadsheet takes a cell for a formula. */
const STARTS_FORMULA = /^[\s]*[=+\-@\t\r]/;

/** A text as a cell: a quote in front keeps spreadsheets from running it. */
const textCell = (text: string): string => {
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The report as a file for spreadsheets. A byte order mark lets Excel read names as UTF-8; numbers are written plain. */
export function usageCsv(people: readonly UsageOfPerson[]): string {
  const head = [
    "Person",
    "Leads",
    "Estimates",
    ...DOCUMENT_KINDS.map((kind) => DOCUMENT_LABELS[kind]),
    "Signed value",
    "Last activity",
  ];
  const rows = people.map((person) => [
    textCell(personName(person)),
    String(person.leads),
    String(person.estimates),
    ...DOCUMENT_KINDS.map((kind) => String(person.documents[kind])),
    person.signedValue.toFixed(2),
    person.lastActivity ?? "",
  ]);
  return `\uFEFF${[head, ...rows].map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
