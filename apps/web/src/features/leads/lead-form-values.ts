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
 * A lead's form values: text in every field, as typed. `meetingDate` is a date-time field's text in the company's time zone, people are
 * their ids, "" is no one. The country only selects the offered states.
 */
export type LeadFormValues = {
  [Field in LeadField]: Written[Field]["kind"] extends "texts" ? string[] : string;
} & { country: CountryId };

interface Codec {
  readonly show: (value: never, timeZone: string) => string | string[];
  /** Parses typed text for the contract's validation. */
  readonly read: (shown: string | string[], timeZone: string) => unknown;
}

const AS_TYPED = { show: (value: string) => value, read: (shown: string | string[]) => shown };

/** The codec of each kind of member. */
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

/** Moves an extension typed or pasted behind a number to its own field, like those of other systems (LEAD-32). */
const withSplitPhones = (values: LeadFormValues): LeadFormValues => splitLeadPhones(values) as LeadFormValues;

/** The value of a half-filled date-time field: browsers report no text for it, and "no meeting" would lose it. */
const INCOMPLETE_MEETING = "incomplete";

/** The contract's rules for a form in a time zone, with messages at the form's fields. */
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

/** Lists are compared as sets: the order of ticking does not matter. */
const comparable = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : value);

const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** Whether the user changed anything that is saved. */
export const hasChangedValues = ({ from, to }: { from: LeadFormValues; to: LeadFormValues }): boolean =>
  LEAD_FIELDS.some((field) => !isSameValue(from[field], to[field]));

export function pickFields({ fields, from }: { fields: readonly LeadField[]; from: LeadFields }): Partial<LeadFields> {
  return Object.fromEntries(fields.map((field) => [field, from[field]]));
}

/**
 * The changed fields with their new values. A field whose text is unchanged counts as unchanged, even if its stored value has more than the
 * text shows (a meeting's seconds).
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

/** An unsaved form: its values, and the lead as it was opened. */
export interface LeadDraft {
  values: LeadFormValues;
  opened: LeadFields;
}

const draftShape = z.object({
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  // Not validated by the form's rules: a lead from a CRM may violate one, and its draft must not be lost.
  opened: z.record(z.string(), z.unknown()),
});

/** Parses a draft of any release into today's shape. Undefined if it is unreadable. */
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

/** Applies a draft to a lead that may have changed since: edited fields keep their text and base value; the rest is the current lead. */
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

/** A country's states, for a choice (LEAD-16). */
export const stateOptions = (country: CountryId): { value: string; label: string }[] =>
  STATES.filter(({ countryId }) => countryId === country).map(({ id, name }) => ({ value: id, label: name }));

/** Known values, followed by a record's own unknown ones. */
export const withOwnValues = ({ known, own }: { known: readonly string[]; own: readonly string[] }): string[] => [
  ...new Set([...known, ...own.filter((value) => value !== "")]),
];
