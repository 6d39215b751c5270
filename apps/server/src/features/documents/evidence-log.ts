import { createHash } from "node:crypto";
import type { DocumentFinding, DocumentId, DocumentKind } from "@ridgebook/contract";
import { canonicalJson } from "@ridgebook/documents";
import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { documentEvent, documentLog } from "#database/schema/company-tables.ts";
import type { SignedContent } from "./check-document.ts";

/*
 * What happened to signed documents. Each event of a company holds the hash of the one before it, so nobody can change, remove or
 * slip in one without all later hashes telling. The end of the log stands in a row of its own: a log that was cut off does not
 * reach it.
 *
 * - signed: the server received a signed document; who, in which role, agreeing to what, when, the points that were drawn, and to
 *   which content
 * - filed: the server made the PDF of a signed document that came without one
 * - superseded: another signed document stands in its place
 * - deleted: an admin deleted it
 */
export const EVENT_KINDS = ["signed", "filed", "superseded", "deleted"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface NewEvent {
  readonly documentId: DocumentId;
  readonly kind: EventKind;
  /** JSON; holds everything that is to be proved, in whole numbers and texts. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** SHA-256 of the file that the event is about, hexadecimal; "" without one. */
  readonly fileHash: string;
  readonly time: Date;
}
export type EventRow = typeof documentEvent.$inferSelect;

/** The hash of an event: of everything in its row, and so of the event before it. */
const hashOf = ({ time, hash: _hash, ...event }: EventRow | (Omit<EventRow, "hash"> & { hash?: string })): string =>
  createHash("sha256")
    .update(canonicalJson({ ...event, time: time.toISOString() }))
    .digest("hex");

/** Adds an event at the end. Others of the company wait until this transaction ends: the log is one line. */
export async function addEvent(scope: CompanyScope, event: NewEvent): Promise<EventRow> {
  const { db, companyId } = scope;
  const ownLog = eq(documentLog.companyId, companyId);
  await db.insert(documentLog).values({ companyId }).onConflictDoNothing();
  const [end] = await db.select().from(documentLog).where(ownLog).for("no key update");
  if (!end) throw new Error("A company has no evidence log.");
  const unsealed = { ...event, companyId, sequence: end.lastSequence + 1, previousHash: end.lastHash };
  const sealed = { ...unsealed, hash: hashOf(unsealed) };
  const [row] = await db.insert(documentEvent).values(sealed).returning();
  if (!row) throw new Error("An event was added and did not come back.");
  await db.update(documentLog).set({ lastSequence: row.sequence, lastHash: row.hash }).where(ownLog);
  return row;
}

/** What the event of a signed document says; it was written by this version or an older one, never by a caller. */
export interface SignedPayload extends SignedContent {
  readonly number: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly createdTime: string;
  /** Who sent it from where, and what the server found; events of release 1 do not say. */
  readonly account?: { readonly name: string; readonly email: string };
  readonly device?: { readonly name: string; readonly userAgent: string; readonly address: string };
  /** What the device's clock said at `createdTime`; "" where it was never compared. */
  readonly deviceTime?: string;
  readonly findings?: readonly DocumentFinding[];
}

export const signedPayloadOf = (events: readonly EventRow[]): (SignedPayload & { event: EventRow }) | undefined => {
  const event = events.find(({ kind }) => kind === "signed");
  return event && { ...(event.payload as unknown as SignedPayload), event };
};

/** SHA-256 of the signed file: of the PDF that came with the document, or that the server made of it first. */
export const signedFileOf = (events: readonly EventRow[]): string | undefined =>
  events.find(({ kind, fileHash }) => (kind === "signed" || kind === "filed") && fileHash !== "")?.fileHash;

/** What happened to a document, oldest first. */
export const eventsOf = (scope: CompanyScope, id: DocumentId): Promise<EventRow[]> =>
  scope.db
    .select()
    .from(documentEvent)
    .where(and(eq(documentEvent.companyId, scope.companyId), eq(documentEvent.documentId, id)))
    .orderBy(asc(documentEvent.sequence));

/** The last event that names a file. */
export async function findEventOfFile(scope: CompanyScope, fileHash: string): Promise<EventRow | undefined> {
  const [found] = await scope.db
    .select()
    .from(documentEvent)
    .where(and(eq(documentEvent.companyId, scope.companyId), eq(documentEvent.fileHash, fileHash)))
    .orderBy(desc(documentEvent.sequence))
    .limit(1);
  return found;
}

export type LogState =
  | { readonly isWhole: true; readonly eventCount: number }
  /** The first event that is not as it was written, or is not there. */
  | { readonly isWhole: false; readonly brokenAt: number };

/** An event with drawn signatures takes some ten kilobytes. */
const EVENTS_OF_A_PAGE = 200;

/** Reads the company's whole log and says whether it is as it was written, down to the last byte. */
export async function checkLog(scope: CompanyScope): Promise<LogState> {
  const { db, companyId } = scope;
  const [end] = await db.select().from(documentLog).where(eq(documentLog.companyId, companyId));
  const last = { sequence: end?.lastSequence ?? 0, hash: end?.lastHash ?? "" };
  let reached = { sequence: 0, hash: "" };
  for (;;) {
    const events = await db
      .select()
      .from(documentEvent)
      .where(
        and(
          eq(documentEvent.companyId, companyId),
          gt(documentEvent.sequence, reached.sequence),
          // Events that are added meanwhile belong to the next look, unless there is no end to look up to.
          end ? lte(documentEvent.sequence, last.sequence) : undefined,
        ),
      )
      .orderBy(asc(documentEvent.sequence))
      .limit(EVENTS_OF_A_PAGE);
    for (const event of events) {
      const isNext = event.sequence === reached.sequence + 1 && event.previousHash === reached.hash;
      if (!isNext || hashOf(event) !== event.hash) return { isWhole: false, brokenAt: reached.sequence + 1 };
      reached = { sequence: event.sequence, hash: event.hash };
    }
    if (events.length < EVENTS_OF_A_PAGE) break;
  }
  if (reached.sequence !== last.sequence || reached.hash !== last.hash)
    return { isWhole: false, brokenAt: Math.min(reached.sequence, last.sequence) + 1 };
  return { isWhole: true, eventCount: reached.sequence };
}
