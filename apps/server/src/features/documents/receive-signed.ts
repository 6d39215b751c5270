import {
  DOCUMENT_LABELS,
  documentKindOf,
  EMPTY_LEAD,
  fullName,
  leadFields,
  readSummaryKey,
  type DocumentData,
  type DocumentFinding,
  type DocumentId,
  type DocumentInput,
  type EstimateCopy,
  type EstimateId,
  type LeadFields,
  type LeadId,
  type User,
} from "@ridgebook/contract";
import { deviceTimeOf, namedId, readBasis, type DocumentBasis, type DocumentModel } from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { findTombstone, revisionAfter, type Tombstone } from "#database/tombstones.ts";
import { noteActivity, placeOf } from "#http/note-activity.ts";
import type { CheckedDocument } from "./check-document.ts";
import {
  findLeadOfDocuments,
  holdEstimateOf,
  updateDocument,
  type EstimateOfNewDocument,
  type NumberedDocument,
} from "./document-repository.ts";
import { byWhomAndWhen, capital, finding, titleOf } from "./finding-words.ts";
import { inTimeZone } from "./in-time-zone.ts";
import { comparedClockOf } from "./wrong-clock.ts";

/*
 * What a signed document brings along on receipt: its sender, deleted records that it restores, and others with its number. Findings are
 * stored and shown with the document, and never a reason to reject it. `add-document.ts` receives and stores the document.
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
        kind: "company",
        action: "added",
        // The activity page shows this member as "Marked: Contract 2026-0514-K7QDMA".
        member: "paper",
        subject: String(id),
        subjectName: capital(titleOf(model)),
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
        id: formerLeadId,
        revision: revisionAfter(deletedLead),
        fields: leadOf({ model, data }),
        time: now,
      });
  const name = deleted.former?.name || `Estimate of ${titleOf(model)}`;
  const isWhole = await records.restoreEstimate(
    scope,
    {
      id: estimateId,
      revision: revisionAfter(deleted),
      leadId,
      name,
      time: now,
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
