import { createHash } from "node:crypto";
import type { DocumentFinding, DocumentId, DocumentKind } from "@ridgebook/contract";
import { canonicalJson } from "@ridgebook/documents";
import { and, asc, desc, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { document, documentEvent, documentLog, importedEvent } from "#database/schema/document-tables.ts";
import type { SignedContent } from "./check-document.ts";

/*
 * The history of signed documents. Each event of a company contains the hash of the previous one, so changing, removing or inserting one
 * breaks all later hashes. The log's end is stored separately, which reveals truncation.
 *
 * - signed: the server received a signed document; records who, in which role, agreeing to what, when, the strokes, and the content
 * - filed: the server made the PDF of a signed document that came without one
 * - superseded: another signed document replaced it
 * - deleted: an admin deleted it
 * - imported: the company came from another installation, with a log that ends with the named hash; belongs to no document
 *
 * Company and document ids differ between installations, but the log keeps them unchanged. So each payload also has `companyTravelId` and
 * `documentTravelId`, which are global; older events lack them.
 */
const EVENT_KINDS = ["signed", "filed", "superseded", "deleted", "imported"] as const;
type EventKind = (typeof EVENT_KINDS)[number];

interface NewEvent {
  readonly documentId: DocumentId;
  readonly kind: Exclude<EventKind, "imported">;
  /** JSON with all evidence, as integers and texts. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** SHA-256 of the event's file, hexadecimal; "" without one. */
  readonly fileHash: string;
  /** Only for the past of a company filled before activation. Default: now, by the database's clock. */
  readonly time?: Date | undefined;
}
export type EventRow = typeof documentEvent.$inferSelect;

/** Hashes an event's whole row, including the previous event's hash. */
export const hashOfEvent = ({
  time,
  hash: _hash,
  ...event
}: EventRow | (Omit<EventRow, "hash"> & { hash?: string })): string =>
  createHash("sha256")
    .update(canonicalJson({ ...event, time: time.toISOString() }))
    .digest("hex");

/**
 * Appends an event. Other writers of the company wait until the transaction ends: the log is one chain. The document must still exist. The
 * database rejects an event with another time or author than the transaction's (decision 0124).
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

/** Records that another document replaces a signed one. */
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

/** The first event's reference to the imported log before it. */
interface ImportedPayload {
  readonly chain: number;
  readonly eventCount: number;
  /** The hash of its last event. */
  readonly head: string;
}

const NO_DOCUMENT = 0 as DocumentId;

/** Starts the company's own log at the end of the last imported one. */
export const beginAfterImport = async (scope: CompanyScope, payload: ImportedPayload): Promise<void> => {
  const [of] = (await scope.db.execute<{ id: string }>(sql`select company_travel_id() as id`)).rows;
  await append(scope, {
    documentId: NO_DOCUMENT,
    kind: "imported",
    fileHash: "",
    payload: { ...payload, companyTravelId: of?.id ?? "" },
  });
};

/** A signed document's event; written by this or an older version, never by a caller. */
export interface SignedPayload extends SignedContent {
  readonly number: string;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly createdTime: string;
  /** The sender and the findings; missing in events of release 1. */
  readonly account?: { readonly name: string; readonly email: string };
  readonly device?: { readonly name: string; readonly userAgent: string; readonly address: string };
  /** The device clock at `createdTime`; "" if the clock was never compared. */
  readonly deviceTime?: string;
  readonly findings?: readonly DocumentFinding[];
}

/** The payload of a "signed" event; undefined for others. */
export const readSignedPayload = ({ kind, payload }: EventRow): SignedPayload | undefined =>
  // Stored as JSON without a schema: only add-document.ts creates these payloads, and imports keep them unchanged.
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

/** SHA-256 of the signed PDF, sent along or first made by the server. */
export const signedFileOf = (events: readonly EventRow[]): string | undefined =>
  events.find(({ kind, fileHash }) => (kind === "signed" || kind === "filed") && fileHash !== "")?.fileHash;

/** An event of the company's own log or an imported one. */
export interface LoggedEvent extends EventRow {
  /** The imported log; null for the company's own. */
  readonly chain: number | null;
}

const ownEvent = (row: EventRow): LoggedEvent => ({ ...row, chain: null });
/** As written: `companyId` is the old installation's. */
const importedAsWritten = ({
  formerCompanyId,
  ...row
}: typeof importedEvent.$inferSelect): LoggedEvent & { chain: number } => ({ ...row, companyId: formerCompanyId });

/** A document's events, oldest first. */
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

/** The latest event of a file. */
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
  /** Event counts of the company's own and imported logs. */
  | { readonly isWhole: true; readonly eventCount: number; readonly importedCount: number }
  /** The first altered or missing event, and its imported log; null for the own one. */
  | { readonly isWhole: false; readonly brokenAt: number; readonly chain: number | null };

/** An event with drawn signatures has some ten kilobytes. */
const EVENTS_OF_A_PAGE = 200;

/** The verified end of a log so far. */
interface ReachedEvent {
  readonly sequence: number;
  readonly hash: string;
}
const BEFORE_FIRST_EVENT: ReachedEvent = { sequence: 0, hash: "" };

/**
 * Verifies the next event and returns the new end; undefined if it is out of order or altered. A log's first event must name the end of the
 * imported log before it.
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

/** Verifies the imported logs; each must end where the next one says. */
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

/** Verifies the company's whole log and its imported logs, byte for byte. */
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
          // Skip events added since the end was read, unless there is no end.
          end ? lte(documentEvent.sequence, last.sequence) : undefined,
        ),
      )
      .orderBy(asc(documentEvent.sequence))
      .limit(EVENTS_OF_A_PAGE);
    for (const event of events) {
      const next = followEvent(event, { reached, before });
      // Imported events not named by the own log were cut off or inserted.
      if (!next || (event.sequence === 1 && event.kind === "imported" && !before)) return broken(reached.sequence + 1);
      reached = next;
    }
    if (events.length < EVENTS_OF_A_PAGE) break;
  }
  if (reached.sequence !== last.sequence || reached.hash !== last.hash)
    return broken(Math.min(reached.sequence, last.sequence) + 1);
  // The first event of the own log must name imported evidence.
  if (before && reached.sequence === 0) return broken(1);
  return { isWhole: true, eventCount: reached.sequence, importedCount };
}

export const nameOfLog = (chain: number | null): string =>
  chain === null ? "the evidence log" : `evidence log ${String(chain)} that came with the company`;
