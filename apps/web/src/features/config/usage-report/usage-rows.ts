import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind, type UsageOfPerson } from "@ridgebook/contract";
import { csvFile } from "#files/csv.ts";

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

/** The report as a file for spreadsheets. */
export function usageCsv(people: readonly UsageOfPerson[], name: string): File {
  const head = [
    "Person",
    "Leads",
    "Estimates",
    ...DOCUMENT_KINDS.map((kind) => DOCUMENT_LABELS[kind]),
    "Signed value",
    "Last activity",
  ];
  const rows = people.map((person) => [
    personName(person),
    person.leads,
    person.estimates,
    ...DOCUMENT_KINDS.map((kind) => person.documents[kind]),
    person.signedValue.toFixed(2),
    person.lastActivity ?? "",
  ]);
  return csvFile(name, [head, ...rows]);
}
