import {
  formatPhone,
  fromZonedInput,
  fullName,
  LEAD_FIELDS,
  leadRecord,
  toZonedInput,
  type Lead,
  type LeadField,
  type User,
} from "@ridgebook/contract";
import { targetLabel } from "./targets.ts";

/** The author of the file, and the company's users and clock. */
interface ExportContext {
  readonly timeZone: string;
  readonly people: readonly User[];
}

/** A name that only one person has, else the e-mail; "" is no one. */
function personText(id: number | null, { people }: ExportContext): string {
  const person = people.find((each) => each.id === id);
  if (!person) return "";
  const name = fullName(person);
  return people.filter((each) => fullName(each) === name).length === 1 ? name : person.email;
}

/** A time as spreadsheets read it. One that the zone's clock shows twice, or with seconds, is written in UTC, so that it is read back unchanged. */
function momentText(time: string | null, { timeZone }: ExportContext): string {
  const text = toZonedInput({ time, timeZone });
  if (time === null || text === "") return "";
  const isExact = fromZonedInput({ text, timeZone }) === new Date(time).toISOString();
  return isExact ? text.replace("T", " ") : new Date(time).toISOString();
}

type Kind = (typeof leadRecord.written)[LeadField]["kind"];

/** Writes a value into a cell, by the kind of the member. */
const CELLS: Readonly<Record<Kind, (value: never, context: ExportContext) => string>> = {
  text: (text: string) => text,
  phone: (phone: string) => formatPhone(phone),
  texts: (texts: readonly string[]) => texts.join("\n"),
  moment: momentText,
  person: personText,
};

export const EXPORT_HEADS = [...LEAD_FIELDS, "externalId" as const].map(targetLabel);

export const exportRow = (lead: Lead, context: ExportContext): string[] => [
  ...LEAD_FIELDS.map((field) => CELLS[leadRecord.written[field].kind](lead[field] as never, context)),
  lead.externalId ?? "",
];

/** An export of a former release has fewer columns than today's, and always the first ones. */
const FEWEST_HEADS = 21;

/** Whether a file has the columns that `exportRow` writes. */
export const isOwnExport = (heads: readonly string[]): boolean =>
  EXPORT_HEADS.filter((head) => heads.includes(head)).length >= FEWEST_HEADS;
