import {
  formatMoment,
  formatRecent,
  formatPhone,
  isSigned,
  LEAD_FIELD_LABELS,
  leadPhotoRecord,
  leadAddress,
  leadName,
  LOCALE,
  whoChangedField,
  type FieldConflict,
  type LeadFields,
  type ProblemReply,
  type WhoChanged,
  isolatedText,
} from "@ridgebook/contract";
import { countChangedLines, sliceLabel, sliceValueText } from "#app/sync-panel/describe-slice.ts";
import { NOTHING, tellApart, type Sides } from "#app/sync-panel/tell-apart.ts";
import { tellWork } from "#app/sync-panel/tell-work.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import { countedText, listText } from "#ui/counted-text.ts";

/** The context of texts about changes. */
export interface Reader {
  /** IANA name of the zone in which times are shown. */
  timeZone: string;
  /** Epoch milliseconds; times of today are shown without a date. */
  now: number;
  /** Full names of the company's users, by id. */
  userNames: ReadonlyMap<number, string>;
}

/** The texts of one kind of record. */
interface StoreWords {
  noun: string;
  nameOf: (record: StoredRecord) => string;
  /** Distinguishes two records of the same name. */
  placeOf: (record: StoredRecord) => string;
  labelOf: (field: string) => string | undefined;
  /** Undefined if the value has no special text. */
  textOf?: (field: string, value: unknown) => string | undefined;
  /** The same for the two values of a conflict: only their differences. */
  apartOf?: (field: string, values: Sides<unknown>) => Sides<string | undefined>;
  /** The same for values that are merged with the server's: only the contested parts. */
  contestedOf?: (field: string, values: Sides<unknown>) => Sides<string> | undefined;
}

// The store's name says which fields a record has; the type of a stored record cannot.
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
    nameOf: ({ name }) => (typeof name === "string" && name !== "" ? `“${name}”` : ""),
    placeOf: () => "",
    labelOf: sliceLabel,
    textOf: sliceValueText,
    apartOf: tellApart,
    contestedOf: tellWork,
  },
  "lead-photos": {
    noun: "photo",
    // A photo is identified by its lead.
    nameOf: () => "",
    placeOf: ({ caption }) => (typeof caption === "string" ? caption : ""),
    labelOf: (field) => (leadPhotoRecord.labels as Readonly<Record<string, string>>)[field],
  },
  "estimate-documents": {
    noun: "document",
    nameOf: ({ name }) => (typeof name === "string" ? name : ""),
    // The number distinguishes documents of the same name.
    placeOf: ({ data }) => {
      const number = (data as Readonly<Record<string, unknown>> | undefined)?.number;
      return typeof number === "string" ? number : "";
    },
    labelOf: () => undefined,
  },
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The label of a field. */
export const fieldLabel = ({ storeName, field }: { storeName: PendingChange["storeName"]; field: string }): string =>
  WORDS[storeName].labelOf(field) ?? field;

/** A field's value as the forms show it; an en dash for no value. */
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
  if (field === "meetingDate" && typeof value === "string") return formatMoment({ time: value, ...reader });
  if (field === "userId" || field === "additionalSalesmanId")
    return reader.userNames.get(Number(value)) ?? "A former user";
  if ((field === "phone" || field === "mobilePhone") && typeof value === "string") return formatPhone(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The texts of a conflict's two values and the former one; for long values only the differences. */
export function conflictTexts({
  change,
  field: { field, former, mine, theirs },
  reader,
}: {
  change: Pick<PendingChange, "storeName" | "conflict">;
  field: FieldConflict;
  reader: Reader;
}): Sides<string> {
  const { storeName } = change;
  const { apartOf, contestedOf } = WORDS[storeName];
  const values: Sides<unknown> = { former, mine, theirs };
  const apart = (isUnsentToo(change) ? undefined : contestedOf?.(field, values)) ?? apartOf?.(field, values);
  const textOf = (side: keyof Sides<unknown>): string =>
    apart?.[side] || fieldValueText({ storeName, field, value: values[side], reader });
  return { former: textOf("former"), mine: textOf("mine"), theirs: textOf("theirs") };
}

const KIND_WORDS = { created: "New ", changed: "", deleted: "Deleted " } as const;

/** Whether the change is a signed document that exists on this device only. */
export const isSignedHere = ({
  storeName,
  kind,
  record,
}: Pick<PendingChange, "storeName" | "kind" | "record">): boolean =>
  storeName === "estimate-documents" &&
  kind === "created" &&
  record !== null &&
  isSigned({ signatures: record.signatures ?? {} });

/** "New lead, Amy Kowalski", "Estimate “Front roof”", "Signed document, Contract", "New photo of lead Amy Kowalski" */
export function changeTitle(change: Pick<PendingChange, "storeName" | "kind" | "record" | "lead">): string {
  const { storeName, kind, record, lead } = change;
  const { noun, nameOf } = WORDS[storeName];
  const what = isSignedHere(change) ? `Signed ${noun}` : capitalize(`${KIND_WORDS[kind]}${noun}`);
  if (lead && storeName === "lead-photos") return `${what} of lead ${leadName(asLead(lead))}`;
  const name = record ? nameOf(record) : "";
  if (name === "") return what;
  return name.startsWith("“") ? `${what} ${name}` : `${what}, ${name}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SAID_IN_HOURS = 12;

/** "just now", "4 min ago", "3 h ago"; from half a day on the time itself. `time` is epoch milliseconds. */
export function agoText({ time, reader }: { time: number; reader: Pick<Reader, "timeZone" | "now"> }): string {
  const passed = reader.now - time;
  if (passed < MINUTE_MS) return "just now";
  if (passed < HOUR_MS) return `${String(Math.floor(passed / MINUTE_MS))} min ago`;
  if (passed < SAID_IN_HOURS * HOUR_MS) return `${String(Math.floor(passed / HOUR_MS))} h ago`;
  return formatRecent({ time, ...reader });
}

/** The number of fields that fit into a line. */
const LISTED_FIELDS = 4;

const listed = (labels: readonly string[]): string =>
  labels.length <= LISTED_FIELDS
    ? labels.join(", ")
    : `${labels.slice(0, LISTED_FIELDS - 1).join(", ")} and ${String(labels.length - LISTED_FIELDS + 1)} more`;

const linesText = (count: number): string => countedText(count, "line");

/** "3 lines changed, Roofing discount"; for a new estimate "12 lines". May be empty. */
function fieldsText({ storeName, kind, fields }: PendingChange): string {
  const counted = fields.map((each) => ({ ...each, lines: countChangedLines(each) }));
  const lineCount = counted.reduce((sum, { lines = 0 }) => sum + lines, 0);
  const lines = lineCount > 0 ? [kind === "changed" ? `${linesText(lineCount)} changed` : linesText(lineCount)] : [];
  if (kind !== "changed") return lines.join("");
  const labels = counted
    .filter((each) => each.lines === undefined)
    .map(({ field }) => fieldLabel({ storeName, field }));
  return listed([...lines, ...labels]);
}

/** Fewer failed tries are normal, and not shown. */
const SAID_TRIES = 5;

/** "tried 7 times without an answer", to show that the network is not the reason. */
const triesText = ({ status, attempts }: Pick<PendingChange, "status" | "attempts">): string =>
  status === "waiting" && attempts >= SAID_TRIES ? `tried ${String(attempts)} times without an answer` : "";

/** Describes an unsent change in a line: "3 lines changed · Karen Whitfield · 4 min ago", "914 Elm St, Schoolcraft · created just now". */
export function changeDetail({ change, reader }: { change: PendingChange; reader: Reader }): string {
  const { storeName, kind, record, lead, waitsFor } = change;
  const place = record && kind !== "changed" ? WORDS[storeName].placeOf(record) : "";
  const whose = lead && storeName !== "lead-photos" ? WORDS.leads.nameOf(lead) : "";
  const ago = agoText({ time: change.changedTime, reader });
  const when = kind === "changed" ? ago : `${isSignedHere(change) ? "signed" : kind} ${ago}`;
  const after = waitsFor && `goes after its ${WORDS[waitsFor.storeName].noun}`;
  return [fieldsText(change), place, whose, when, after, triesText(change)].filter(Boolean).join(" · ");
}

/** The server's reason for a refusal: its messages about fields, else its title. */
export function refusalText(problem: Pick<ProblemReply, "title" | "errors"> | undefined): string {
  const messages = Object.values(problem?.errors ?? {}).flat();
  return messages.length > 0 ? messages.join(" ") : (problem?.title ?? "The server did not say why.");
}

/** Whether the server refused the change because its record was deleted. */
export const isDeletedElsewhere = ({ status, problem }: Pick<PendingChange, "status" | "problem">): boolean =>
  status === "failed" && problem?.code === "notFound" && problem.changedTime !== undefined;

/** "This lead was deleted by Grace Holloway, 3:02 PM." */
export const deletedText = (problem: ProblemReply | undefined, reader: Pick<Reader, "timeZone" | "now">): string =>
  problem?.changedTime === undefined
    ? refusalText(problem)
    : `${problem.title.replace(/\.$/, "")}, ${formatRecent({ time: problem.changedTime, ...reader })}.`;

/** Says that the user's work is kept after a refusal. */
export const keptText = (kind: PendingChange["kind"]): string =>
  kind === "deleted" ? "Nothing is deleted yet." : "Everything you entered is kept.";

/** "Fix e-mail" if one field is the reason, else "Fix". */
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

type Conflicting = Pick<PendingChange, "conflict" | "problem" | "beside">;

const isUnsentToo = ({ conflict }: Pick<Conflicting, "conflict">): boolean => conflict?.otherVersion === "unsent";

/** The other author of each field in conflict. */
const authorsOf = ({ conflict, problem }: Conflicting): readonly WhoChanged[] =>
  conflict && conflict.fields.length > 0
    ? conflict.fields.map((field) => whoChangedField(field, problem))
    : [problem ?? {}];

/** Whether the user made all of the server's version too. */
const isOwnToo = (change: Conflicting): boolean => authorsOf(change).every(({ changedByYou }) => changedByYou === true);

/** The author of a value, and the time of the edit if it is known ("12:36 PM"). */
export interface Version {
  name: string;
  time?: string;
}

/** The author of the other version of a field: "Marcus Bell", "You, elsewhere"; for unsent values "Other version". */
export function otherVersion({
  change,
  field,
  reader,
}: {
  change: Conflicting;
  field: FieldConflict;
  reader: Pick<Reader, "timeZone" | "now">;
}): Version {
  if (isUnsentToo(change)) return { name: "Other version" };
  const { changedBy, changedByYou, changedTime } = whoChangedField(field, change.problem);
  const name = changedByYou ? "You, elsewhere" : (changedBy ?? "Somebody else");
  return changedTime === undefined ? { name } : { name, time: formatRecent({ time: changedTime, ...reader }) };
}

/** "Marcus Bell, 12:40 PM" */
export const versionText = ({ name, time }: Version): string => isolatedText([name, time].filter(Boolean).join(", "));

/** The author of all fields, to show once above them; undefined if they differ. */
export function sharedVersion(versions: readonly Version[]): Version | undefined {
  const [first, ...others] = versions;
  return first && others.every((version) => versionText(version) === versionText(first)) ? first : undefined;
}

/** "You and Marcus Bell changed the same fields. Choose what stays."; with their number, if there are more than two unsent versions. */
export const conflictText = (change: Conflicting): string => {
  const others = authorsOf(change).filter(({ changedByYou }) => !changedByYou);
  const names = [...new Set(others.map(({ changedBy }) => changedBy ?? "somebody else"))];
  const unsentCount = 1 + (change.beside ?? []).length;
  if (isUnsentToo(change) && unsentCount > 2)
    return `The same fields were changed ${String(unsentCount)} times, apart from each other. Choose what stays, two at a time.`;
  const what = isUnsentToo(change)
    ? "The same fields were changed twice, apart from each other."
    : isOwnToo(change)
      ? "You changed the same fields here and elsewhere."
      : `${listText(["You", ...names])} changed the same fields.`;
  return `${what} Choose what stays.`;
};

/** The text of the button that takes all values of the other version. */
export const allOthersText = (change: Conflicting): string =>
  isUnsentToo(change) || isOwnToo(change) ? "All others" : "All theirs";

/** "Keep these two" */
export function keepText(conflicts: readonly FieldConflict[]): string {
  if (conflicts.length === 1) return "Keep this one";
  return conflicts.length === 2 ? "Keep these two" : `Keep these ${String(conflicts.length)}`;
}

/** "5 changes on this device" */
export const panelTitle = (count: number): string =>
  count === 0 ? "Everything is sent" : `${countedText(count, "change")} on this device`;

/** "No signal since 12:31 PM. 3 are sent automatically, 2 need you." */
export function panelSummary({
  waitingCount,
  needsYouCount,
  noSignalSince,
  isAppTooOld = false,
  reader,
}: {
  waitingCount: number;
  needsYouCount: number;
  noSignalSince: number | null;
  /** The server no longer accepts changes of this version of the app. */
  isAppTooOld?: boolean;
  reader: Pick<Reader, "timeZone" | "now">;
}): string {
  const signal = noSignalSince === null ? "" : `No signal since ${formatRecent({ time: noSignalSince, ...reader })}.`;
  const isOne = waitingCount === 1;
  const whatComes = isAppTooOld
    ? `${isOne ? "waits" : "wait"} for a new version of the app`
    : isOne
      ? "is sent automatically"
      : "are sent automatically";
  const waiting = waitingCount > 0 && `${String(waitingCount)} ${whatComes}`;
  const needing = needsYouCount > 0 && `${String(needsYouCount)} ${needsYouCount === 1 ? "needs" : "need"} you`;
  const counts = [waiting, needing].filter(Boolean).join(", ");
  if (counts === "")
    return [signal, "Your changes are listed here until the server has them."].filter(Boolean).join(" ");
  return [signal, counts && `${counts}.`].filter(Boolean).join(" ");
}
