import { LEAD_FIELDS } from "@ridgebook/contract";
import type { LocalLead } from "../apps/web/src/local-data/leads.ts";
import type { PendingChange } from "../apps/web/src/local-data/pending-changes.ts";
import type { SyncStatus } from "../apps/web/src/local-data/sync-status.ts";
import { canonical, NAME_FIELD, type FieldWrite, type Journal } from "./journal.ts";
import type { LeadVersion, ServerLead } from "./simulated-server.ts";

/** What one tab shows at the end, when everything was sent and received. */
export interface TabView {
  readonly name: string;
  readonly leads: readonly LocalLead[];
  readonly entries: readonly PendingChange[];
  readonly status: SyncStatus;
}

export interface FinalState {
  readonly journal: Journal;
  readonly leads: readonly ServerLead[];
  readonly history: readonly LeadVersion[];
  /** Every tab that is open. */
  readonly tabs: readonly TabView[];
  /** Entries of people who are not at the devices any more. */
  readonly entriesOfOthers: readonly PendingChange[];
  /** What was thrown and is no `Problem`. */
  readonly defects: readonly string[];
}

/** Leads that were there before and that nobody may delete or did create. */
const KNOWN_LEADS = new Set(["lead-crm", "lead-old"]);
/** What a new lead holds where nobody entered anything. */
const EMPTY_VALUES = new Set(["", "[]", "null"]);
/** Refusals that people can run into. Any other means that the device said something that the server cannot take. */
const EXPECTED_REFUSALS = new Set(["conflict", "notFound", "validation", "inUse"]);

const nameOf = (lead: ServerLead): string => String(lead[NAME_FIELD]);

/**
 * Holds the world against what people remember (SYNC-09): nothing lost, nothing doubled, nothing different.
 * Each line names one breach; none means that all is well.
 */
export function findBreaches(state: FinalState): string[] {
  return [
    ...state.defects.map((defect) => `defect: ${defect}`),
    ...findDoubled(state),
    ...findLostLeads(state),
    ...findLostValues(state),
    ...findFalseWords(state),
    ...findStrangeEntries(state),
    ...state.tabs.flatMap((tab) => findDifferences(tab, state)),
  ];
}

const allEntries = ({ tabs, entriesOfOthers }: FinalState): PendingChange[] => [
  ...tabs.flatMap(({ entries }) => entries),
  ...entriesOfOthers,
];

const leadOfEntry = ({ record }: PendingChange): string => String(record?.[NAME_FIELD]);

/* Doubled */

function findDoubled({ journal, history, leads }: FinalState): string[] {
  const breaches: string[] = [];
  const names = leads.map(nameOf);
  for (const name of new Set(names)) {
    const count = names.filter((other) => other === name).length;
    if (count > 1) breaches.push(`doubled: ${name} is on the server ${count} times`);
  }
  const inserted = history.filter(({ operation }) => operation === "INSERT").map(({ lead }) => nameOf(lead));
  for (const name of new Set(inserted)) {
    const count = inserted.filter((other) => other === name).length;
    if (count > 1 && !KNOWN_LEADS.has(name)) breaches.push(`doubled: ${name} was created ${count} times`);
  }
  return [...breaches, ...findRepeatedValues({ journal, history })];
}

/** A value that an edit brought once must not come back later over newer ones. */
function findRepeatedValues({ journal, history }: Pick<FinalState, "journal" | "history">): string[] {
  const allowed = new Map<string, number>();
  for (const { lead, field, value, allowedTimes } of journal.writes) {
    const name = `${lead} ${field} ${value}`;
    allowed.set(name, (allowed.get(name) ?? 0) + allowedTimes);
  }
  const times = new Map<string, number>();
  const lastById = new Map<number, ServerLead>();
  for (const { operation, lead } of history) {
    const before = lastById.get(lead.id);
    if (operation !== "DELETE")
      for (const field of LEAD_FIELDS) {
        const value = canonical(field, lead[field]);
        const isUnchanged = before ? canonical(field, before[field]) === value : EMPTY_VALUES.has(value);
        if (isUnchanged) continue;
        const name = `${nameOf(lead)} ${field} ${value}`;
        times.set(name, (times.get(name) ?? 0) + 1);
      }
    lastById.set(lead.id, lead);
  }
  return [...times].flatMap(([name, count]) => {
    const most = allowed.get(name);
    return most !== undefined && count > most ? [`doubled: ${name} came ${count} times, entered ${most} times`] : [];
  });
}

/* Lost */

function findLostLeads(state: FinalState): string[] {
  const { journal, leads } = state;
  const there = new Set(leads.map(nameOf));
  const entries = allEntries(state);
  const breaches: string[] = [];
  const created = journal.creations.filter(({ certainty }) => certainty === "certain").map(({ lead }) => lead);
  for (const lead of [...created, ...KNOWN_LEADS]) {
    const deletions = journal.deletions.filter((deletion) => deletion.lead === lead);
    const mayBeGone = deletions.some(({ certainty }) => certainty !== "givenUp");
    const isSeen = entries.some((entry) => leadOfEntry(entry) === lead);
    if (!there.has(lead) && !mayBeGone && !isSeen) breaches.push(`lost: ${lead} is nowhere`);
    if (!there.has(lead) && lead === "lead-crm") breaches.push("lost: the CRM's lead was deleted");
    // Refused, and then taken back with the next edit.
    const mustBeGone = lead !== "lead-crm" && deletions.some(({ certainty }) => certainty === "certain");
    if (
      there.has(lead) &&
      mustBeGone &&
      !entries.some((entry) => entry.kind === "deleted" && leadOfEntry(entry) === lead)
    )
      breaches.push(`lost: the deletion of ${lead}`);
  }
  return breaches;
}

function findLostValues(state: FinalState): string[] {
  const { journal, leads, history } = state;
  const entries = allEntries(state);
  const breaches: string[] = [];
  const names = new Set(journal.writes.map(({ lead, field }) => `${lead} ${field}`));
  for (const name of names) {
    const writes = journal.writes.filter(({ lead, field }) => `${lead} ${field}` === name);
    const [first] = writes;
    if (!first) continue;
    const { lead, field } = first;
    const server = leads.find((one) => nameOf(one) === lead);
    const visible = entries
      .filter((entry) => leadOfEntry(entry) === lead)
      .flatMap(({ kind, record, fields, conflicts = [] }) => [
        // A new lead as it is; and a lead whose delete was refused, with the edits that were not sent before it.
        ...(kind !== "changed" && record ? [canonical(field, record[field])] : []),
        ...fields.filter((changed) => changed.field === field).map(({ value }) => canonical(field, value)),
        ...conflicts.filter((conflict) => conflict.field === field).map(({ mine }) => canonical(field, mine)),
      ]);
    const givenUp = writes.filter(({ certainty }) => certainty === "givenUp").map(({ value }) => value);
    // Of a lead that was deleted counts how it was in the end.
    const last = server ?? history.findLast(({ lead: version }) => nameOf(version) === lead)?.lead;
    const current = last ? [canonical(field, last[field])] : [];
    const accounted = withWhatTheySaw([...current, ...visible, ...givenUp], writes);
    const deletions = journal.deletions.filter(
      (deletion) => deletion.lead === lead && deletion.certainty !== "givenUp",
    );
    for (const { value, certainty, device } of writes) {
      if (certainty !== "certain" || accounted.has(value)) continue;
      const wasOnServer = history.some(
        ({ lead: version }) => nameOf(version) === lead && canonical(field, version[field]) === value,
      );
      // With the lead went what others had seen of it, and what the same device had not sent before it deleted it.
      const wentWithLead = !server && deletions.some((deletion) => wasOnServer || deletion.device === device);
      const isOfUnsentLead = !server && deletions.some(({ device: on }) => on === device);
      if (wentWithLead || isOfUnsentLead) continue;
      breaches.push(
        `lost: ${lead} ${field} ${value} of device${device}; the server has ${current[0] ?? "no such lead"}`,
      );
    }
  }
  return breaches;
}

/** The given values and all that they knowingly took the place of. */
function withWhatTheySaw(values: readonly string[], writes: readonly FieldWrite[]): Set<string> {
  const found = new Set(values);
  for (const value of found)
    for (const write of writes) if (write.value === value) for (const seen of write.saw) found.add(seen);
  return found;
}

/** "Saved" with the server's confirmation was said of something that never got there. */
function findFalseWords({ journal, history }: FinalState): string[] {
  const breaches: string[] = [];
  for (const { lead, isSaidSynced } of journal.creations)
    if (isSaidSynced && !history.some(({ lead: version }) => nameOf(version) === lead)) {
      const isTakenBack = journal.deletions.some((deletion) => deletion.lead === lead);
      if (!isTakenBack) breaches.push(`false word: ${lead} was said to be saved`);
    }
  for (const { lead, field, value, isSaidSynced, certainty } of journal.writes) {
    if (!isSaidSynced || certainty === "givenUp") continue;
    const wasThere = history.some(
      ({ lead: version }) => nameOf(version) === lead && canonical(field, version[field]) === value,
    );
    const isReplaced = journal.writes.some(
      (write) => write.lead === lead && write.field === field && write.saw.has(value),
    );
    const isTakenBack = journal.deletions.some((deletion) => deletion.lead === lead);
    if (!wasThere && !isReplaced && !isTakenBack)
      breaches.push(`false word: ${lead} ${field} ${value} was said to be saved`);
  }
  return breaches;
}

/* Different */

function findStrangeEntries(state: FinalState): string[] {
  return allEntries(state).flatMap((entry) => {
    const name = `${leadOfEntry(entry)} ${entry.kind}`;
    if (entry.status === "waiting" || entry.status === "sending") return [`stuck: ${name} still waits to be sent`];
    const code = entry.problem?.code ?? "none";
    return EXPECTED_REFUSALS.has(code) ? [] : [`strange refusal: ${name} ${code}`];
  });
}

function findDifferences({ name, leads, entries, status }: TabView, state: FinalState): string[] {
  const breaches: string[] = [];
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  const serverById = new Map(state.leads.map((lead) => [lead.id, lead]));
  const shownIds = new Set(leads.map(({ id }) => id));
  for (const shown of leads) {
    const server = serverById.get(shown.id);
    const entry = entriesById.get(shown.id);
    if (!server) {
      if (!entry)
        breaches.push(
          `different: ${name} shows ${shown.company} (id ${shown.id < 0 ? "local" : "given"}), which the server has not`,
        );
      continue;
    }
    const own = new Set<string>(entry?.kind === "deleted" ? LEAD_FIELDS : entry?.fields.map(({ field }) => field));
    for (const field of LEAD_FIELDS)
      if (!own.has(field) && canonical(field, shown[field]) !== canonical(field, server[field]))
        breaches.push(
          `different: ${name} shows ${shown.company} ${field} ${canonical(field, shown[field])}, the server has ${canonical(field, server[field])}`,
        );
    if (!entry && shown.revision !== server.revision)
      breaches.push(
        `different: ${name} shows ${shown.company} revision ${shown.revision}, the server has ${server.revision}`,
      );
    if (!entry && shown.sync !== "synced") breaches.push(`different: ${name} shows ${shown.company} as ${shown.sync}`);
  }
  for (const server of state.leads)
    if (!shownIds.has(server.id)) breaches.push(`different: ${name} does not show ${nameOf(server)}`);
  if (status.unsyncedCount !== entries.length)
    breaches.push(`count: ${name} says ${status.unsyncedCount} unsent, there are ${entries.length}`);
  const needsYou = entries.filter(({ problem }) => problem).length;
  if (status.needsYouCount !== needsYou)
    breaches.push(`count: ${name} says ${status.needsYouCount} need somebody, there are ${needsYou}`);
  if (status.signInNeeded) breaches.push(`different: ${name} asks to sign in`);
  return breaches;
}
