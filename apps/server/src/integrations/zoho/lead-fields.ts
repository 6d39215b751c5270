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

/* Maps fields and values of our leads to Zoho's. */

/** Our changes that are sent to Zoho: status, contact data and the meeting. */
const SENT = [
  "firstName",
  "lastName",
  "company",
  "phone",
  "mobilePhone",
  "email",
  "street",
  "city",
  "state",
  "zipCode",
  "leadStatus",
  "meetingDate",
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

/** Fields that an admin has mapped differently in Zoho. */
export const reassignedFields = (former: ZohoMapping | null | undefined, chosen: ZohoMapping): SyncedField[] =>
  former ? CHOSEN.filter((field) => former[field] !== chosen[field]) : [];

export function apiNamesOf(mapping: ZohoMapping): Map<SyncedField, string> {
  const names = new Map<SyncedField, string>(Object.entries(USUAL) as [SyncedField, string][]);
  for (const field of CHOSEN) {
    const chosen = mapping[field];
    if (chosen !== null) names.set(field, chosen);
  }
  return names;
}

export const askedFields = (mapping: ZohoMapping): string[] => [
  ...new Set([...apiNamesOf(mapping).values(), "Owner", "Created_Time", "Modified_Time"]),
];

/** The account's field metadata, the chosen fields, and the company's time zone. */
export interface FieldRules {
  readonly mapping: ZohoMapping;
  readonly metadata: ZohoMetadata;
  readonly timeZone: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether Zoho stores the meeting as a date without a time. */
export const isMeetingDayOnly = ({ mapping, metadata }: Pick<FieldRules, "mapping" | "metadata">): boolean =>
  metadata.leads.some(({ apiName, type }) => apiName === mapping.meetingDate && type === "date");

const stateOf = (text: string): string => {
  const wanted = text.trim().toLowerCase();
  return STATES.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)?.id ?? text;
};

/** Converts Zoho's value for the member; Zoho's times have an offset. */
function toMember(field: SyncedField, value: unknown, { statuses }: ZohoMetadata): unknown {
  if (value === null || value === undefined || value === "" || value === "-None-") return EMPTY_LEAD[field];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  if (field === "state") return stateOf(text);
  // As displayed in Zoho.
  if (field === "leadStatus") return statuses.find(({ actual }) => actual === text)?.shown ?? text;
  if (field !== "meetingDate") return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

export interface ReadLead {
  readonly values: SyncedValues;
  /** Zoho's values that don't fit here. */
  readonly unfit: ReadonlyMap<SyncedField, unknown>;
  /** The meeting's day if Zoho stores no time; `placeMeeting` adds one. */
  readonly meetingDay: string | undefined;
  readonly owner: string | null;
  /** Undefined if Zoho has none. */
  readonly createdTime: Date | undefined;
  readonly modifiedTime: Date;
}

function readTime(given: unknown): Date | undefined {
  const time = new Date(typeof given === "string" ? given : "");
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A Zoho lead in our terms. Fields missing in the row are left alone. Undefined without a modification time. */
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
    values,
    unfit,
    meetingDay,
    owner: typeof ownerId === "string" ? ownerId : null,
    modifiedTime,
    createdTime: readTime(row["Created_Time"]),
  };
}

/**
 * Adds a time to the meeting of a Zoho lead if Zoho stores only the day. Our meeting, or the agreed one, is kept if it is on that day. On
 * another day it keeps its time here; without one it starts at `UNTIMED_MEETING`.
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

/** The status in Zoho's pick list; undefined if it has none. */
export const statusInZoho = (status: string, { statuses }: Pick<ZohoMetadata, "statuses">): string | undefined =>
  statuses.find(({ shown, actual }) => shown === status || actual === status)?.actual;

/** Statuses in only one of two pick lists, displayed and stored. */
export function changedStatuses(former: ZohoMetadata | null, newer: ZohoMetadata): string[] {
  const namesOf = (metadata: ZohoMetadata | null) =>
    new Set(metadata?.statuses.flatMap(({ shown, actual }) => [shown, actual]));
  const [before, after] = [namesOf(former), namesOf(newer)];
  return [...new Set([...before, ...after])].filter((name) => before.has(name) !== after.has(name));
}

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

/** Guesses a mapping from the labels of an account's fields, until an admin chooses. */
export const suggestMapping = ({ leads, deals }: ZohoMetadata): ZohoMapping => ({
  meetingDate: like(leads, MEETING, ["datetime"]) ?? like(leads, MEETING, ["date"]),
  projectType: like(leads, /^project ?types?$/i, ["text", "picklist"]),
  customerNumber: like(leads, /^customer (no\.?|number)$/i),
  poNumber: like(deals, /^(po|purchase order)( (no\.?|number))?$/i),
  dealProjectType: like(deals, /^project ?types?$/i),
  dealLead: like(deals, /^lead( id)?$/i),
});
