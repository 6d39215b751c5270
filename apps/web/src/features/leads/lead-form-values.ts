import {
  countryOfState,
  EMPTY_LEAD,
  formatPhone,
  fromZonedInput,
  LEAD_FIELDS,
  leadForm,
  leadRecord,
  SHAPES,
  splitLeadPhones,
  STATES,
  toZonedInput,
  type CountryId,
  type LeadField,
  type LeadFields,
  type Shapes,
} from "@ridgebook/contract";
import { z } from "zod";

type Written = typeof leadRecord.written;

/**
 * A lead as its form holds it: text in every field, as typed. `meetingDate` is a date-time field's text in the company's
 * time zone, people are their ids, "" is nobody. The country only chooses which states are offered.
 */
export type LeadFormValues = {
  [Field in LeadField]: Written[Field]["kind"] extends "texts" ? string[] : string;
} & { country: CountryId };

interface Codec {
  /** A value as the form holds it. */
  readonly show: (value: never, timeZone: string) => string | string[];
  /** What was typed, as the rules of the contract check it. */
  readonly read: (shown: string | string[], timeZone: string) => unknown;
}

const AS_TYPED = { show: (value: string) => value, read: (shown: string | string[]) => shown };

/** What each kind of member is in a form. */
const CODECS: Record<Written[LeadField]["kind"], Codec> = {
  text: AS_TYPED,
  phone: { ...AS_TYPED, show: (phone: string) => formatPhone(phone) },
  texts: { ...AS_TYPED, show: (value: readonly string[]) => [...value] },
  moment: {
    show: (time: string | null, timeZone) => toZonedInput({ time, timeZone }),
    read: (shown, timeZone) =>
      shown === "" ? null : (fromZonedInput({ text: String(shown), timeZone }) ?? String(shown)),
  },
  person: {
    show: (id: number | null) => (id === null ? "" : String(id)),
    read: (shown) => (shown === "" ? null : Number(shown)),
  },
};

const codecOf = (field: LeadField): Codec => CODECS[leadRecord.written[field].kind];

export const toFormValues = ({ fields, timeZone }: { fields: LeadFields; timeZone: string }): LeadFormValues =>
  ({
    ...Object.fromEntries(LEAD_FIELDS.map((field) => [field, codecOf(field).show(fields[field] as never, timeZone)])),
    country: countryOfState(fields.state),
  }) as LeadFormValues;

/** An extension that was typed or pasted behind its number goes to its own field, as in what other systems send (LEAD-32). */
const withSplitPhones = (values: LeadFormValues): LeadFormValues => splitLeadPhones(values) as LeadFormValues;

/** What a half-filled date-time field stands for: the browser hands over no text for it, and "no meeting" would lose it. */
const INCOMPLETE_MEETING = "incomplete";

/** The rules of the contract, for a form in a time zone; messages stand at the form's own fields. */
export const leadFormRules = ({
  timeZone,
  isMeetingIncomplete,
}: {
  timeZone: string;
  isMeetingIncomplete: () => boolean;
}) =>
  z.preprocess((values: LeadFormValues) => {
    const typed = { ...withSplitPhones(values), ...(isMeetingIncomplete() && { meetingDate: INCOMPLETE_MEETING }) };
    return Object.fromEntries(LEAD_FIELDS.map((field) => [field, codecOf(field).read(typed[field], timeZone)]));
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
  values: typed,
  parsed,
}: {
  opened: LeadFields;
  openedValues: LeadFormValues;
  values: LeadFormValues;
  parsed: LeadFields;
}): Partial<LeadFields> {
  const values = withSplitPhones(typed);
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
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  // Not checked by the rules of the form: a lead from a CRM may break one, and its draft is still somebody's work.
  opened: z.record(z.string(), z.unknown()),
});

/**
 * A draft from the device, which any release may have written: its lead and what was typed in today's shape. Undefined where there is
 * nothing to read.
 */
export function readDraft(
  stored: Record<string, unknown>,
  { timeZone, release = 1, shapes = SHAPES }: { timeZone: string; release?: number | undefined; shapes?: Shapes },
): (LeadDraft & { retired: string[] }) | undefined {
  const { data: draft } = draftShape.safeParse(stored);
  if (!draft) return undefined;
  const upgraded = shapes.upgrade("leads", draft.opened, { release, isWhole: true });
  const opened = Object.fromEntries(
    LEAD_FIELDS.map((field) => [field, upgraded[field] ?? EMPTY_LEAD[field]]),
  ) as LeadFields;
  const values: Record<string, unknown> = toFormValues({ fields: opened, timeZone });
  const retired: string[] = [];
  for (const [name, typed] of Object.entries(draft.values)) {
    const field = shapes.upgradeName("leads", name, release);
    const isKnown = field !== undefined && Object.hasOwn(values, field);
    if (isKnown && Array.isArray(values[field]) === Array.isArray(typed)) values[field] = typed;
    else if (!isKnown && typed !== draft.opened[name] && typed.length > 0) retired.push(String(typed));
  }
  return { values: values as LeadFormValues, opened, retired };
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
