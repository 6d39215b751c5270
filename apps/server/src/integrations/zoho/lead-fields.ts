import {
  EMPTY_LEAD,
  formatPhone,
  leadRecord,
  STATES,
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
  ...new Set([...apiNamesOf(mapping).values(), "Owner", "Modified_Time"]),
];

const stateOf = (text: string): string => {
  const wanted = text.trim().toLowerCase();
  return STATES.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)?.id ?? text;
};

/** As the member takes it; a moment of Zoho's has an offset. */
function toMember(field: SyncedField, value: unknown): unknown {
  if (value === null || value === undefined || value === "" || value === "-None-") return EMPTY_LEAD[field];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  if (field === "state") return stateOf(text);
  if (field !== "meetingDate") return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

export interface ReadLead {
  readonly values: SyncedValues;
  /** What does not fit here, as Zoho has it. */
  readonly unfit: ReadonlyMap<SyncedField, unknown>;
  readonly owner: string | null;
  readonly modifiedTime: Date;
}

/** A lead of Zoho in our terms. Fields that the row does not have are left alone. Undefined where it says no time. */
export function readZohoLead(row: ZohoRow, mapping: ZohoMapping): ReadLead | undefined {
  const modifiedTime = new Date(row.Modified_Time);
  if (Number.isNaN(modifiedTime.getTime())) return undefined;
  const values: Record<string, unknown> = {};
  const unfit = new Map<SyncedField, unknown>();
  for (const [field, apiName] of apiNamesOf(mapping)) {
    const given = row[apiName];
    if (given === undefined) continue;
    const read = leadRecord.written[field].schema.safeParse(storable(toMember(field, given)));
    if (read.success) values[field] = read.data;
    else unfit.set(field, given);
  }
  const owner = row["Owner"];
  const ownerId = typeof owner === "object" && owner !== null && "id" in owner ? owner.id : undefined;
  return { values, unfit, owner: typeof ownerId === "string" ? ownerId : null, modifiedTime };
}

/** The status as Zoho's pick list writes it; undefined where it has no such one. */
export const statusInZoho = (status: string, { statuses }: Pick<ZohoMetadata, "statuses">): string | undefined =>
  statuses.find(({ shown, actual }) => shown === status || actual === status)?.actual;

/** A value of ours as Zoho takes it. */
export function toZohoValue(field: SentField, value: unknown, metadata: ZohoMetadata): unknown {
  if (typeof value !== "string" || value === "") return null;
  const text = value;
  if (field === "leadStatus") return statusInZoho(text, metadata) ?? null;
  if (field === "meetingDate") return toZohoTime(new Date(text));
  return field === "phone" || field === "mobilePhone" ? formatPhone(text) : text;
}

const like = (fields: readonly StoredZohoField[], label: RegExp, types?: readonly string[]): string | null =>
  fields.find((field) => label.test(field.label.trim()) && (!types || types.includes(field.type)))?.apiName ?? null;

/** What the labels of an account's fields suggest, until an admin chooses. */
export const suggestMapping = ({ leads, deals }: ZohoMetadata): ZohoMapping => ({
  meetingDate: like(leads, /^(meeting|appointment)( (date|time))?$/i, ["datetime"]),
  projectType: like(leads, /^project ?types?$/i, ["text", "picklist"]),
  customerNumber: like(leads, /^customer (no\.?|number)$/i),
  poNumber: like(deals, /^(po|purchase order)( (no\.?|number))?$/i),
  dealProjectType: like(deals, /^project ?types?$/i),
  dealLead: like(deals, /^lead( id)?$/i),
});
