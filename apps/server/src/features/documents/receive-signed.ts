import {
  DOCUMENT_LABELS,
  documentKindOf,
  EMPTY_LEAD,
  leadFields,
  readSummaryKey,
  type UserId,
  type DocumentData,
  type DocumentFinding,
  type DocumentInput,
  type EstimateCopy,
  type EstimateId,
  type FindingKind,
  type LeadFields,
  type LeadId,
  type User,
} from "@ridgebook/contract";
import {
  buildsOnOf,
  CLOCK_TOLERANCE_SECONDS,
  clockOf,
  deviceTimeOf,
  formatMoney,
  papersNotBuiltOn,
  papersThatCount,
  readBasis,
  readModel,
  valueOf,
  type DocumentBasis,
  type DocumentModel,
  type WeighedPaper,
} from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { findPersonName } from "#database/company-users.ts";
import { findTombstone, revisionAfter, type Tombstone } from "#database/tombstones.ts";
import type { CheckedDocument } from "./check-document.ts";
import {
  findLeadOfDocuments,
  holdEstimateOf,
  listSignedPapers,
  updateDocument,
  type DocumentRow,
  type EstimateOfNewDocument,
  type NumberedDocument,
} from "./document-repository.ts";
import { inTimeZone } from "./in-time-zone.ts";

/*
 * What the server finds in a signed document when it receives one. People have signed it: whatever is found is kept with it and told,
 * and nothing of it is a reason to refuse the paper.
 */

/** How records come back that were deleted; other features keep them. */
export interface FormerRecords {
  /** Answers the lead's id: the former one, or a new one where that is not known. */
  bringBackLead(
    scope: CompanyScope,
    lead: { id: LeadId | undefined; revision: number; fields: LeadFields; time: Date },
  ): Promise<LeadId>;
  /** Answers whether the estimate's content came with it; without, it has the copies. */
  bringBackEstimate(
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

/* Who sent it */

export interface Sender {
  readonly user: Pick<User, "id" | "firstName" | "lastName" | "email">;
  /** In words: "Safari on iPad". */
  readonly device: string;
  readonly userAgent: string;
  readonly address: string;
}

/** What the receipt keeps of an account and a device, and of the device's time; accounts and sessions may be gone when it is read. */
export const sentFrom = (
  { user, device, userAgent, address }: Sender,
  { createdTime, data }: { createdTime: string; data: DocumentData },
) => {
  const clock = clockOf(data);
  return {
    receivedFrom: user.id,
    account: { name: [user.firstName, user.lastName].filter(Boolean).join(" "), email: user.email },
    device: { name: device, userAgent, address },
    // What the device's clock said; "" where it was never compared, and `createdTime` is what it said.
    deviceTime: clock && clock.aheadSeconds !== null ? deviceTimeOf(new Date(createdTime), clock).toISOString() : "",
  };
};

/* Deleted meanwhile */

interface BroughtBack {
  readonly estimate: EstimateOfNewDocument;
  readonly found: DocumentFinding;
}

/** The deleted estimate of a signed paper, inserted again and held, its lead too; undefined for one that the company never had, or has again. */
export async function bringBack(
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
    : await records.bringBackLead(scope, {
        ...{ id: formerLeadId, revision: revisionAfter(deletedLead) },
        ...{ fields: leadOf({ model, data }), time: now },
      });
  const name = deleted.former?.name || `Estimate of ${titleOf(model)}`;
  const isWhole = await records.bringBackEstimate(
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
    `The estimate was deleted${await byWhom(scope, deleted, timeZone)}, before this paper arrived, and came back with it.`,
    ...(isWhole ? [] : ["What the paper was made from could not be read: the estimate is empty."]),
    ...(isLeadThere
      ? []
      : [`So did its lead${deletedLead ? `, deleted${await byWhom(scope, deletedLead, timeZone)}` : ""}.`]),
  ];
  return { estimate, found: finding("broughtBack", sentences.join(" ")) };
}

/** " by Ann Lee on May 14, 2026 at 3:02 PM EDT", as far as it is known. */
async function byWhom(scope: CompanyScope, { deletedBy, deletedTime }: Tombstone, timeZone: string): Promise<string> {
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

/** The lead as the paper holds it, member by member; where it holds none, what the paper says of the owner. */
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

/** Of the documents that have the number of a new one: all but the one that it was made from. */
export const othersOfNumber = (held: readonly NumberedDocument[], data: DocumentData): NumberedDocument[] =>
  held.filter(({ id }) => id !== idIn(data, "sourceId"));

/** What a new document hears of others with its number. */
export const findSameNumber = (
  others: readonly NumberedDocument[],
  told: { number: string; timeZone: string },
): DocumentFinding[] => others.map((other) => numberFinding(other, told));

/** Marks the documents whose number a new one has. */
export async function markSameNumber(
  scope: CompanyScope,
  others: readonly NumberedDocument[],
  { added, ...told }: { added: { type: number; createdTime: Date }; number: string; timeZone: string },
): Promise<void> {
  for (const { id, findings } of others)
    await updateDocument(scope, id as Parameters<typeof updateDocument>[1], {
      findings: [...findings, numberFinding(added, told)],
    });
}

/* The clock */

const MINUTE = 60;
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

/** "2 hours", the largest unit alone. */
function durationText(seconds: number): string {
  const [name, length] = UNITS.find(([, each]) => seconds >= each) ?? (["minute", MINUTE] as const);
  const count = Math.max(1, Math.round(seconds / length));
  return `${String(count)} ${name}${count === 1 ? "" : "s"}`;
}

/**
 * What can be known of a device's clock: what the device knew of it, whether it was ahead of the server's when the paper arrived, and
 * whether it jumped while people signed. A clock that is behind cannot be told from a paper that waited.
 */
export function findWrongClock(
  { createdTime, signedTimes, data }: { createdTime: Date; signedTimes: readonly Date[]; data: DocumentData },
  { now, timeZone }: { now: Date; timeZone: string },
): DocumentFinding[] {
  const known = clockOf(data);
  const aheadSeconds = known?.aheadSeconds ?? 0;
  // A device that has compared its clock says in `createdTime` what the server's would have said; signatures keep its own time.
  const deviceTime = known ? deviceTimeOf(createdTime, known) : createdTime;
  const latest = new Date(Math.max(deviceTime.getTime(), ...signedTimes.map((time) => time.getTime())));
  const afterReceipt = (latest.getTime() - now.getTime()) / 1000;
  const jump = (latest.getTime() - deviceTime.getTime()) / 1000;
  const both = (device: Date, server: string): string => `It said ${inTimeZone(device, timeZone)}; ${server}.`;
  const received = `the server received the paper on ${inTimeZone(now, timeZone)}`;
  if (known && Math.abs(aheadSeconds) > CLOCK_TOLERANCE_SECONDS) {
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

/* Papers signed side by side */

const idIn = (data: DocumentData, key: "basedOnId" | "sourceId"): number | undefined => {
  const id = Number(data[key] ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

interface PaperParts {
  readonly id: number;
  readonly type: number;
  readonly data: DocumentData;
  readonly workflows: readonly string[];
  readonly createdTime: string;
  readonly supersededById: number | null;
  readonly findings: readonly DocumentFinding[];
  readonly total: number;
  readonly additionalWorkTotalBroughtFromAddendum: number;
}

function toWeighed(paper: PaperParts): WeighedPaper | undefined {
  const kind = documentKindOf(paper.type);
  if (kind !== "contract" && kind !== "changeOrder") return undefined;
  return {
    id: paper.id,
    kind,
    number: paper.data["number"] ?? "",
    fingerprint: paper.data["fingerprint"] ?? "",
    createdTime: paper.createdTime,
    supersededById: paper.supersededById,
    workflows: paper.workflows,
    basedOnId: idIn(paper.data, "basedOnId"),
    total: paper.total,
    addendum: kind === "changeOrder" ? paper.additionalWorkTotalBroughtFromAddendum : 0,
    buildsOn: buildsOnOf(paper.data),
    isBesideAnother: paper.findings.some((each) => each.kind === ("supersededBase" satisfies FindingKind)),
  };
}

function totalOf(row: DocumentRow): number {
  try {
    return readModel(row.data).total ?? 0;
  } catch {
    // Written by a release that nobody can read any more: it is told in words elsewhere.
    return 0;
  }
}

/** Below every id that the database gives. */
const NEW_ID = -1;

/** What a new signed paper is among those of its estimate. */
interface PlaceAmongPapers {
  readonly findings: readonly DocumentFinding[];
  /** Signed papers in whose place it stands. */
  readonly replacedIds: readonly number[];
}

/**
 * Says which papers were signed beside a new one and what is agreed now. The estimate is held: of two that arrive in the same second
 * the second sees the first.
 */
export async function findPlace(
  scope: CompanyScope,
  { body, checked: { model, data } }: { body: DocumentInput; checked: CheckedDocument },
  timeZone: string,
): Promise<PlaceAmongPapers> {
  const rows = await listSignedPapers(scope, body.estimateId);
  const papers = rows.flatMap(
    (row) => toWeighed({ ...row, createdTime: row.createdTime.toISOString(), total: totalOf(row) }) ?? [],
  );
  return placeAmong(papers, { body, data, total: model.total ?? 0 }, timeZone);
}

type PlacedBody = Pick<DocumentInput, "type" | "workflows" | "createdTime" | "additionalWorkTotalBroughtFromAddendum">;

/** The same of papers at hand. */
export function placeAmong(
  papers: readonly WeighedPaper[],
  { body, data, total }: { body: PlacedBody; data: DocumentData; total: number },
  timeZone: string,
): PlaceAmongPapers {
  const sourceId = idIn(data, "sourceId");
  const paper = toWeighed({ ...body, id: NEW_ID, data, total, supersededById: null, findings: [] });
  if (!paper) return { findings: [], replacedIds: [] };
  const base = papers.find(({ id }) => id === paper.basedOnId);
  // A contract that is not counted itself keeps no other from being counted.
  const counted = papers.filter(({ kind, isBesideAnother }) => kind === "changeOrder" || !isBesideAnother);
  const beside = [
    ...papersNotBuiltOn({ ...paper, sourceId }, paper.kind === "contract" ? counted : papers),
    ...(paper.kind === "changeOrder" && base?.kind === "contract" && base.isBesideAnother ? [base] : []),
  ];
  const placed = { ...paper, isBesideAnother: beside.length > 0 };
  const replacedIds = papers.filter((other) => replaces(placed, other, sourceId)).map(({ id }) => id);
  if (beside.length === 0) return { findings: [], replacedIds };
  const now = papers.map((other) => (replacedIds.includes(other.id) ? { ...other, supersededById: NEW_ID } : other));
  const told = beside.map(
    (other) => `${capital(titleOf(other))} of ${inTimeZone(new Date(other.createdTime), timeZone)}`,
  );
  const isCounted = papersThatCount([...now, placed]).includes(placed);
  const text = [
    `Signed beside another paper of the same work: ${told.join("; ")}.`,
    isCounted ? "Both are counted, as both say what is added." : "This one is kept and not counted.",
    `Agreed for this estimate now: ${formatMoney(valueOf([...now, placed]))}.`,
  ].join(" ");
  return { findings: [finding("supersededBase", text)], replacedIds };
}

/**
 * Whether a new paper stands in another's place: in that of the one it was made from, and a contract in that of each that it names and whose
 * work it covers, as nobody owes for the same work twice. One that is not counted takes the place of none that is.
 */
function replaces(paper: WeighedPaper, other: WeighedPaper, sourceId: number | undefined): boolean {
  if (other.kind !== paper.kind || other.supersededById !== null) return false;
  if (paper.kind === "contract" && paper.isBesideAnother && !other.isBesideAnother) return false;
  if (other.id === sourceId) return true;
  return (
    paper.kind === "contract" &&
    !other.isBesideAnother &&
    other.workflows.length > 0 &&
    (paper.buildsOn ?? []).includes(other.fingerprint) &&
    other.workflows.every((key) => paper.workflows.includes(key))
  );
}
