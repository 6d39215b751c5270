import { createHash } from "node:crypto";
import type { DocumentFinding, DocumentId, DocumentKind } from "@ridgebook/contract";
import { canonicalJson } from "@ridgebook/documents";
import { and, asc, desc, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { document, documentEvent, documentLog, importedEvent } from "#database/schema/document-tables.ts";
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
 * - imported: the company came from another installation, with a log that ends with the hash that this event names. It is of no document.
 *
 * Ids of companies and documents are those of one installation, and stay in the log as they were when a company moves. So the payload
 * of each event also holds `companyTravelId` and `documentTravelId`, which hold everywhere; events of before do not.
 */
const EVENT_KINDS = ["signed", "filed", "superseded", "deleted", "imported"] as const;
type EventKind = (typeof EVENT_KINDS)[number];

interface NewEvent {
  readonly documentId: DocumentId;
  readonly kind: Exclude<EventKind, "imported">;
  /** JSON; holds everything that must be proved, in whole numbers and texts. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** SHA-256 of the file that the event is about, hexadecimal; "" without one. */
  readonly fileHash: string;
  /** Only for the history of a company that is filled before it is active; default: now, by the database's clock. */
  readonly time?: Date | undefined;
}
export type EventRow = typeof documentEvent.$inferSelect;

/** The hash of an event: of everything in its row, and so of the event before it. */
export const hashOfEvent = ({
  time,
  hash: _hash,
  ...event
}: EventRow | (Omit<EventRow, "hash"> & { hash?: string })): string =>
  createHash("sha256")
    .update(canonicalJson({ ...event, time: time.toISOString() }))
    .digest("hex");

/**
 * Adds an event at the end. Others of the company wait until this transaction ends: the log is one line. The document must still be there. The
 * database refuses an event of another time than its own, and one that names another author than the transaction's (decision 0124).
 */
export async function addEvent(scope: CompanyScope, event: NewEvent): Promise<EventRow> {
  const { db, companyId } = scope;
  const [of] = await db
    .select({ companyTravelId: sql<string>`company_travel_id()`, documentTravelId: document.travelId })
    .from(document)
    .where(and(eq(document.companyId, companyId), eq(document.id, event.documentId)));
  if (!of) throw new Error("An event is of a document that is not there.");
  return append(scope, { ...event, payload: { ...event.payload, ...of } });
}

/** Notes that another document stands in a signed one's place, which is never edited. */
export const addSuperseded = async (
  scope: CompanyScope,
  documentId: DocumentId,
  supersededById: DocumentId,
): Promise<void> => {
  await addEvent(scope, { documentId, kind: "superseded", payload: { supersededById }, fileHash: "" });
};

async function append(
  scope: CompanyScope,
  { time: former, ...event }: Omit<NewEvent, "kind"> & { readonly kind: EventKind },
): Promise<EventRow> {
  const { db, companyId } = scope;
  const ownLog = eq(documentLog.companyId, companyId);
  await db.insert(documentLog).values({ companyId }).onConflictDoNothing();
  const [end] = await db
    .select({ ...getTableColumns(documentLog), now: sql`now()::timestamptz(3)`.mapWith(documentEvent.time) })
    .from(documentLog)
    .where(ownLog)
    .for("no key update");
  if (!end) throw new Error("A company has no evidence log.");
  const { lastSequence, lastHash, now } = end;
  const unsealed = { ...event, companyId, time: former ?? now, sequence: lastSequence + 1, previousHash: lastHash };
  const sealed = { ...unsealed, hash: hashOfEvent(unsealed) };
  const [row] = await db.insert(documentEvent).values(sealed).returning();
  if (!row) throw new Error("An event was added and did not come back.");
  await db.update(documentLog).set({ lastSequence: row.sequence, lastHash: row.hash }).where(ownLog);
  return row;
}

/** What the first event of a log says of the log before it. */
interface ImportedPayload {
  readonly chain: number;
  readonly eventCount: number;
  /** The hash of its last event. */
  readonly head: string;
}

/** No document has this id. */
const NO_DOCUMENT = 0 as DocumentId;

/** Begins the company's own log, after the imported ones, with where the last of them ends. */
export const beginAfterImport = async (scope: CompanyScope, payload: ImportedPayload): Promise<void> => {
  const [of] = (await scope.db.execute<{ id: string }>(sql`select company_travel_id() as id`)).rows;
  await append(scope, {
    ...{ documentId: NO_DOCUMENT, kind: "imported", fileHash: "" },
    payload: { ...payload, companyTravelId: of?.id ?? "" },
  });
};

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

/** The payload of an event of the kind "signed"; undefined of every other. */
export const readSignedPayload = ({ kind, payload }: EventRow): SignedPayload | undefined =>
  // Stored as JSON without a schema: add-document.ts alone makes these payloads, and an import brings them unchanged.
  kind === "signed" ? (payload as unknown as SignedPayload) : undefined;

export const signedPayloadOf = <Event extends EventRow>(
  events: readonly Event[],
): (SignedPayload & { event: Event }) | undefined => {
  for (const event of events) {
    const payload = readSignedPayload(event);
    if (payload) return { ...payload, event };
  }
  return undefined;
};

/** SHA-256 of the signed file: of the PDF that came with the document, or that the server made of it first. */
export const signedFileOf = (events: readonly EventRow[]): string | undefined =>
  events.find(({ kind, fileHash }) => (kind === "signed" || kind === "filed") && fileHash !== "")?.fileHash;

/** An event of the company's own log, or of one that came with it. */
export interface LoggedEvent extends EventRow {
  /** The log that it came in; null for the company's own. */
  readonly chain: number | null;
}

const ownEvent = (row: EventRow): LoggedEvent => ({ ...row, chain: null });
/** As it was written: its `companyId` is the one that the company had there. */
const importedAsWritten = ({
  formerCompanyId,
  ...row
}: typeof importedEvent.$inferSelect): LoggedEvent & { chain: number } => ({ ...row, companyId: formerCompanyId });

/** What happened to a document, oldest first. */
export async function eventsOf({ db, companyId }: CompanyScope, id: DocumentId): Promise<LoggedEvent[]> {
  const imported = await db
    .select()
    .from(importedEvent)
    .where(and(eq(importedEvent.companyId, companyId), eq(importedEvent.documentId, id)))
    .orderBy(asc(importedEvent.chain), asc(importedEvent.sequence));
  const own = await db
    .select()
    .from(documentEvent)
    .where(and(eq(documentEvent.companyId, companyId), eq(documentEvent.documentId, id)))
    .orderBy(asc(documentEvent.sequence));
  return [...imported.map(importedAsWritten), ...own.map(ownEvent)];
}

/** The last event that names a file. */
export async function findEventOfFile(
  { db, companyId }: CompanyScope,
  fileHash: string,
): Promise<LoggedEvent | undefined> {
  const [own] = await db
    .select()
    .from(documentEvent)
    .where(and(eq(documentEvent.companyId, companyId), eq(documentEvent.fileHash, fileHash)))
    .orderBy(desc(documentEvent.sequence))
    .limit(1);
  if (own) return ownEvent(own);
  const [imported] = await db
    .select()
    .from(importedEvent)
    .where(and(eq(importedEvent.companyId, companyId), eq(importedEvent.fileHash, fileHash)))
    .orderBy(desc(importedEvent.chain), desc(importedEvent.sequence))
    .limit(1);
  return imported && importedAsWritten(imported);
}

export type LogState =
  /** The events of the company's own log, and those that came with it. */
  | { readonly isWhole: true; readonly eventCount: number; readonly importedCount: number }
  /** The first event that is not as it was written, or is not there, and the imported log that it is of; null for the own one. */
  | { readonly isWhole: false; readonly brokenAt: number; readonly chain: number | null };

/** An event with drawn signatures takes some ten kilobytes. */
const EVENTS_OF_A_PAGE = 200;

/** How far a log was read and found whole. */
interface ReachedEvent {
  readonly sequence: number;
  readonly hash: string;
}
const BEFORE_FIRST_EVENT: ReachedEvent = { sequence: 0, hash: "" };

/**
 * Where a log is after one more event; undefined if that event is not the next one, or not as it was written. The first event of a log that
 * follows an imported one must name where that one ended.
 */
export function followEvent(
  event: EventRow,
  { reached, before }: { reached: ReachedEvent; before: (ReachedEvent & { chain: number }) | undefined },
): ReachedEvent | undefined {
  const isNext = event.sequence === reached.sequence + 1 && event.previousHash === reached.hash;
  if (!isNext || hashOfEvent(event) !== event.hash) return undefined;
  if (before && event.sequence === 1) {
    const { head, eventCount, chain } = event.payload;
    const isAfter = head === before.hash && eventCount === before.sequence && chain === before.chain;
    if (event.kind !== ("imported" satisfies EventKind) || !isAfter) return undefined;
  }
  return { sequence: event.sequence, hash: event.hash };
}

/** Reads the logs that came with the company; each but the last ends where the next one says. */
async function checkImported({ db, companyId }: CompanyScope) {
  let before: (ReachedEvent & { chain: number }) | undefined;
  let at = { chain: 1, ...BEFORE_FIRST_EVENT };
  let count = 0;
  for (;;) {
    const page = await db
      .select()
      .from(importedEvent)
      .where(
        and(
          eq(importedEvent.companyId, companyId),
          sql`(${importedEvent.chain}, ${importedEvent.sequence}) > (${at.chain}, ${at.sequence})`,
        ),
      )
      .orderBy(asc(importedEvent.chain), asc(importedEvent.sequence))
      .limit(EVENTS_OF_A_PAGE);
    for (const event of page.map(importedAsWritten)) {
      if (event.chain !== at.chain && at.sequence > 0 && event.chain === at.chain + 1) {
        before = at;
        at = { chain: event.chain, ...BEFORE_FIRST_EVENT };
      }
      const { chain, ...row } = event;
      const next = chain === at.chain ? followEvent(row, { reached: at, before }) : undefined;
      if (!next) return { broken: { isWhole: false, brokenAt: at.sequence + 1, chain: at.chain } as const };
      at = { chain, ...next };
      count += 1;
    }
    if (page.length < EVENTS_OF_A_PAGE) return { count, end: count === 0 ? undefined : at };
  }
}

/** Reads the company's whole log, and those that came with it, and says whether they are as they were written, down to the last byte. */
export async function checkLog(scope: CompanyScope): Promise<LogState> {
  const { db, companyId } = scope;
  const [end] = await db.select().from(documentLog).where(eq(documentLog.companyId, companyId));
  const last = { sequence: end?.lastSequence ?? 0, hash: end?.lastHash ?? "" };
  const imported = await checkImported(scope);
  if (imported.broken) return imported.broken;
  const { end: before, count: importedCount } = imported;
  let reached = BEFORE_FIRST_EVENT;
  const broken = (brokenAt: number) => ({ isWhole: false, brokenAt, chain: null }) as const;
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
      const next = followEvent(event, { reached, before });
      // Imported events that the own log does not name were cut, or slipped in.
      if (!next || (event.sequence === 1 && event.kind === "imported" && !before)) return broken(reached.sequence + 1);
      reached = next;
    }
    if (events.length < EVENTS_OF_A_PAGE) break;
  }
  if (reached.sequence !== last.sequence || reached.hash !== last.hash)
    return broken(Math.min(reached.sequence, last.sequence) + 1);
  // Evidence that came along is named by the first event of the own log.
  if (before && reached.sequence === 0) return broken(1);
  return { isWhole: true, eventCount: reached.sequence, importedCount };
}

/** "the evidence log", or the one that came from another installation. */
export const nameOfLog = (chain: number | null): string =>
  chain === null ? "the evidence log" : `evidence log ${String(chain)} that came with the company`;
