import { isLocalId, isSigned } from "@ridgebook/contract";
import type { ShownEvent } from "#features/leads/timeline/timeline-texts.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { ListedEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";

const NOTHING = {
  by: null,
  text: "",
  personId: null,
  estimateId: null,
  documentId: null,
  name: "",
  emailStatus: null,
} as const satisfies Partial<ShownEvent>;

/**
 * The device's own part of a lead's timeline, newest first: when the lead, its estimates and its documents were made, and which documents
 * are signed; signers are in the paper.
 */
export function deviceTimeline({
  lead,
  estimates,
  documents,
}: {
  lead: Pick<LocalLead, "createdTime" | "meetingDate">;
  estimates: readonly ListedEstimate[];
  documents: readonly Pick<
    LocalDocument,
    "id" | "estimateId" | "name" | "createdTime" | "createdByUserId" | "signatures"
  >[];
}): ShownEvent[] {
  const events: ShownEvent[] = [
    { ...NOTHING, kind: "leadCreated", time: lead.createdTime },
    ...(lead.meetingDate === null ? [] : [{ ...NOTHING, kind: "meeting" as const, time: lead.meetingDate }]),
    ...estimates.map(({ id, name, createdTime }): ShownEvent => ({
      ...NOTHING,
      kind: "estimateCreated",
      time: createdTime,
      estimateId: id,
      name,
    })),
    ...documents.map(({ id, estimateId, name, createdTime, createdByUserId }): ShownEvent => ({
      ...NOTHING,
      kind: "documentCreated",
      time: createdTime,
      by: createdByUserId,
      estimateId,
      documentId: id,
      name,
    })),
    ...documents.filter(isSigned).map(({ id, estimateId, name, signatures }): ShownEvent => ({
      ...NOTHING,
      kind: "signed",
      time: lastTime(signatures),
      estimateId,
      documentId: id,
      name,
    })),
  ];
  return newestFirst(events);
}

/** ISO 8601; a paper is signed with its last signature. */
const lastTime = (signatures: LocalDocument["signatures"]): string =>
  Object.values(signatures)
    .map(({ timestamp }) => timestamp)
    .reduce((last, time) => (Date.parse(time) > Date.parse(last) ? time : last));

/** The server's timeline plus unsent records. */
export const withUnsent = (told: readonly ShownEvent[], here: readonly ShownEvent[]): ShownEvent[] =>
  newestFirst([
    ...told,
    ...here.filter(({ estimateId, documentId }) => {
      const id = documentId ?? estimateId;
      return id !== null && isLocalId(id);
    }),
  ]);

const newestFirst = (events: readonly ShownEvent[]): ShownEvent[] =>
  events.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time));
