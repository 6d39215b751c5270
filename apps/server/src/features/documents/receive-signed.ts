import {
  DOCUMENT_LABELS,
  documentKindOf,
  EMPTY_LEAD,
  fullName,
  leadFields,
  readSummaryKey,
  type UserId,
  type DocumentData,
  type DocumentFinding,
  type DocumentId,
  type DocumentInput,
  type EstimateCopy,
  type EstimateId,
  type FindingKind,
  type LeadFields,
  type LeadId,
  type User,
} from "@ridgebook/contract";
import {
  CLOCK_TOLERANCE_SECONDS,
  clockOf,
  deviceTimeOf,
  formatMoney,
  namedId,
  papersThatCount,
  placeAmong,
  readBasis,
  readModel,
  signedPaperOf,
  valueOf,
  type DocumentBasis,
  type DeviceClock,
  type DocumentModel,
  type WeighedPaper,
} from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { readTimeZone } from "#database/company-settings.ts";
import { findPersonName } from "#database/company-users.ts";
import { findTombstone, revisionAfter, type Tombstone } from "#database/tombstones.ts";
import { noteActivity, placeOf } from "#http/note-activity.ts";
import type { CheckedDocument } from "./check-document.ts";
import { toSignedDocument } from "./check-signed.ts";
import {
  findLeadOfDocuments,
  holdEstimateOf,
  listSignedPapers,
  updateDocument,
  type DocumentRow,
  type EstimateOfNewDocument,
  type NumberedDocument,
} from "./document-repository.ts";
import { eventsOf, signedPayloadOf } from "./evidence-log.ts";
import { inTimeZone } from "./in-time-zone.ts";

/*
 * Findings about a signed document on receipt, and later about those that remain after one was deleted. They are stored and shown with the
 * document, and never a reason to reject it. `add-document.ts` receives and stores the document.
 */

/** Restores deleted records; other features own them. */
export interface FormerRecords {
  /** Returns the lead's id: `id`, or that of a new lead if `id` is undefined. */
  restoreLead(
    scope: CompanyScope,
    lead: { id: LeadId | undefined; revision: number; fields: LeadFields; time: Date },
  ): Promise<LeadId>;
  /** Returns false if the content is missing or cannot be stored: then the estimate has `copies` without any lines. */
  restoreEstimate(
    scope: CompanyScope,
    former: {
      id: EstimateId;
      revision: number;
      leadId: LeadId;
      name: string;
      time: Date;
      copies: readonly EstimateCopy[];
    },
    content: DocumentBasis | undefined,
  ): Promise<boolean>;
}

const finding = (kind: FindingKind, text: string): DocumentFinding => ({ kind, text });

/* The sender */

export interface Sender {
  readonly user: Pick<User, "id" | "firstName" | "lastName" | "email"> & Partial<Pick<User, "isSuperAdmin" | "role">>;
  /** In words: "Safari on iPad". */
  readonly device: string;
  readonly userAgent: string;
  readonly address: string;
}

/** The account, device and clock as the evidence log keeps them, because accounts and sessions may be deleted later. */
export const sentFrom = (
  { user, device, userAgent, address }: Sender,
  { createdTime, data }: { createdTime: string; data: DocumentData },
) => {
  const clock = comparedClockOf(data);
  return {
    receivedFrom: user.id,
    account: { name: [user.firstName, user.lastName].filter(Boolean).join(" "), email: user.email },
    device: { name: device, userAgent, address },
    // The time on the device's own clock. "" if the clock was never compared with the server's: then `createdTime` is that time.
    deviceTime: clock ? deviceTimeOf(new Date(createdTime), clock).toISOString() : "",
  };
};

/** Adds a marked paper to the company's activity log, where admins find them across leads. */
export async function noteMarked(
  scope: CompanyScope,
  { user, userAgent, address }: Sender,
  { id, model, findings }: { id: DocumentId; model: DocumentModel; findings: readonly DocumentFinding[] },
): Promise<void> {
  if (findings.length === 0) return;
  // A super admin without a membership, as in `actorOf`.
  const isSuperAdmin = user.isSuperAdmin === true && user.role === null;
  await noteActivity(scope, {
    companyId: scope.companyId,
    by: { id: user.id, name: fullName(user), isSuperAdmin, ...placeOf({ userAgent, address }) },
    acts: [
      {
        ...{ kind: "company", action: "added" },
        // The activity page shows this member as "Marked: Contract 2026-0514-K7QDMA".
        ...{ member: "paper", subject: String(id), subjectName: capital(titleOf(model)) },
        details: { found: findings.map(({ text }) => text).join(" ") },
      },
    ],
  });
}

/* Deleted in the meantime */

interface BroughtBack {
  readonly estimate: EstimateOfNewDocument;
  readonly found: DocumentFinding;
}

/**
 * Restores and locks a signed paper's deleted estimate, and its lead if that is gone too. Undefined if the estimate has no tombstone: it
 * never existed, or another paper has restored it.
 */
export async function restoreDeleted(
  scope: CompanyScope,
  {
    body: { estimateId, workflows },
    checked: { model, data },
    now,
    timeZone,
  }: { body: DocumentInput; checked: CheckedDocument; now: Date; timeZone: string },
  records: FormerRecords,
): Promise<BroughtBack | undefined> {
  const deleted = await findTombstone(scope, { store: "estimates", id: estimateId });
  if (!deleted) return undefined;
  const formerLeadId = deleted.former?.leadId as LeadId | undefined;
  const isLeadThere = formerLeadId !== undefined && (await findLeadOfDocuments(scope, formerLeadId)) !== undefined;
  const deletedLead =
    formerLeadId === undefined || isLeadThere
      ? undefined
      : await findTombstone(scope, { store: "leads", id: formerLeadId });
  const leadId = isLeadThere
    ? formerLeadId
    : await records.restoreLead(scope, {
        ...{ id: formerLeadId, revision: revisionAfter(deletedLead) },
        ...{ fields: leadOf({ model, data }), time: now },
      });
  const name = deleted.former?.name || `Estimate of ${titleOf(model)}`;
  const isWhole = await records.restoreEstimate(
    scope,
    {
      ...{ id: estimateId, revision: revisionAfter(deleted), leadId, name, time: now },
      copies: workflows.flatMap((key) => readSummaryKey(key) ?? []),
    },
    basisOf(data),
  );
  const estimate = await holdEstimateOf(scope, estimateId);
  if (!estimate) throw new Error("An estimate was brought back and is not there.");
  const sentences = [
    `The estimate was deleted${await byWhomAndWhen(scope, deleted, timeZone)}, before this paper arrived, and came back with it.`,
    ...(isLeadThere ? [] : [await leadSentence(scope, { formerLeadId, deletedLead }, timeZone)]),
    ...(isWhole ? [] : ["What the paper was made from could not be read: the estimate is empty."]),
  ];
  return { estimate, found: finding("broughtBack", sentences.join(" ")) };
}

/** What became of a lead that was gone. Follows the sentence that the estimate "came back". */
async function leadSentence(
  scope: CompanyScope,
  { formerLeadId, deletedLead }: { formerLeadId: LeadId | undefined; deletedLead: Tombstone | undefined },
  timeZone: string,
): Promise<string> {
  if (formerLeadId === undefined)
    return "Which lead it belonged to is not known any more, so a new lead was made from this paper.";
  return `So did its lead${deletedLead ? `, deleted${await byWhomAndWhen(scope, deletedLead, timeZone)}` : ""}.`;
}

/** " by Ann Lee on May 14, 2026 at 3:02 PM EDT", without the name if it is unknown. */
async function byWhomAndWhen(
  scope: CompanyScope,
  { deletedBy, deletedTime }: Pick<Tombstone, "deletedBy" | "deletedTime">,
  timeZone: string,
): Promise<string> {
  const person = deletedBy === null ? undefined : await findPersonName(scope, deletedBy as UserId);
  const name = person && ([person.firstName, person.lastName].filter(Boolean).join(" ") || person.email);
  return `${name === undefined ? "" : ` by ${name}`} on ${inTimeZone(deletedTime, timeZone)}`;
}

function basisOf(data: DocumentData): DocumentBasis | undefined {
  try {
    return readBasis(data);
  } catch {
    return undefined;
  }
}

/** The lead as stored in the paper. Unreadable members stay empty, and a lead without any name gets that of the paper's first party. */
function leadOf({ model, data }: Pick<CheckedDocument, "model" | "data">): LeadFields {
  const written = readLead(data["lead"]);
  const { shape } = leadFields;
  const read = Object.fromEntries(
    Object.entries(written).flatMap(([field, value]) => {
      const parsed = Object.hasOwn(shape, field)
        ? shape[field as keyof typeof shape].safeParse(value)
        : ({ success: false } as const);
      return parsed.success ? [[field, parsed.data]] : [];
    }),
  ) as Partial<LeadFields>;
  const lead = { ...EMPTY_LEAD, ...read };
  if ([lead.firstName, lead.lastName, lead.company].some(Boolean)) return lead;
  const [owner] = model.parties;
  return { ...lead, lastName: (owner?.strong[0] ?? owner?.lines[0] ?? titleOf(model)).slice(0, 100).trim() };
}

function readLead(text: string | undefined): object {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

/* Numbers */

/** "contract 2026-0514-K7QDMA" */
const titleOf = ({ kind, number }: Pick<DocumentModel, "kind" | "number">): string =>
  `${DOCUMENT_LABELS[kind].toLowerCase()} ${number}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const labelOf = (type: number): string => {
  const kind = documentKindOf(type);
  return (kind ? DOCUMENT_LABELS[kind] : "Document").toLowerCase();
};

const numberFinding = (
  { type, createdTime }: { type: number; createdTime: Date },
  { number, timeZone }: { number: string; timeZone: string },
): DocumentFinding =>
  finding(
    "sameNumber",
    `Number ${number} is also on a ${labelOf(type)} of ${inTimeZone(createdTime, timeZone)}. Tell them apart by their fingerprints.`,
  );

/**
 * Those of the documents with the new one's number that it repeats by mistake. The document that it is made from (`sourceId`) may have the same
 * number on purpose.
 */
export const othersOfNumber = (held: readonly NumberedDocument[], data: DocumentData): NumberedDocument[] =>
  held.filter(({ id }) => id !== namedId(data, "sourceId"));

/** Findings for a new document about others with its number. */
export const findSameNumber = (
  others: readonly NumberedDocument[],
  wording: { number: string; timeZone: string },
): DocumentFinding[] => others.map((other) => numberFinding(other, wording));

/** Adds the finding to documents whose number a new one repeats. */
export async function markSameNumber(
  scope: CompanyScope,
  others: readonly NumberedDocument[],
  { added, ...wording }: { added: { type: number; createdTime: Date }; number: string; timeZone: string },
): Promise<void> {
  for (const { id, findings } of others)
    await updateDocument(scope, id as DocumentId, {
      findings: [...findings, numberFinding(added, wording)],
    });
}

/* The clock */

/** The paper's clock, if the device had compared it with the server's. Then `createdTime` is corrected time. */
function comparedClockOf(data: DocumentData): (DeviceClock & { readonly aheadSeconds: number }) | undefined {
  const clock = clockOf(data);
  return clock && clock.aheadSeconds !== null ? { ...clock, aheadSeconds: clock.aheadSeconds } : undefined;
}

/** In seconds. */
const MINUTE = 60;
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

/** "2 hours": the largest unit only. */
function durationText(seconds: number): string {
  const [name, length] = UNITS.find(([, each]) => seconds >= each) ?? (["minute", MINUTE] as const);
  const count = Math.max(1, Math.round(seconds / length));
  return `${String(count)} ${name}${count === 1 ? "" : "s"}`;
}

/**
 * The first of these findings that applies: the device knew that its clock was off; its clock was ahead of the server's when the paper
 * arrived; it jumped while people signed. A clock that is behind is found only if the device had compared it: otherwise the paper looks like
 * one that waited for a signal.
 */
export function findWrongClock(
  { createdTime, signedTimes, data }: { createdTime: Date; signedTimes: readonly Date[]; data: DocumentData },
  { now, timeZone }: { now: Date; timeZone: string },
): DocumentFinding[] {
  const clock = comparedClockOf(data);
  const aheadSeconds = clock?.aheadSeconds ?? 0;
  // Signatures have the device's own time, so `createdTime` is compared with them in that time.
  const deviceTime = clock ? deviceTimeOf(createdTime, clock) : createdTime;
  const latest = new Date(Math.max(deviceTime.getTime(), ...signedTimes.map((time) => time.getTime())));
  const afterReceipt = (latest.getTime() - now.getTime()) / 1000;
  const jump = (latest.getTime() - deviceTime.getTime()) / 1000;
  const both = (device: Date, server: string): string => `It said ${inTimeZone(device, timeZone)}; ${server}.`;
  const received = `the server received the paper on ${inTimeZone(now, timeZone)}`;
  if (Math.abs(aheadSeconds) > CLOCK_TOLERANCE_SECONDS) {
    const corrected = inTimeZone(createdTime, timeZone);
    const side = aheadSeconds > 0 ? "ahead" : "behind";
    return [
      finding(
        "wrongClock",
        `The device's clock was ${durationText(Math.abs(aheadSeconds))} ${side}. ${both(deviceTime, `by the server's clock that was ${corrected}, and ${received}`)}`,
      ),
    ];
  }
  if (afterReceipt > CLOCK_TOLERANCE_SECONDS)
    return [
      finding(
        "wrongClock",
        `The device's clock was at least ${durationText(afterReceipt)} ahead. ${both(latest, received)}`,
      ),
    ];
  if (jump > CLOCK_TOLERANCE_SECONDS)
    return [
      finding(
        "wrongClock",
        `The device's clock changed by ${durationText(jump)} while people signed. ${both(latest, `the paper says ${inTimeZone(createdTime, timeZone)}, and ${received}`)}`,
      ),
    ];
  return [];
}

/*
 * Papers signed concurrently. `placeAmong` and `papersThatCount` decide which are agreed (packages/documents/src/agreed). They take weighed
 * papers: signed papers with the amounts that count if they are agreed.
 */

type PaperParts = Parameters<typeof signedPaperOf>[0] & {
  readonly total: number;
  readonly additionalWorkTotalBroughtFromAddendum: number;
};

function toWeighed(parts: PaperParts): WeighedPaper | undefined {
  const paper = signedPaperOf(parts);
  const addendum = paper?.kind === "changeOrder" ? parts.additionalWorkTotalBroughtFromAddendum : 0;
  return paper && { ...paper, total: parts.total, addendum };
}

function totalOf(row: DocumentRow): number {
  try {
    return readModel(row.data).total ?? 0;
  } catch {
    // A release that this server cannot read wrote it. Drawing its PDF reports that; here it counts as $0.
    return 0;
  }
}

const weighedOf = (rows: readonly DocumentRow[]): WeighedPaper[] =>
  rows.flatMap(
    (row) =>
      toWeighed({
        ...toSignedDocument(row),
        total: totalOf(row),
        additionalWorkTotalBroughtFromAddendum: row.additionalWorkTotalBroughtFromAddendum,
      }) ?? [],
  );

export const listWeighed = async (scope: CompanyScope, estimateId: EstimateId): Promise<WeighedPaper[]> =>
  weighedOf(await listSignedPapers(scope, estimateId));

/** The new paper's id until the database assigns one. */
const NEW_ID = -1;

/** A new signed paper's relation to the estimate's others. */
interface PlaceAmongPapers {
  readonly findings: readonly DocumentFinding[];
  /** Signed papers that it replaces. */
  readonly replacedIds: readonly number[];
}

/**
 * Reports concurrently signed papers and the agreement now in force. The caller has locked the estimate (`holdEstimateOf`), so of two papers
 * that arrive at once the second sees the first.
 */
export async function findPlace(
  scope: CompanyScope,
  { body, checked: { model, data } }: { body: DocumentInput; checked: CheckedDocument },
  timeZone: string,
): Promise<PlaceAmongPapers> {
  const papers = await listWeighed(scope, body.estimateId);
  const basedOnId = namedId(data, "basedOnId");
  const isBaseThere = basedOnId === undefined || papers.some(({ id }) => id === basedOnId);
  const goneBase = isBaseThere ? undefined : await describeDeletion(scope, basedOnId as DocumentId, timeZone);
  return findPlaceAmong(papers, { body, data, total: model.total ?? 0, goneBase }, timeZone);
}

/** "Contract 2026-0514-K7QDMA, which it changes, was deleted by Ann Lee on May 14, 2026 at 3:02 PM EDT." */
async function describeDeletion(scope: CompanyScope, id: DocumentId, timeZone: string): Promise<string> {
  const signed = signedPayloadOf(await eventsOf(scope, id));
  const what = signed ? `${capital(titleOf(signed))}, which it changes,` : "The contract that it changes";
  const deleted = await findTombstone(scope, { store: "estimate-documents", id });
  // Neither deleted nor among the signed papers: it was never signed.
  return deleted ? `${what} was deleted${await byWhomAndWhen(scope, deleted, timeZone)}.` : `${what} is not signed.`;
}

type PlacedBody = Pick<DocumentInput, "type" | "workflows" | "createdTime" | "additionalWorkTotalBroughtFromAddendum">;

/** Like `findPlace`, for given papers. */
export function findPlaceAmong(
  papers: readonly WeighedPaper[],
  {
    body,
    data,
    total,
    goneBase = "The contract that it changes is gone.",
  }: {
    body: PlacedBody;
    data: DocumentData;
    total: number;
    /** For a change order whose contract is missing: what became of it. */
    goneBase?: string | undefined;
  },
  timeZone: string,
): PlaceAmongPapers {
  const paper = toWeighed({ ...body, id: NEW_ID, data, total, supersededById: null, findings: [] });
  if (!paper) return { findings: [], replacedIds: [] };
  const { beside, unknownChanges, replacedIds } = placeAmong(paper, papers);
  const withNew = [...papers, paper];
  const agreed = agreedSentence(withNew);
  if (paper.kind === "changeOrder" && paper.basedOnId !== undefined && !papers.some(({ id }) => id === paper.basedOnId))
    return { findings: [finding("deletedBase", `${goneBase} ${NOT_COUNTED} ${agreed}`)], replacedIds };
  const listOf = (others: readonly WeighedPaper[]): string =>
    others
      .map((other) => `${capital(titleOf(other))} of ${inTimeZone(new Date(other.createdTime), timeZone)}`)
      .join("; ");
  if (unknownChanges.length > 0) {
    const text = `Made without ${listOf(unknownChanges)}, of the contract that it replaces. All are counted. ${agreed}`;
    return { findings: [finding("unknownChange", text)], replacedIds };
  }
  if (beside.length === 0) return { findings: [], replacedIds };
  const isCounted = papersThatCount(withNew).some(({ id }) => id === NEW_ID);
  const text = [
    `Signed beside another paper of the same work: ${listOf(beside)}.`,
    isCounted ? "Both are counted, as both say what is added." : NOT_COUNTED,
    agreed,
  ].join(" ");
  return { findings: [finding("supersededBase", text)], replacedIds };
}

const NOT_COUNTED = "This one is kept and not counted.";

const agreedSentence = (papers: readonly WeighedPaper[]): string =>
  `Agreed for this estimate now: ${formatMoney(valueOf(papers))}.`;

/**
 * Findings of the remaining papers after a deletion, by id: of those that count from now on, and of those that no longer do because an older
 * paper is back in force. Each list replaces the paper's findings.
 *
 * @param before the papers as listed before the deletion
 * @param deleted "Contract 2026-0514-K7QDMA was deleted by Ann Lee on May 14, 2026 at 3:02 PM EDT"
 */
export function findingsAfterDeletion(
  { before, remaining }: { before: readonly WeighedPaper[]; remaining: readonly WeighedPaper[] },
  findingsOf: (id: number) => readonly DocumentFinding[],
  deleted: string,
): ReadonlyMap<number, readonly DocumentFinding[]> {
  const idsThatCount = (papers: readonly WeighedPaper[]): ReadonlySet<number> =>
    new Set(papersThatCount(papers).map(({ id }) => id));
  const countedBefore = idsThatCount(before);
  const countedAfter = idsThatCount(remaining);
  const changed = new Map<number, readonly DocumentFinding[]>();
  for (const { id, supersededById } of remaining) {
    const isCounted = countedAfter.has(id);
    if (isCounted === countedBefore.has(id) || supersededById !== null) continue;
    const findings = findingsOf(id);
    const marked = findings.find(({ kind }) => kind === ("supersededBase" satisfies FindingKind));
    // It counts, and no finding says otherwise.
    if (isCounted && !marked) continue;
    const sentence = `${deleted}: this one is ${isCounted ? "counted" : "not counted any more"}. ${agreedSentence(remaining)}`;
    // The same kind as before the deletion: `signedPaperOf` reads from it that the paper was signed beside another.
    const newFinding = finding("supersededBase", [marked?.text, sentence].filter(Boolean).join(" "));
    changed.set(id, [...findings.filter((each) => each !== marked), newFinding]);
  }
  return changed;
}

/** Stores the findings of the remaining papers after a signed one was deleted. `before`: the papers as listed before the deletion. */
export async function markAfterDeletion(
  scope: CompanyScope,
  { deleted, before, now }: { deleted: DocumentRow; before: readonly WeighedPaper[]; now: Date },
): Promise<void> {
  const estimateId = deleted.estimateId as EstimateId;
  const rows = await listSignedPapers(scope, estimateId);
  const kind = documentKindOf(deleted.type) ?? "contract";
  const what = capital(titleOf({ kind, number: deleted.data["number"] ?? "" }));
  const by = await byWhomAndWhen(
    scope,
    { deletedBy: scope.userId ?? null, deletedTime: now },
    await readTimeZone(scope),
  );
  const changed = findingsAfterDeletion(
    { before, remaining: weighedOf(rows) },
    (id) => rows.find((row) => row.id === id)?.findings ?? [],
    `${what} was deleted${by}`,
  );
  for (const [id, findings] of changed) await updateDocument(scope, id as DocumentId, { findings });
}
