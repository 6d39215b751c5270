import {
  documentKindOf,
  type DocumentData,
  type DocumentFinding,
  type DocumentId,
  type DocumentInput,
  type EstimateId,
  type FindingKind,
} from "@ridgebook/contract";
import {
  formatMoney,
  namedId,
  papersThatCount,
  placeAmong,
  readModel,
  signedPaperOf,
  valueOf,
  type WeighedPaper,
} from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { readTimeZone } from "#database/company-settings.ts";
import { findTombstone } from "#database/tombstones.ts";
import type { CheckedDocument } from "./check-document.ts";
import { toSignedDocument } from "./check-signed.ts";
import { listSignedPapers, updateDocument, type DocumentRow } from "./document-repository.ts";
import { eventsOf, signedPayloadOf } from "./evidence-log.ts";
import { byWhomAndWhen, capital, finding, titleOf } from "./finding-words.ts";
import { inTimeZone } from "./in-time-zone.ts";

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
  let papers = remaining;
  let countedAfter = idsThatCount(papers);
  // The first mark of a paper changes what counts: `signedPaperOf` reads from it that the paper was signed beside another.
  const isFirstMarked = ({ id, supersededById, isBesideAnother }: WeighedPaper): boolean =>
    supersededById === null && !isBesideAnother && countedBefore.has(id) && !countedAfter.has(id);
  while (papers.some(isFirstMarked)) {
    papers = papers.map((paper) => (isFirstMarked(paper) ? { ...paper, isBesideAnother: true } : paper));
    countedAfter = idsThatCount(papers);
  }
  const agreed = agreedSentence(papers);
  const changed = new Map<number, readonly DocumentFinding[]>();
  for (const { id, supersededById } of papers) {
    const isCounted = countedAfter.has(id);
    if (isCounted === countedBefore.has(id) || supersededById !== null) continue;
    const findings = findingsOf(id);
    const marked = findings.find(({ kind }) => kind === ("supersededBase" satisfies FindingKind));
    // It counts, and no finding says otherwise.
    if (isCounted && !marked) continue;
    const sentence = `${deleted}: this one is ${isCounted ? "counted" : "not counted any more"}. ${agreed}`;
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
