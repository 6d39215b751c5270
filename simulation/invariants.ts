import { createHash } from "node:crypto";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { findLostWorkflowCopies } from "./added-copies.ts";
import { wasRestored, wasDeletedWithRecord } from "./brought-back.ts";
import type { FinalState, TabView } from "./final-state.ts";
import { withReplacedValues, type Paper } from "./journal.ts";
import { canonical, nameOfQueued, valuesOfQueued, type SimulatedRecord } from "./simulated-record.ts";
import { findStrangeRefusal } from "./refusals.ts";

/** Records that existed before and were not created by a user: by name, with the lead of an estimate. */
export const KNOWN_RECORDS = new Map([
  ["lead-crm", undefined],
  ["lead-old", undefined],
  ["estimate-old", "lead-crm"],
]);
/** The values that fields of a new record have before a user fills them in. */
const EMPTY_VALUES = new Set(["", "0", "[]", "null"]);

/**
 * Compares the end state with what users remember (SYNC-09): nothing lost, nothing doubled, nothing different. Returns one line for each
 * breach; no lines if all is well.
 */
export function findBreaches(state: FinalState): string[] {
  return [
    ...state.defects.map((defect) => `defect: ${defect}`),
    ...state.together.map((tabs) => `together: ${tabs} send or receive at the same time`),
    ...state.strangeAnswers.map((what) => `strange refusal: ${what}`),
    ...state.unanswered.map((what) => `stuck: ${what} forever`),
    ...findDoubled(state),
    ...findLostRecords(state),
    ...findStrayRecords(state),
    ...findStrayDocuments(state),
    ...findChangedPapers(state),
    ...findChangedPhotos(state),
    ...findLostCopies(state),
    ...findEarlyDocuments(state),
    ...findLostValues(state),
    ...findLostWorkflowCopies(state),
    ...findFalseReports(state),
    ...findStrangeEntries(state),
    ...state.tabs.flatMap((tab) => findDifferences(tab, state)),
  ];
}

const allEntries = ({ tabs, entriesOfOthers }: FinalState): PendingChange[] => [
  ...tabs.flatMap(({ entries }) => entries),
  ...entriesOfOthers,
];

const nameOfEntry = ({ storeName, record }: PendingChange): string => nameOfQueued(storeName, record);
const keyOf = ({ storeName, id }: { storeName: string; id: number }): string => `${storeName} ${id}`;

/* Doubled */

function findDoubled({ journal, history, records }: FinalState): string[] {
  const breaches: string[] = [];
  const names = records.map(({ name }) => name);
  for (const name of new Set(names)) {
    const count = names.filter((other) => other === name).length;
    if (count > 1) breaches.push(`doubled: ${name} is on the server ${count} times`);
  }
  const inserted = history.filter(({ operation }) => operation === "INSERT").map(({ record }) => record.name);
  for (const name of new Set(inserted)) {
    const count = inserted.filter((other) => other === name).length;
    // A record that a signed document restored was deleted in between.
    const deleted = history.filter(({ operation, record }) => operation === "DELETE" && record.name === name).length;
    if (count > 1 + deleted && !KNOWN_RECORDS.has(name)) breaches.push(`doubled: ${name} was created ${count} times`);
  }
  for (const [index, id] of journal.itemIds.entries())
    if (journal.itemIds.indexOf(id) !== index) breaches.push(`doubled: the id ${id} was given to two lines`);
  return [...breaches, ...findRepeatedValues({ journal, history })];
}

/** Finds values of edits that came back later over newer ones. */
function findRepeatedValues({ journal, history }: Pick<FinalState, "journal" | "history">): string[] {
  const allowed = new Map<string, number>();
  for (const { name, field, value, allowedTimes } of journal.writes) {
    const key = `${name} ${field} ${value}`;
    allowed.set(key, (allowed.get(key) ?? 0) + allowedTimes);
  }
  const times = new Map<string, number>();
  const lastByKey = new Map<string, SimulatedRecord>();
  const goneNames = new Set<string>();
  for (const { operation, record } of history) {
    const before = lastByKey.get(keyOf(record));
    if (operation === "DELETE") goneNames.add(record.name);
    // A restored record has the values that the signed document holds.
    const isBack = operation === "INSERT" && goneNames.has(record.name);
    if (operation !== "DELETE" && !isBack)
      for (const [field, value] of Object.entries(record.values)) {
        const isUnchanged = before ? before.values[field] === value : EMPTY_VALUES.has(value);
        if (isUnchanged) continue;
        const key = `${record.name} ${field} ${value}`;
        times.set(key, (times.get(key) ?? 0) + 1);
      }
    lastByKey.set(keyOf(record), record);
  }
  return [...times].flatMap(([name, count]) => {
    const most = allowed.get(name);
    return most !== undefined && count > most ? [`doubled: ${name} came ${count} times, entered ${most} times`] : [];
  });
}

/* Lost */

function findLostRecords(state: FinalState): string[] {
  const { journal, records, history } = state;
  const there = new Set(records.map(({ name }) => name));
  const everThere = new Set(history.map(({ record }) => record.name));
  const entries = allEntries(state);
  const breaches: string[] = [];
  const created = journal.creations.filter(({ certainty }) => certainty === "certain");
  const known = [...KNOWN_RECORDS.keys()].map((name) => ({ name, picture: undefined, leadName: undefined, device: 0 }));
  const isDeleted = (name: string): boolean =>
    journal.deletions.some((deletion) => deletion.name === name && deletion.certainty !== "givenUp");
  for (const { name, picture, leadName, device } of [...created, ...known]) {
    const deletions = journal.deletions.filter((deletion) => deletion.name === name);
    // A photo is deleted with its lead (PHOTO-05) if the server had it, or if it was unsent on the device that deleted the lead.
    const wasDeletedWithLead =
      picture !== undefined &&
      leadName !== undefined &&
      !there.has(leadName) &&
      isDeleted(leadName) &&
      (everThere.has(name) || journal.deletions.some((each) => each.name === leadName && each.device === device));
    const mayBeGone = isDeleted(name) || wasDeletedWithLead;
    const isSeen = entries.some((entry) => nameOfEntry(entry) === name);
    if (!there.has(name) && !mayBeGone && !isSeen) breaches.push(`lost: ${name} is nowhere`);
    if (!there.has(name) && name === "lead-crm") breaches.push("lost: the CRM's lead was deleted");
    // The deletion of the CRM's lead is refused, and then taken back with the next edit.
    const mustBeGone = name !== "lead-crm" && deletions.some(({ certainty }) => certainty === "certain");
    if (
      there.has(name) &&
      mustBeGone &&
      !wasRestored(state, name) &&
      !entries.some((entry) => entry.kind === "deleted" && nameOfEntry(entry) === name)
    )
      breaches.push(`lost: the deletion of ${name}`);
  }
  return breaches;
}

/** Checks that each estimate and photo belongs to the lead that it was made for, even if the lead's id has changed (OFF-12). */
function findStrayRecords({ journal, records }: FinalState): string[] {
  const nameById = new Map(records.filter(({ storeName }) => storeName === "leads").map(({ id, name }) => [id, name]));
  return records.flatMap(({ storeName, name, exact }) => {
    if (storeName !== "estimates" && storeName !== "lead-photos") return [];
    const made = journal.creations.find((creation) => creation.name === name)?.leadName ?? KNOWN_RECORDS.get(name);
    const leadName = nameById.get(Number(exact.leadId));
    return leadName === made ? [] : [`lost: ${name} belongs to ${leadName}, not to ${made}`];
  });
}

/** Checks that each document belongs to its estimate and lead, and names its source documents by the server's ids (OFF-12). */
function findStrayDocuments({ journal, records }: FinalState): string[] {
  const nameByKey = new Map(records.map((record) => [keyOf(record), record.name]));
  const idByName = new Map(records.map(({ id, name }) => [name, id]));
  return records.flatMap(({ storeName, name, exact }) => {
    const creation = journal.creations.find((made) => made.name === name);
    if (storeName !== "estimate-documents" || !creation?.paper) return [];
    const { estimateName, named } = creation.paper;
    const breaches: string[] = [];
    const estimate = nameByKey.get(`estimates ${exact.estimateId}`);
    if (estimate !== estimateName) breaches.push(`lost: ${name} belongs to ${estimate}, not to ${estimateName}`);
    const lead = nameByKey.get(`leads ${exact.leadId}`);
    if (lead !== creation.leadName) breaches.push(`lost: ${name} belongs to ${lead}, not to ${creation.leadName}`);
    const data = Object.fromEntries(JSON.parse(exact.data ?? "[]") as [string, string][]);
    for (const [member, other] of Object.entries(named)) {
      const id = idByName.get(other);
      if (id !== undefined && data[member] !== String(id))
        breaches.push(`lost: ${name} names ${data[member]} as its ${member}, not ${other}`);
    }
    return breaches;
  });
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const isSameBytes = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;

/** Checks that each signature is stored once, and that the PDF on the server and the device is the one that the device made, byte for byte. */
function findChangedPapers(state: FinalState): string[] {
  const breaches: string[] = [];
  const paperByName = new Map(state.journal.creations.flatMap(({ name, paper }) => (paper ? [[name, paper]] : [])));
  for (const { name, pdfHash, pdf, pictures, signedEvents } of state.filed) {
    const paper = paperByName.get(name);
    if (!paper) continue;
    const wanted = Object.entries(paper.signatures).map(([key, signature]) => `${key} ${signature?.data}`);
    const found = pictures.map(([key, picture]) => `${key} data:image/png;base64,${picture}`);
    if (found.sort().join("\n") !== wanted.sort().join("\n"))
      breaches.push(`lost: ${name} has the signatures ${found.join(", ")}, not ${wanted.join(", ")}`);
    if (signedEvents !== Math.min(1, wanted.length))
      breaches.push(`doubled: the log says ${signedEvents} times that ${name} was signed`);
    if (pdfHash !== (paper.pdf ? hashOf(paper.pdf) : null))
      breaches.push(`lost: the PDF of ${name} has the hash ${pdfHash}`);
    if (paper.pdf && !isSameBytes(pdf, paper.pdf)) breaches.push(`lost: the bytes of the PDF of ${name}`);
  }
  for (const tab of state.tabs)
    for (const { name, accountId, pdf } of tab.papers) {
      const paper = paperByName.get(name);
      const device = state.journal.creations.find((creation) => creation.name === name)?.device;
      const isKeptHere = paper?.accountId === accountId && tab.name.startsWith(`device${device}.`);
      const isRescuedHere = state.journal.openedRescues.some(
        (opened) => opened.accountId === paper?.accountId && tab.name.startsWith(`device${opened.device}.`),
      );
      if (paper && isKeptHere && !isSameBytes(pdf, paper.pdf))
        breaches.push(`lost: the PDF of ${name} is missing or changed on ${tab.name}`);
      if (!isKeptHere && isRescuedHere && pdf && !isSameBytes(pdf, paper?.pdf))
        breaches.push(`lost: the PDF of ${name} is changed on ${tab.name}`);
      if (!isKeptHere && !isRescuedHere && pdf)
        breaches.push(`different: ${tab.name} has a PDF of ${name}, which was not made there`);
    }
  return breaches;
}

/** Checks that each picture on the server is the one that was taken, byte for byte (PHOTO-06). */
function findChangedPhotos({ journal, filedPhotos }: FinalState): string[] {
  const pictureByName = new Map(journal.creations.map(({ name, picture }) => [name, picture]));
  return filedPhotos.flatMap(({ name, picture }) =>
    picture && isSameBytes(picture, pictureByName.get(name)) ? [] : [`lost: the bytes of ${name}`],
  );
}

/** Checks that unsent data is complete on its device: the picture of a photo, and the signatures of a document. */
function findLostCopies({ journal, tabs }: FinalState): string[] {
  const creationByName = new Map(journal.creations.map((creation) => [creation.name, creation]));
  return tabs.flatMap((tab) => [
    ...tab.onlyCopies.flatMap(({ name, picture }) =>
      picture && isSameBytes(picture, creationByName.get(name)?.picture)
        ? []
        : [`lost: the picture of ${name}, which only ${tab.name} has`],
    ),
    ...tab.entries.flatMap((entry) => {
      const paper = creationByName.get(nameOfEntry(entry))?.paper;
      if (!paper || entry.kind !== "created") return [];
      const pictures = (signatures: unknown): string =>
        JSON.stringify(
          Object.entries((signatures ?? {}) as Paper["signatures"])
            .map(([key, signature]) => [key, signature?.data])
            .sort(),
        );
      return pictures(entry.record?.signatures) === pictures(paper.signatures)
        ? []
        : [`lost: a signature of ${nameOfEntry(entry)}, which only ${tab.name} has`];
    }),
  ]);
}

/** Finds documents that came to the server before a photo that they show (PHOTO-08). */
function findEarlyDocuments({ journal, history }: FinalState): string[] {
  const placeByName = new Map(
    history.flatMap(({ operation, record }, place) => (operation === "INSERT" ? [[record.name, place] as const] : [])),
  );
  return journal.creations.flatMap(({ name, paper }) => {
    const place = placeByName.get(name);
    if (!paper || place === undefined) return [];
    const late = paper.photos.filter((photo) => (placeByName.get(photo) ?? Number.POSITIVE_INFINITY) > place);
    return late.map((photo) => `early: ${name} came to the server before ${photo}, which it shows`);
  });
}

function findLostValues(state: FinalState): string[] {
  const { journal, records, history } = state;
  const entries = allEntries(state);
  const breaches: string[] = [];
  const keys = new Set(journal.writes.map(({ name, field }) => `${name} ${field}`));
  for (const key of keys) {
    const writes = journal.writes.filter((write) => `${write.name} ${write.field}` === key);
    const [first] = writes;
    if (!first) continue;
    const { name, field } = first;
    const server = records.find((record) => record.name === name);
    const visible = entries
      .filter((entry) => nameOfEntry(entry) === name)
      .flatMap((entry) => {
        const { storeName, kind, record, fields, conflict, beside = [] } = entry;
        return [
          // All values of a new record, and of one whose delete was refused, with the edits that were unsent before the delete.
          ...(kind !== "changed" && record ? [valuesOfQueued(storeName, record)[field] ?? ""] : []),
          ...fields.filter((changed) => changed.field === field).map(({ value }) => canonical(storeName, field, value)),
          ...(conflict?.fields ?? [])
            .filter((each) => each.field === field)
            .map(({ mine }) => canonical(storeName, field, mine)),
          ...beside
            .filter((values) => Object.hasOwn(values, field))
            .map((values) => canonical(storeName, field, values[field])),
        ];
      });
    const givenUp = writes
      .filter(({ certainty, isMaybeGivenUp }) => certainty === "givenUp" || isMaybeGivenUp)
      .map(({ value }) => value);
    // For a deleted record its last version counts.
    const last = server ?? history.findLast(({ record }) => record.name === name)?.record;
    const current = last ? [last.values[field] ?? ""] : [];
    const accounted = withReplacedValues([...current, ...visible, ...givenUp], writes);
    for (const { value, certainty, device } of writes) {
      if (certainty !== "certain" || accounted.has(value)) continue;
      const isIn = (version: SimulatedRecord): boolean =>
        withReplacedValues([version.values[field] ?? ""], writes).has(value);
      if (wasDeletedWithRecord(state, { name, device, isIn })) continue;
      breaches.push(
        `lost: ${name} ${field} ${value} of device${device}; the server has ${current[0] ?? "no such record"}`,
      );
    }
  }
  return breaches;
}

/** Finds data that the app reported as saved on the server although it never got there. */
function findFalseReports({ journal, history }: FinalState): string[] {
  const breaches: string[] = [];
  for (const { name, isSaidSynced } of journal.creations)
    if (isSaidSynced && !history.some(({ record }) => record.name === name)) {
      const isTakenBack = journal.deletions.some((deletion) => deletion.name === name);
      if (!isTakenBack) breaches.push(`false word: ${name} was said to be saved`);
    }
  for (const { name, field, value, isSaidSynced, certainty } of journal.writes) {
    if (!isSaidSynced || certainty === "givenUp") continue;
    const wasThere = history.some(({ record }) => record.name === name && record.values[field] === value);
    const isReplaced = journal.writes.some(
      (write) => write.name === name && write.field === field && write.saw.has(value),
    );
    const isTakenBack = journal.deletions.some((deletion) => deletion.name === name);
    if (!wasThere && !isReplaced && !isTakenBack)
      breaches.push(`false word: ${name} ${field} ${value} was said to be saved`);
  }
  return breaches;
}

/* Different */

/** Whether an entry was refused, or has a conflict between two values that its user has to decide. */
export const waitsForPerson = ({ problem, conflict }: PendingChange): boolean =>
  problem !== undefined || conflict !== undefined;

function findStrangeEntries(state: FinalState): string[] {
  const entries = allEntries(state);
  // An entry that a refused record holds up waits until a user decides about that record.
  const isHeldUp = ({ waitsFor }: PendingChange): boolean =>
    waitsFor !== undefined &&
    entries.some((entry) => keyOf(entry) === keyOf(waitsFor) && (waitsForPerson(entry) || isHeldUp(entry)));
  const names = new Set(state.records.map(({ name: recordName }) => recordName));
  return entries.flatMap((entry) => {
    const name = `${nameOfEntry(entry)} ${entry.kind}`;
    if (entry.status === "waiting" || entry.status === "sending")
      return isHeldUp(entry) ? [] : [`stuck: ${name} still waits to be sent`];
    if (entry.conflict?.otherVersion === "unsent") return [];
    const why = findStrangeRefusal(entry, state);
    if (why !== undefined) return [`strange refusal: ${name} ${JSON.stringify(entry.problem)}: ${why}`];
    const isThere = entry.kind === "created" && names.has(nameOfEntry(entry));
    // Two devices that hold one refused create from a rescue file each correct it (decision 0027).
    return isThere && state.journal.openedRescues.length === 0
      ? [`doubled: ${name}, which the server already has`]
      : [];
  });
}

function findDifferences({ name, records, entries, status }: TabView, state: FinalState): string[] {
  const breaches: string[] = [];
  const entryByKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const serverByKey = new Map(state.records.map((record) => [keyOf(record), record]));
  const shownKeys = new Set(records.map(keyOf));
  // A lead that another user has deleted stays here unchanged while a change of it waits for its user.
  const isOfKeptLead = ({ storeName, exact }: SimulatedRecord): boolean => {
    const leadKey = keyOf({ storeName: "leads", id: Number(exact.leadId) });
    return storeName === "lead-photos" && !serverByKey.has(leadKey) && entryByKey.has(leadKey);
  };
  for (const shown of records) {
    const server = serverByKey.get(keyOf(shown));
    const entry = entryByKey.get(keyOf(shown));
    if (!server) {
      if (!entry && !isOfKeptLead(shown))
        breaches.push(
          `different: ${name} shows ${shown.name} (id ${shown.id < 0 ? "local" : "given"}), which the server does not have`,
        );
      continue;
    }
    const fields = new Set([...Object.keys(shown.exact), ...Object.keys(server.exact)]);
    const own = entry?.kind === "deleted" ? fields : new Set<string>(entry?.fields.map(({ field }) => field));
    for (const field of fields)
      if (!own.has(field) && shown.exact[field] !== server.exact[field])
        breaches.push(
          `different: ${name} shows ${shown.name} ${field} ${shown.exact[field]}, the server has ${server.exact[field]}`,
        );
    if (!entry && shown.revision !== server.revision)
      breaches.push(
        `different: ${name} shows ${shown.name} revision ${shown.revision}, the server has ${server.revision}`,
      );
    if (!entry && shown.sync !== "synced") breaches.push(`different: ${name} shows ${shown.name} as ${shown.sync}`);
  }
  // If the answer to an add was lost, the unsent photo here is the same as the server's, and one of the two is shown.
  const isShownAsWaiting = ({ storeName, exact }: SimulatedRecord): boolean =>
    storeName === "lead-photos" &&
    records.some((shown) => shown.exact.fileId === exact.fileId && entryByKey.has(keyOf(shown)));
  for (const server of state.records)
    if (!shownKeys.has(keyOf(server)) && !isShownAsWaiting(server))
      breaches.push(`different: ${name} does not show ${server.name}`);
  if (status.unsyncedCount !== entries.length)
    breaches.push(`count: ${name} says ${status.unsyncedCount} unsent, there are ${entries.length}`);
  const needsYou = entries.filter(waitsForPerson).length;
  if (status.needsYouCount !== needsYou)
    breaches.push(`count: ${name} says ${status.needsYouCount} need a user, there are ${needsYou}`);
  if (status.signInNeeded) breaches.push(`different: ${name} asks to sign in`);
  return breaches;
}
