import {
  countryOfState,
  formatPhone,
  LEAD_FIELDS,
  leadForm,
  STATES,
  type CountryId,
  type LeadField,
  type LeadFields,
} from "@ridgebook/contract";
import { z } from "zod";
import { fromZonedInput, toZonedInput } from "#features/leads/zoned-time.ts";

/**
 * A lead as its form holds it: text in every field, as typed. `meetingDate` is a date-time field's text in the company's
 * time zone, people are their ids, "" is nobody. The country only chooses which states are offered.
 */
export interface LeadFormValues extends Omit<Record<LeadField, string>, "projectTypes"> {
  projectTypes: string[];
  country: CountryId;
}

export function toFormValues({ fields, timeZone }: { fields: LeadFields; timeZone: string }): LeadFormValues {
  return {
    firstName: fields.firstName,
    lastName: fields.lastName,
    company: fields.company,
    phone: formatPhone(fields.phone),
    mobilePhone: formatPhone(fields.mobilePhone),
    email: fields.email,
    street: fields.street,
    city: fields.city,
    state: fields.state,
    zipCode: fields.zipCode,
    description: fields.description,
    projectType: fields.projectType,
    projectTypes: [...fields.projectTypes],
    leadStatus: fields.leadStatus,
    customerNumber: fields.customerNumber,
    meetingDate: toZonedInput({ time: fields.meetingDate, timeZone }),
    userId: fields.userId === null ? "" : String(fields.userId),
    additionalSalesmanId: fields.additionalSalesmanId === null ? "" : String(fields.additionalSalesmanId),
    country: countryOfState(fields.state),
  };
}

/** What a half-filled date-time field stands for: the browser hands over no text for it, and "no meeting" would lose it. */
export const INCOMPLETE_MEETING = "incomplete";

/** The rules of the contract, for a form in a time zone; messages stand at the form's own fields. */
export const leadFormRules = ({
  timeZone,
  isMeetingIncomplete,
}: {
  timeZone: string;
  isMeetingIncomplete: () => boolean;
}) =>
  z.preprocess((values: LeadFormValues) => {
    const { country: _country, ...fields } = values;
    const meeting = isMeetingIncomplete() ? INCOMPLETE_MEETING : values.meetingDate;
    return {
      ...fields,
      meetingDate: meeting === "" ? null : (fromZonedInput({ text: meeting, timeZone }) ?? meeting),
      userId: values.userId === "" ? null : Number(values.userId),
      additionalSalesmanId: values.additionalSalesmanId === "" ? null : Number(values.additionalSalesmanId),
    };
  }, leadForm);

/** Lists are sets here: in which order projects were ticked says nothing. */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : value);

const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** Whether a person changed anything that is saved. */
export const hasChangedValues = ({ from, to }: { from: LeadFormValues; to: LeadFormValues }): boolean =>
  LEAD_FIELDS.some((field) => !isSameValue(from[field], to[field]));

/** Some fields of a lead. */
export function pickFields({ fields, from }: { fields: readonly LeadField[]; from: LeadFields }): Partial<LeadFields> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/**
 * The fields that a person changed, with their new values. A field whose text is as it was opened counts as unchanged,
 * also where its stored value has more than the text shows (the seconds of a meeting).
 */
export function changedFields({
  opened,
  openedValues,
  values,
  parsed,
}: {
  opened: LeadFields;
  openedValues: LeadFormValues;
  values: LeadFormValues;
  parsed: LeadFields;
}): Partial<LeadFields> {
  const changed = LEAD_FIELDS.filter(
    (field) => !isSameValue(values[field], openedValues[field]) && !isSameValue(parsed[field], opened[field]),
  );
  return pickFields({ fields: changed, from: parsed });
}

/** What is kept of a form that was not saved: its values, and the lead as it was when the form was opened. */
export interface LeadDraft {
  values: LeadFormValues;
  opened: LeadFields;
}

const draftShape = z.object({
  values: z.object({
    ...(Object.fromEntries(LEAD_FIELDS.map((field) => [field, z.string()])) as Record<LeadField, z.ZodString>),
    projectTypes: z.array(z.string()),
    country: z.enum(["USA", "CAN"]),
  }),
  // Not checked by the rules of the form: a lead from a CRM may break one, and its draft is still somebody's work.
  opened: z.custom<LeadFields>(
    (value) => typeof value === "object" && value !== null && LEAD_FIELDS.every((field) => field in value),
  ),
});

/** A draft from the device; undefined when an older version of the app wrote it in another shape. */
export function readDraft(stored: Record<string, unknown>): LeadDraft | undefined {
  const result = draftShape.safeParse(stored);
  return result.success ? result.data : undefined;
}

/**
 * Brings a draft to a lead that may have changed since: what was typed stays as typed, with the value it started from;
 * everything else is the lead as it is now.
 */
export function restoreDraft({
  draft,
  current,
  timeZone,
}: {
  draft: LeadDraft;
  current: LeadFields;
  timeZone: string;
}): LeadDraft {
  const draftOpenedValues = toFormValues({ fields: draft.opened, timeZone });
  const typed = LEAD_FIELDS.filter((field) => !isSameValue(draft.values[field], draftOpenedValues[field]));
  const currentValues = toFormValues({ fields: current, timeZone });
  const typedValues = Object.fromEntries(typed.map((field) => [field, draft.values[field]])) as Partial<LeadFormValues>;
  return {
    values: {
      ...currentValues,
      ...typedValues,
      country: typed.includes("state") ? draft.values.country : currentValues.country,
    },
    opened: { ...current, ...pickFields({ fields: typed, from: draft.opened }) },
  };
}

/** The states of a country, for a choice (LEAD-16). */
export const stateOptions = (country: CountryId): { value: string; label: string }[] =>
  STATES.filter(({ countryId }) => countryId === country).map(({ id, name }) => ({ value: id, label: name }));

/** A list of known values, with those that a record brought from elsewhere behind them. */
export const withOwnValues = ({ known, own }: { known: readonly string[]; own: readonly string[] }): string[] => [
  ...new Set([...known, ...own.filter((value) => value !== "")]),
];
