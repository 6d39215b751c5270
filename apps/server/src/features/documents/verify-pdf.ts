import { DOCUMENT_LABELS, isReconstructed, type DocumentId, type DocumentVerification } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { readTimeZone } from "#database/company-settings.ts";
import { inTimeZone } from "./in-time-zone.ts";
import {
  checkLog,
  eventsOf,
  findEventOfFile,
  signedPayloadOf,
  nameOfLog,
  type EventRow,
  type LoggedEvent,
  type SignedPayload,
} from "./evidence-log.ts";

/** ", sent by Ann Lee, ann@example.com, from Safari on iPad at 203.0.113.5"; "" for papers of release 1, which lack it. */
const senderOf = ({ account, device }: SignedPayload): string =>
  account && device
    ? `, sent by ${[account.name, account.email].filter(Boolean).join(", ")}, from ${device.name} at ${device.address}`
    : "";

const laterEvents = (events: readonly EventRow[], timeZone: string): string[] =>
  events.flatMap(({ kind, payload, time }) => {
    if (kind === "superseded")
      return [
        `Document ${String(payload["supersededById"])} has stood in its place since ${inTimeZone(time, timeZone)}.`,
      ];
    return kind === "deleted" ? [`An admin deleted it on ${inTimeZone(time, timeZone)}.`] : [];
  });

const counted = (count: number): string => `${String(count)} ${count === 1 ? "event" : "events"}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says that the log is intact, and where the signing is in it. */
function intactLogText(
  { eventCount, importedCount }: { eventCount: number; importedCount: number },
  event: LoggedEvent,
) {
  const place = `this one is number ${String(event.sequence)}`;
  if (importedCount === 0) return `The evidence log is whole: ${counted(eventCount)}, ${place}.`;
  const where = event.chain === null ? place : `${place} of ${nameOfLog(event.chain)}`;
  return `The evidence log is whole: ${counted(importedCount)} that came with the company from another installation, and ${counted(eventCount)} since; ${where}.`;
}

/**
 * Reports whether a file is, byte for byte, a signed document of the company: whether the evidence log has its hash and is intact from
 * first to last event.
 */
export async function verifyPdf(scope: CompanyScope, fileHash: string): Promise<DocumentVerification> {
  const log = await checkLog(scope);
  const named = await findEventOfFile(scope, fileHash);
  if (!named)
    return {
      isSigned: false,
      documentId: null,
      fileHash,
      explanation: log.isWhole
        ? "This file is not a signed document of this company, or at least one byte of it was changed."
        : `This file is not a signed document of this company. ${capital(nameOfLog(log.chain))} was changed at event ${String(log.brokenAt)}.`,
    };
  const documentId = named.documentId as DocumentId;
  if (!log.isWhole)
    return {
      isSigned: false,
      documentId,
      fileHash,
      explanation: `The evidence log names this file, but ${log.chain === null ? "the log itself" : nameOfLog(log.chain)} was changed at event ${String(log.brokenAt)}: it proves nothing any more.`,
    };
  const events = await eventsOf(scope, documentId);
  const signed = signedPayloadOf(events);
  if (!signed) throw new Error(`The evidence log names a file of document ${String(documentId)}, which nobody signed.`);
  const timeZone = await readTimeZone(scope);
  const people = signed.signedBy.map(
    ({ name, role, deviceTime }) =>
      `${[name, role].filter(Boolean).join(", ")}, on ${inTimeZone(new Date(deviceTime), timeZone)} by the device's clock`,
  );
  const paper = `This file is, byte for byte, ${DOCUMENT_LABELS[signed.kind].toLowerCase()} ${signed.number}`;
  const hasWords = !isReconstructed(signed);
  return {
    isSigned: hasWords,
    documentId,
    fileHash,
    explanation: [
      hasWords
        ? `${paper}, signed by ${people.join("; and by ")}.`
        : `${paper} as the server wrote it, beside signatures of ${people.join("; and of ")}.`,
      `The server received ${hasWords ? "it" : "the signatures"} on ${inTimeZone(signed.event.time, timeZone)}${senderOf(signed)}.`,
      ...(signed.findings ?? []).map(({ text }) => text),
      ...laterEvents(events, timeZone),
      intactLogText(log, signed.event),
    ].join(" "),
  };
}
