import { isReconstructed, type BinaryReply } from "@ridgebook/contract";
import { readModel } from "@ridgebook/documents";
import { readTimeZone } from "#database/company-settings.ts";
import { isStillSealed } from "./check-document.ts";
import { makePdf, type DocumentAtHand, type PdfParts } from "./document-pdf.ts";
import { findDocument, readSignatures } from "./document-repository.ts";
import {
  checkLog,
  eventsOf,
  signedFileOf,
  signedPayloadOf,
  type EventRow,
  type LogState,
  type SignedPayload,
  readSignedPayload,
} from "./evidence-log.ts";
import { inTimeZone } from "./in-time-zone.ts";

interface CertifiedEvent {
  readonly what: string;
  readonly who: string;
  readonly when: string;
  readonly details: readonly string[];
}

const sealOf = ({ sequence, hash }: EventRow): string => `Entry ${String(sequence)}: ${hash}`;

/** A line per signature: who, when, by which clock, and the hash of the drawing. */
const signatureEvents = (signed: SignedPayload, timeZone: string): CertifiedEvent[] =>
  signed.signedBy.map(({ name, role, deviceTime, pictureHash, strokesHash }) => ({
    what: isReconstructed(signed) ? "Signed in words that were not sent" : "Signed",
    who: [name, role].filter(Boolean).join(", "),
    when: `${inTimeZone(new Date(deviceTime), timeZone)}, by the device's clock`,
    details: [`Picture: ${pictureHash}`, drawnAs(strokesHash, signed)],
  }));

function drawnAs(strokesHash: string | null, signed: SignedPayload): string {
  if (strokesHash !== null) return `Drawn lines: ${strokesHash}`;
  return isReconstructed(signed) ? "A picture alone, without the lines as they were drawn" : "Typed, not drawn";
}

/** Who sent a paper from where, by both clocks, and the findings; skips what events of release 1 lack. */
function receiptLines(
  { account, device, createdTime, deviceTime, findings = [] }: SignedPayload,
  timeZone: string,
): string[] {
  const sender = account && [account.name, account.email].filter(Boolean).join(", ");
  const from = device && `from ${device.name} at ${device.address}`;
  return [
    ...(sender === undefined ? [] : [["Sent by", sender, from].filter(Boolean).join(" ")]),
    ...(deviceTime === undefined
      ? []
      : [
          `Time of the paper: ${inTimeZone(new Date(createdTime), timeZone)}`,
          deviceTime === ""
            ? "By the device's clock, which had not been compared with the server's"
            : `The device's clock said: ${inTimeZone(new Date(deviceTime), timeZone)}`,
        ]),
    ...findings.map(({ text }) => `Found: ${text}`),
  ];
}

/** Describes the server's action. */
function serverEvent(event: EventRow, signed: SignedPayload, timeZone: string): CertifiedEvent {
  const { kind, payload, time, fileHash } = event;
  const received = readSignedPayload(event);
  const said: Record<string, { what: string; details: string[] }> = {
    signed: {
      what: "Received",
      details: [
        fileHash === "" ? "Without a PDF of the device" : "With the PDF that the device made",
        ...(received ? receiptLines(received, timeZone) : []),
      ],
    },
    filed: {
      what: "PDF made",
      details: [`By the server, of the ${isReconstructed(signed) ? "words that it wrote" : "signed content"}`],
    },
    superseded: { what: "Superseded", details: [`By document ${String(payload["supersededById"])}`] },
    deleted: { what: "Deleted", details: [`By account ${String(payload["deletedBy"])}`] },
  };
  const { what, details } = said[kind] ?? { what: kind, details: [] };
  return {
    what,
    who: "Server",
    when: `${inTimeZone(time, timeZone)}, by the server's clock`,
    details: [...details, sealOf(event)],
  };
}

/** Whether the log and the stored content are unchanged at the certificate's time. */
function checkEvent(
  { log, isSealed, signed, now }: { log: LogState; isSealed: boolean; signed: SignedPayload; now: Date },
  timeZone: string,
): CertifiedEvent {
  const taken = isReconstructed(signed) ? "the server wrote at receipt" : "was signed";
  const entries = (count: number): string => `${String(count)} ${count === 1 ? "entry" : "entries"}`;
  const count = (whole: { eventCount: number; importedCount: number }): string =>
    whole.importedCount === 0
      ? entries(whole.eventCount)
      : `${entries(whole.importedCount)} of former installations, ${entries(whole.eventCount)} since`;
  return {
    what: "Checked",
    who: "Server",
    when: inTimeZone(now, timeZone),
    details: [
      log.isWhole
        ? `The log is whole: ${count(log)}`
        : `${log.chain === null ? "THE LOG" : `LOG ${String(log.chain)} OF A FORMER INSTALLATION`} WAS CHANGED at entry ${String(log.brokenAt)} and proves nothing any more`,
      isSealed ? `What is stored is what ${taken}` : `WHAT IS STORED IS NOT WHAT ${taken.toUpperCase()}`,
    ],
  };
}

/** Draws the page about who signed a document, when and what; undefined for an unsigned one. */
export async function drawCertificate(
  { companyId, id, transact }: DocumentAtHand,
  parts: PdfParts,
): Promise<BinaryReply | undefined> {
  const read = await transact(async (scope) => {
    const found = await findDocument(scope, id);
    const events = await eventsOf(scope, id);
    const signed = signedPayloadOf(events);
    if (!found || !signed) return undefined;
    const { row } = found;
    const signatures = await readSignatures(scope, id);
    const isSealed = await isStillSealed({ data: row.data, signatures, signed });
    return { row, events, signed, isSealed, log: await checkLog(scope), timeZone: await readTimeZone(scope) };
  });
  if (!read) return undefined;
  const { row, events, signed, isSealed, log, timeZone } = read;
  const fileHash = signedFileOf(events);
  if (fileHash === undefined) {
    // The certificate covers a file; the first request has it drawn.
    if (!(await makePdf({ companyId, id, transact }, parts))) return undefined;
    return drawCertificate({ companyId, id, transact }, parts);
  }
  const bytes = await parts.printer.print({
    kind: "certificate",
    input: {
      model: readModel(row.data),
      documentId: id,
      fileHash,
      fingerprint: signed.fingerprint,
      events: [
        ...signatureEvents(signed, timeZone),
        ...events.map((event) => serverEvent(event, signed, timeZone)),
        checkEvent({ log, isSealed, signed, now: parts.now() }, timeZone),
      ],
    },
  });
  return { contentType: "application/pdf", name: `${row.name} - certificate.pdf`, disposition: "inline", bytes };
}
