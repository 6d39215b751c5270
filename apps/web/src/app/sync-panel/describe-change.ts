import {
  formatPhone,
  LEAD_FIELD_LABELS,
  leadAddress,
  leadName,
  LOCALE,
  type FieldConflict,
  type LeadFields,
  type ProblemReply,
} from "@ridgebook/contract";
import { sliceLabel, sliceValueText } from "#app/sync-panel/describe-slice.ts";
import type { PendingChange } from "#local-data/pending-changes.ts";
import type { StoredRecord } from "#local-data/stored-record.ts";

/** What the words need to know besides the change itself. */
export interface Reader {
  /** IANA name of the zone in which times are shown. */
  timeZone: string;
  /** Epoch milliseconds: today's times stand without their date. */
  now: number;
  /** Full names of the company's users, by id. */
  userNames: ReadonlyMap<number, string>;
}

/** The words of one kind of record. A kind that a later version brings is described without its particulars. */
interface StoreWords {
  noun: string;
  nameOf: (record: StoredRecord) => string;
  /** What tells two records of one name apart. */
  placeOf: (record: StoredRecord) => string;
  labelOf: (field: string) => string | undefined;
  /** Undefined where the value reads like any other. */
  textOf?: (field: string, value: unknown) => string | undefined;
}

const asLead = (record: StoredRecord): LeadFields => record as unknown as LeadFields;

const WORDS: Record<PendingChange["storeName"], StoreWords> = {
  leads: {
    noun: "lead",
    nameOf: (record) => leadName(asLead(record)),
    placeOf: (record) => leadAddress(asLead(record)),
    labelOf: (field) => (LEAD_FIELD_LABELS as Readonly<Record<string, string>>)[field],
  },
  estimates: {
    noun: "estimate",
    nameOf: ({ name }) => (typeof name === "string" ? name : ""),
    placeOf: () => "",
    labelOf: sliceLabel,
    textOf: sliceValueText,
  },
  "lead-photos": {
    noun: "photo",
    // It is known by its lead.
    nameOf: () => "",
    placeOf: ({ caption }) => (typeof caption === "string" ? caption : ""),
    labelOf: (field) => (field === "caption" ? "Caption" : undefined),
  },
  "estimate-documents": {
    noun: "document",
    nameOf: ({ name }) => (typeof name === "string" ? name : ""),
    // Two of one name are told apart by their number.
    placeOf: ({ data }) => {
      const number = (data as Readonly<Record<string, unknown>> | undefined)?.number;
      return typeof number === "string" ? number : "";
    },
    labelOf: () => undefined,
  },
};

const NOTHING = "–";

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Browsers differ in the space before AM and PM. */
const withPlainSpaces = (text: string): string => text.replace(/\u202f/g, " ");

/** "12:36 PM", or "May 14, 12:36 PM" where it was not today. `time` is epoch milliseconds or ISO. */
export function momentText({
  time,
  reader,
}: {
  time: number | string;
  reader: Pick<Reader, "timeZone" | "now">;
}): string {
  const { timeZone, now } = reader;
  const moment = new Date(time);
  const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: "short", timeZone });
  const isToday = dayFormat.format(moment) === dayFormat.format(now);
  const clock = withPlainSpaces(new Intl.DateTimeFormat(LOCALE, { timeStyle: "short", timeZone }).format(moment));
  if (isToday) return clock;
  return `${new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric", timeZone }).format(moment)}, ${clock}`;
}

const formatMoment = ({ time, timeZone }: { time: string; timeZone: string }): string =>
  withPlainSpaces(
    new Intl.DateTimeFormat(LOCALE, {
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone,
    }).format(new Date(time)),
  );

/** How a person knows the field. */
export const fieldLabel = ({ storeName, field }: { storeName: PendingChange["storeName"]; field: string }): string =>
  WORDS[storeName].labelOf(field) ?? field;

/** A field's value as the forms show it; an en dash where there is none. */
export function fieldValueText({
  storeName,
  field,
  value,
  reader,
}: {
  storeName: PendingChange["storeName"];
  field: string;
  value: unknown;
  reader: Reader;
}): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  const own = WORDS[storeName].textOf?.(field, value);
  if (own !== undefined) return own || NOTHING;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.join(", ");
  if (field === "meetingDate" && typeof value === "string")
    return formatMoment({ time: value, timeZone: reader.timeZone });
  if (field === "userId" || field === "additionalSalesmanId")
    return reader.userNames.get(Number(value)) ?? "Somebody who left";
  if ((field === "phone" || field === "mobilePhone") && typeof value === "string") return formatPhone(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

const KIND_WORDS = { created: "New ", changed: "", deleted: "Deleted " } as const;

/** "New lead, Amy Kowalski", "New photo of lead Amy Kowalski" */
export function changeTitle({
  storeName,
  kind,
  record,
  lead,
}: Pick<PendingChange, "storeName" | "kind" | "record" | "lead">): string {
  const { noun, nameOf } = WORDS[storeName];
  const what = capitalize(`${KIND_WORDS[kind]}${noun}`);
  if (lead) return `${what} of lead ${leadName(asLead(lead))}`;
  const name = record ? nameOf(record) : "";
  return name === "" ? what : `${what}, ${name}`;
}

/** A line has room for a few names. */
const LISTED_FIELDS = 4;

const listed = (labels: readonly string[]): string =>
  labels.length <= LISTED_FIELDS
    ? labels.join(", ")
    : `${labels.slice(0, LISTED_FIELDS - 1).join(", ")} and ${String(labels.length - LISTED_FIELDS + 1)} more`;

/** What waits, in a line: "914 Elm St, Schoolcraft · created 12:36 PM", "Phone, Meeting · changed 12:19 PM". */
export function changeDetail({ change, reader }: { change: PendingChange; reader: Reader }): string {
  const { storeName, kind, record, fields, waitsFor } = change;
  const about =
    kind === "changed"
      ? listed(fields.map(({ field }) => fieldLabel({ storeName, field })))
      : record
        ? WORDS[storeName].placeOf(record)
        : "";
  const when = `${kind} ${momentText({ time: change.changedTime, reader })}`;
  const after = waitsFor && `goes after its ${WORDS[waitsFor.storeName].noun}`;
  return [about, when, after].filter(Boolean).join(" · ");
}

/** Why the server refused: what it said about fields, else what it said at all. */
export function refusalText(problem: Pick<ProblemReply, "title" | "errors"> | undefined): string {
  const messages = Object.values(problem?.errors ?? {}).flat();
  return messages.length > 0 ? messages.join(" ") : (problem?.title ?? "The server did not say why.");
}

/** What is true of the person's work after a refusal. */
export const keptText = (kind: PendingChange["kind"]): string =>
  kind === "deleted" ? "Nothing is deleted yet." : "Everything you entered is kept.";

/** "Fix e-mail" where one field is the reason, else "Fix". */
export function fixText({ storeName, problem }: Pick<PendingChange, "storeName"> & { problem?: ProblemReply }): string {
  const [field, ...others] = Object.keys(problem?.errors ?? {});
  const label = field === undefined ? undefined : WORDS[storeName].labelOf(field);
  return label === undefined || others.length > 0 ? "Fix" : `Fix ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

const ORDINAL_SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinalRules = new Intl.PluralRules(LOCALE, { type: "ordinal" });

/** "Waiting, 2nd": the place in the order of sending, from 1. */
export const waitingText = (place: number): string =>
  `Waiting, ${String(place)}${ORDINAL_SUFFIX[ordinalRules.select(place)] ?? "th"}`;

/** "You and Marcus Bell changed the same fields. Choose what stays." */
export const conflictText = (problem: Pick<ProblemReply, "changedBy"> | undefined): string =>
  `You and ${problem?.changedBy ?? "somebody else"} changed the same fields. Choose what stays.`;

/** "Keep these two" */
export function keepText(conflicts: readonly FieldConflict[]): string {
  if (conflicts.length === 1) return "Keep this one";
  return conflicts.length === 2 ? "Keep these two" : `Keep these ${String(conflicts.length)}`;
}

/** "5 changes on this device" */
export const panelTitle = (count: number): string =>
  count === 0 ? "Everything is sent" : `${String(count)} ${count === 1 ? "change" : "changes"} on this device`;

/** "No signal since 12:31 PM. 3 go out by themselves, 2 need you." */
export function panelSummary({
  waitingCount,
  needsYouCount,
  noSignalSince,
  reader,
}: {
  waitingCount: number;
  needsYouCount: number;
  noSignalSince: number | null;
  reader: Pick<Reader, "timeZone" | "now">;
}): string {
  const signal = noSignalSince === null ? "" : `No signal since ${momentText({ time: noSignalSince, reader })}.`;
  const waiting =
    waitingCount > 0 && `${String(waitingCount)} ${waitingCount === 1 ? "goes out by itself" : "go out by themselves"}`;
  const needing = needsYouCount > 0 && `${String(needsYouCount)} ${needsYouCount === 1 ? "needs" : "need"} you`;
  const counts = [waiting, needing].filter(Boolean).join(", ");
  return [signal, counts && `${counts}.`].filter(Boolean).join(" ");
}
