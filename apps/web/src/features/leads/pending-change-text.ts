import {
  LEAD_FIELD_LABELS,
  LEAD_FIELDS,
  whoChangedField,
  type FieldConflict,
  type LeadField,
  type WhoChanged,
} from "@ridgebook/contract";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import { cleanMessage } from "#server-client/server-validation.ts";
import { listText } from "#ui/counted-text.ts";

interface PendingChangeText {
  title: string;
  text: string;
  tone: "waiting" | "bad" | "warn";
}

const isLeadField = (field: string): field is LeadField => LEAD_FIELDS.some((known) => known === field);

const labelOf = (field: string): string => (isLeadField(field) ? LEAD_FIELD_LABELS[field] : field);

/** "Phone and City" */
const fieldList = (fields: readonly { field: string }[]): string => listText(fields.map(({ field }) => labelOf(field)));

/** "Marcus Bell and you elsewhere changed Phone and City too." */
function whoChangedText({
  what,
  fields,
  problem,
}: {
  what: string;
  fields: readonly FieldConflict[];
  problem: WhoChanged | undefined;
}): string {
  const authors = fields.length > 0 ? fields.map((field) => whoChangedField(field, problem)) : [problem ?? {}];
  const others = authors.filter(({ changedByYou }) => !changedByYou);
  if (others.length === 0) return `You changed ${what} elsewhere too. This device keeps its version.`;
  const names = [...new Set(others.map(({ changedBy }) => changedBy))];
  const people = names.map((name, place) => name ?? (place === 0 ? "Somebody else" : "somebody else"));
  const own = others.length < authors.length ? ["you elsewhere"] : [];
  return `${listText([...people, ...own])} changed ${what} too. Your version is kept on this device.`;
}

/** What happened to an unsent change, what was kept, and what to do. */
export function describePendingChange({
  kind,
  status,
  fields,
  problem,
  conflict,
}: Pick<PendingChange, "kind" | "status" | "fields" | "problem" | "conflict">): PendingChangeText {
  if (status === "conflict") {
    const what = fieldList(conflict?.fields ?? []) || "the same fields";
    const text =
      conflict?.otherVersion === "unsent"
        ? `There is another unsent value for ${what}. Both are kept on this device.`
        : whoChangedText({ what, fields: conflict?.fields ?? [], problem });
    return { title: "Two versions", text: `${text} Choose which values stay.`, tone: "warn" };
  }
  if (status === "failed") {
    const messages = Object.values(problem?.errors ?? {})
      .flat()
      .map(cleanMessage);
    const why = (messages.length > 0 ? messages.join(" ") : problem?.title) ?? "The server refused it.";
    return { title: "Not sent", text: `${why} What you entered is kept on this device.`, tone: "bad" };
  }
  const title = status === "sending" ? "Sending" : "Waiting to be sent";
  if (kind === "created") return { title, text: "This lead is on this device only so far.", tone: "waiting" };
  return { title, text: fields.length > 0 ? `Changed here: ${fieldList(fields)}.` : "", tone: "waiting" };
}
