import { formatPhone, fromZonedInput, fullName, toZonedInput, type Lead, type User } from "@ridgebook/contract";
import { targetLabel, type Target } from "./targets.ts";

/** Who writes the file, and for whom. */
interface ExportContext {
  readonly timeZone: string;
  readonly people: readonly User[];
}

type CellOf = (lead: Lead, context: ExportContext) => string;

/** A name that only one person has, else the e-mail; "" is nobody. */
function personText(id: number | null, { people }: ExportContext): string {
  const person = people.find((each) => each.id === id);
  if (!person) return "";
  const name = fullName(person);
  return people.filter((each) => fullName(each) === name).length === 1 ? name : person.email;
}

/** As spreadsheets read a time; one that the zone's clock shows twice, or with seconds, in UTC, so that it is read back as it was. */
function meetingText({ meetingDate }: Lead, { timeZone }: ExportContext): string {
  const text = toZonedInput({ time: meetingDate, timeZone });
  if (meetingDate === null || text === "") return "";
  const isExact = fromZonedInput({ text, timeZone }) === new Date(meetingDate).toISOString();
  return isExact ? text.replace("T", " ") : new Date(meetingDate).toISOString();
}

const COLUMNS: readonly (readonly [Target, CellOf])[] = [
  ["firstName", ({ firstName }) => firstName],
  ["lastName", ({ lastName }) => lastName],
  ["company", ({ company }) => company],
  ["phone", ({ phone }) => formatPhone(phone)],
  ["phoneExtension", ({ phoneExtension }) => phoneExtension],
  ["mobilePhone", ({ mobilePhone }) => formatPhone(mobilePhone)],
  ["mobilePhoneExtension", ({ mobilePhoneExtension }) => mobilePhoneExtension],
  ["email", ({ email }) => email],
  ["street", ({ street }) => street],
  ["city", ({ city }) => city],
  ["state", ({ state }) => state],
  ["zipCode", ({ zipCode }) => zipCode],
  ["meetingDate", meetingText],
  ["userId", ({ userId }, context) => personText(userId, context)],
  ["additionalSalesmanId", ({ additionalSalesmanId }, context) => personText(additionalSalesmanId, context)],
  ["leadStatus", ({ leadStatus }) => leadStatus],
  ["projectType", ({ projectType }) => projectType],
  ["projectTypes", ({ projectTypes }) => projectTypes.join("\n")],
  ["description", ({ description }) => description],
  ["customerNumber", ({ customerNumber }) => customerNumber],
  ["externalId", ({ externalId }) => externalId ?? ""],
];

export const EXPORT_HEADS = COLUMNS.map(([target]) => targetLabel(target));

export const exportRow = (lead: Lead, context: ExportContext): string[] =>
  COLUMNS.map(([, cellOf]) => cellOf(lead, context));

/** Whether a file has the columns that `exportRow` writes. */
export const isOwnExport = (heads: readonly string[]): boolean => EXPORT_HEADS.every((head) => heads.includes(head));
