import { formatTimeOfDay, formatTime, isSigned, DOCUMENT_LABELS } from "@ridgebook/contract";
import {
  agreedWorks,
  changesNotKnown,
  dayOf,
  papersNotBuiltOn,
  papersToBuildOn,
  signedPaperOf,
  type BuildingPaper,
  type SignedPaper,
  type SignedWork,
} from "@ridgebook/documents";
import { asStored, basedOnIdOf, sourceIdOf } from "#features/documents/document-relations.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/* Which signed papers of the same work a paper builds on, and which it does not know (decision 0070). */

type Document = Pick<
  LocalDocument,
  "id" | "type" | "signatures" | "supersededById" | "createdTime" | "data" | "workflows" | "findings"
>;

/** The signed contracts and change orders among documents of one estimate, oldest first. */
export const signedPapersOf = (documents: readonly Document[]): SignedPaper[] =>
  documents
    .filter(isSigned)
    .flatMap(
      (document) => signedPaperOf(document, { basedOnId: basedOnIdOf(document), sourceId: sourceIdOf(document) }) ?? [],
    )
    .toSorted((one, other) => one.createdTime.localeCompare(other.createdTime));

/** The valid signed contracts that change orders can change, newest first; each with its valid change orders. */
function worksOf<Stored extends Document>(
  documents: readonly Stored[],
): { readonly contract: Stored; readonly changeOrders: readonly Stored[] }[] {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const documentOf = ({ id }: SignedPaper): readonly Stored[] => {
    const document = byId.get(id);
    return document ? [document] : [];
  };
  return agreedWorks(signedPapersOf(documents))
    .flatMap(({ contract, changeOrders }) =>
      documentOf(contract).map((own) => ({ contract: own, changeOrders: changeOrders.flatMap(documentOf) })),
    )
    .toSorted((one, other) => other.contract.createdTime.localeCompare(one.contract.createdTime));
}

/** The valid signed contracts that change orders can change, newest first. */
export const standingContractsOf = <Stored extends Document>(documents: readonly Stored[]): Stored[] =>
  worksOf(documents).map(({ contract }) => contract);

/** The valid signed contracts, each with its valid change orders. */
export const signedWorkOf = (documents: readonly LocalDocument[]): SignedWork[] =>
  worksOf(documents).map(({ contract, changeOrders }) => ({
    contract: asStored(contract),
    changeOrders: changeOrders.map(asStored),
  }));

type UnsignedPaper = Omit<BuildingPaper, "buildsOn" | "createdTime">;

/** Signed papers of the same work that a paper is not built on, oldest first. */
export const papersBeside = (
  { buildsOn, ...paper }: UnsignedPaper & { readonly buildsOn: readonly string[] },
  documents: readonly Document[],
): SignedPaper[] => papersNotBuiltOn({ ...paper, buildsOn, createdTime: "" }, signedPapersOf(documents));

/** Change orders of the contract that a new one replaces, which it is not built on, oldest first. */
export const changesMissing = (
  { buildsOn, ...paper }: UnsignedPaper & { readonly buildsOn: readonly string[] },
  documents: readonly Document[],
): SignedPaper[] => changesNotKnown({ ...paper, buildsOn, createdTime: "" }, signedPapersOf(documents));

/** Fingerprints of the papers that a new one is built on, oldest first. */
export const buildsOn = (
  paper: Pick<UnsignedPaper, "kind" | "basedOnId" | "sourceId">,
  documents: readonly Document[],
): string[] => papersToBuildOn(paper, signedPapersOf(documents)).map(({ fingerprint }) => fingerprint);

/** "at 8:46 PM" of `today`, else "on November 26, 2026, at 8:46 PM". `time` is ISO 8601, `today` a day such as "2026-11-27". */
export function whenSigned(time: string, { timeZone, today }: { timeZone: string; today: string }): string {
  const clock = `at ${formatTimeOfDay({ time, timeZone })}`;
  return dayOf(new Date(time), timeZone) === today
    ? clock
    : `on ${formatTime({ time, timeZone, month: "long", day: "numeric", year: "numeric" })}, ${clock}`;
}

/** "Change order 2026-1127-K7QDMA was signed at 8:46 PM." */
export const signedSentence = (
  { kind, number, createdTime }: SignedPaper,
  at: { timeZone: string; today: string },
): string => `${[DOCUMENT_LABELS[kind], number].filter(Boolean).join(" ")} was signed ${whenSigned(createdTime, at)}.`;
