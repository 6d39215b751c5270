import {
  dayOf,
  EMPTY_LEAD,
  formatPhone,
  fromZonedInput,
  leadRecord,
  STATES,
  toZonedInput,
  UNTIMED_MEETING,
  type Lead,
  type LeadField,
  type LeadFields,
  type ZohoMapping,
} from "@ridgebook/contract";
import { storable } from "#database/storable.ts";
import type { StoredZohoField, ZohoMetadata } from "#database/schema/zoho-tables.ts";
import { toZohoTime, type ZohoRow } from "./zoho-client.ts";

/* Which field of a lead is which field of Zoho, and how a value of the one is written as the other. */

/** What people change of a lead here that goes back: status, contact data and the meeting. */
const SENT = [
  ...(["firstName", "lastName", "company", "phone", "mobilePhone", "email"] as const),
  ...(["street", "city", "state", "zipCode", "leadStatus", "meetingDate"] as const),
] satisfies readonly LeadField[];
export type SentField = (typeof SENT)[number];
export const isSent = (field: LeadField): field is SentField => SENT.some((sent) => sent === field);

const USUAL = {
  firstName: "First_Name",
  lastName: "Last_Name",
  company: "Company",
  phone: "Phone",
  mobilePhone: "Mobile",
  email: "Email",
  street: "Street",
  city: "City",
  state: "State",
  zipCode: "Zip_Code",
  description: "Description",
  leadStatus: "Lead_Status",
} as const satisfies Partial<Record<LeadField, string>>;
const CHOSEN = ["meetingDate", "projectType", "customerNumber"] as const satisfies readonly LeadField[];
export type SyncedField = keyof typeof USUAL | (typeof CHOSEN)[number];
export type SyncedValues = Partial<Pick<LeadFields, SyncedField>>;

/** Fields that are another one in Zoho after an admin's choice, or none. */
export const reassignedFields = (former: ZohoMapping | null | undefined, chosen: ZohoMapping): SyncedField[] =>
  former ? CHOSEN.filter((field) => former[field] !== chosen[field]) : [];

/** The API name of each field that is kept in step. */
export function apiNamesOf(mapping: ZohoMapping): Map<SyncedField, string> {
  const names = new Map<SyncedField, string>(Object.entries(USUAL) as [SyncedField, string][]);
  for (const field of CHOSEN) {
    const chosen = mapping[field];
    if (chosen !== null) names.set(field, chosen);
  }
  return names;
}

/** What a list of leads is asked for. */
export const askedFields = (mapping: ZohoMapping): string[] => [
  ...new Set([...apiNamesOf(mapping).values(), "Owner", "Created_Time", "Modified_Time"]),
];

/** What the account says of its fields, which of them were chosen, and the time zone in which the company reckons its days. */
export interface FieldRules {
  readonly mapping: ZohoMapping;
  readonly metadata: ZohoMetadata;
  readonly timeZone: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether Zoho keeps the meeting as a date without a time. */
export const isMeetingDayOnly = ({ mapping, metadata }: Pick<FieldRules, "mapping" | "metadata">): boolean =>
  metadata.leads.some(({ apiName, type }) => apiName === mapping.meetingDate && type === "date");

const stateOf = (text: string): string => {
  const wanted = text.trim().toLowerCase();
  return STATES.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)?.id ?? text;
};

/** As the member takes it; a moment of Zoho's has an offset. */
function toMember(field: SyncedField, value: unknown, { statuses }: ZohoMetadata): unknown {
  if (value === null || value === undefined || value === "" || value === "-None-") return EMPTY_LEAD[field];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  if (field === "state") return stateOf(text);
  // As people of Zoho see it.
  if (field === "leadStatus") return statuses.find(({ actual }) => actual === text)?.shown ?? text;
  if (field !== "meetingDate") return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

export interface ReadLead {
  readonly values: SyncedValues;
  /** What does not fit here, as Zoho has it. */
  readonly unfit: ReadonlyMap<SyncedField, unknown>;
  /** The meeting where Zoho keeps a date without a time; `placeMeeting` makes a moment of it. */
  readonly meetingDay: string | undefined;
  readonly owner: string | null;
  /** Undefined where Zoho does not say. */
  readonly createdTime: Date | undefined;
  readonly modifiedTime: Date;
}

function readTime(given: unknown): Date | undefined {
  const time = new Date(typeof given === "string" ? given : "");
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A lead of Zoho in our terms. Fields that the row does not have are left alone. Undefined where it says no time. */
export function readZohoLead(row: ZohoRow, rules: Pick<FieldRules, "mapping" | "metadata">): ReadLead | undefined {
  const { mapping, metadata } = rules;
  const modifiedTime = readTime(row.Modified_Time);
  if (!modifiedTime) return undefined;
  const values: Record<string, unknown> = {};
  const unfit = new Map<SyncedField, unknown>();
  const isDayOnly = isMeetingDayOnly(rules);
  let meetingDay: string | undefined;
  for (const [field, apiName] of apiNamesOf(mapping)) {
    const given = row[apiName];
    if (given === undefined) continue;
    if (field === "meetingDate" && isDayOnly && typeof given === "string" && DAY.test(given)) {
      meetingDay = given;
      continue;
    }
    const read = leadRecord.written[field].schema.safeParse(storable(toMember(field, given, metadata)));
    if (read.success) values[field] = read.data;
    else unfit.set(field, given);
  }
  const owner = row["Owner"];
  const ownerId = typeof owner === "object" && owner !== null && "id" in owner ? owner.id : undefined;
  return {
    ...{ values, unfit, meetingDay, owner: typeof ownerId === "string" ? ownerId : null, modifiedTime },
    createdTime: readTime(row["Created_Time"]),
  };
}

/**
 * A lead of Zoho with a moment for its meeting, where Zoho keeps only the day. The meeting here, or the one that both sides agreed on, is
 * kept while it is on that day. On another day it keeps the time that it has here; without one it begins at `UNTIMED_MEETING`.
 */
export function placeMeeting<Read extends Pick<ReadLead, "meetingDay" | "values" | "unfit">>(
  there: Read,
  { here, agreed, timeZone }: { here: Lead["meetingDate"]; agreed: unknown; timeZone: string },
): Read {
  const { meetingDay: day } = there;
  if (day === undefined) return there;
  const isOnDay = (time: unknown): time is string =>
    typeof time === "string" && dayOf({ moment: Date.parse(time), timeZone }) === day;
  const clock = here === null ? UNTIMED_MEETING : toZonedInput({ time: here, timeZone }).slice("2026-12-03T".length);
  const time = [here, agreed].find(isOnDay) ?? fromZonedInput({ text: `${day}T${clock}`, timeZone });
  const read = leadRecord.written.meetingDate.schema.safeParse(time);
  return read.success
    ? { ...there, values: { ...there.values, meetingDate: read.data } }
    : { ...there, unfit: new Map([...there.unfit, ["meetingDate", day]]) };
}

/** The status as Zoho's pick list writes it; undefined where it has no such one. */
export const statusInZoho = (status: string, { statuses }: Pick<ZohoMetadata, "statuses">): string | undefined =>
  statuses.find(({ shown, actual }) => shown === status || actual === status)?.actual;

/** Statuses that one of two pick lists has and the other does not, as shown and as written. */
export function changedStatuses(former: ZohoMetadata | null, newer: ZohoMetadata): string[] {
  const namesOf = (metadata: ZohoMetadata | null) =>
    new Set(metadata?.statuses.flatMap(({ shown, actual }) => [shown, actual]));
  const [before, after] = [namesOf(former), namesOf(newer)];
  return [...new Set([...before, ...after])].filter((name) => before.has(name) !== after.has(name));
}

/** A value of ours as Zoho takes it. */
export function toZohoValue(field: SentField, value: unknown, rules: FieldRules): unknown {
  if (typeof value !== "string" || value === "") return null;
  const text = value;
  if (field === "leadStatus") return statusInZoho(text, rules.metadata) ?? null;
  if (field === "meetingDate")
    return isMeetingDayOnly(rules)
      ? dayOf({ moment: Date.parse(text), timeZone: rules.timeZone })
      : toZohoTime(new Date(text));
  return field === "phone" || field === "mobilePhone" ? formatPhone(text) : text;
}

const MEETING = /^(meeting|appointment)( (date|time))?$/i;
const like = (fields: readonly StoredZohoField[], label: RegExp, types?: readonly string[]): string | null =>
  fields.find((field) => label.test(field.label.trim()) && (!types || types.includes(field.type)))?.apiName ?? null;

/** What the labels of an account's fields suggest, until an admin chooses. */
export const suggestMapping = ({ leads, deals }: ZohoMetadata): ZohoMapping => ({
  meetingDate: like(leads, MEETING, ["datetime"]) ?? like(leads, MEETING, ["date"]),
  projectType: like(leads, /^project ?types?$/i, ["text", "picklist"]),
  customerNumber: like(leads, /^customer (no\.?|number)$/i),
  poNumber: like(deals, /^(po|purchase order)( (no\.?|number))?$/i),
  dealProjectType: like(deals, /^project ?types?$/i),
  dealLead: like(deals, /^lead( id)?$/i),
});
