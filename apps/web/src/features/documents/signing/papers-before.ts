import { documentKindOf, isSigned, LOCALE, DOCUMENT_LABELS } from "@ridgebook/contract";
import {
  dayOf,
  papersNotBuiltOn,
  standingContracts,
  type BuildingPaper,
  type SignedPaper,
  type SignedWork,
} from "@ridgebook/documents";
import { asStored, basedOnIdOf, changeOrdersOf } from "#features/documents/document-relations.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";

/* Which signed papers of the same work a paper builds on, and which it does not know (decision 0070). */

type Document = Pick<
  LocalDocument,
  "id" | "type" | "signatures" | "supersededById" | "createdTime" | "data" | "workflows"
>;

/** The signed contracts and change orders among documents of one estimate, oldest first. */
export const signedPapersOf = (documents: readonly Document[]): SignedPaper[] =>
  documents
    .flatMap((document) => {
      const kind = documentKindOf(document.type);
      if ((kind !== "contract" && kind !== "changeOrder") || !isSigned(document)) return [];
      const { id, data, createdTime, supersededById, workflows } = document;
      return [
        {
          ...{ id, kind, createdTime, supersededById, workflows },
          ...{ number: data["number"] ?? "", fingerprint: data["fingerprint"] ?? "" },
          basedOnId: basedOnIdOf(document),
        },
      ];
    })
    .toSorted((one, other) => one.createdTime.localeCompare(other.createdTime));

/** The signed contracts that count, which change orders can change; newest first. */
export function standingContractsOf<Stored extends Document>(documents: readonly Stored[]): Stored[] {
  const ids = new Set(standingContracts(signedPapersOf(documents)).map(({ id }) => id));
  return documents
    .filter(({ id }) => ids.has(id))
    .toSorted((one, other) => other.createdTime.localeCompare(one.createdTime));
}

/** The signed contracts that count, each with its signed change orders. */
export const signedWorkOf = (documents: readonly LocalDocument[]): SignedWork[] =>
  standingContractsOf(documents).map((contract) => ({
    contract: asStored(contract),
    changeOrders: changeOrdersOf(contract.id, documents).map(asStored),
  }));

type UnsignedPaper = Omit<BuildingPaper, "buildsOn" | "createdTime">;

/** Signed papers of the same work that a paper is not built on, oldest first. */
export const papersBeside = (
  { buildsOn, ...paper }: UnsignedPaper & { readonly buildsOn: readonly string[] },
  documents: readonly Document[],
): SignedPaper[] => papersNotBuiltOn({ ...paper, buildsOn, createdTime: "" }, signedPapersOf(documents));

/**
 * Fingerprints of the papers that a new one is built on, oldest first: the contract that it changes, or in whose place it stands, with the
 * change orders of that. Another contract of the same work is none of them: a contract that is signed beside it nevertheless is marked by
 * the server.
 */
export function buildsOn(
  { kind, basedOnId, sourceId }: Pick<UnsignedPaper, "kind" | "basedOnId" | "sourceId">,
  documents: readonly Document[],
): string[] {
  const contractId = kind === "contract" ? sourceId : basedOnId;
  if (contractId === undefined) return [];
  return signedPapersOf(documents)
    .filter((paper) => (paper.kind === "contract" ? paper.id : paper.basedOnId) === contractId)
    .map(({ fingerprint }) => fingerprint);
}

/** "at 8:46 PM" of `today`, else "on November 26, 2026, at 8:46 PM". `time` is ISO 8601, `today` a day such as "2026-11-27". */
export function whenSigned(time: string, { timeZone, today }: { timeZone: string; today: string }): string {
  const moment = new Date(time);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    // Browsers differ in the space before AM and PM.
    new Intl.DateTimeFormat(LOCALE, { timeZone, ...options }).format(moment).replace(/\u202f/g, " ");
  const clock = `at ${format({ hour: "numeric", minute: "2-digit" })}`;
  return dayOf(moment, timeZone) === today
    ? clock
    : `on ${format({ month: "long", day: "numeric", year: "numeric" })}, ${clock}`;
}

/** "Change order 2026-1127-K7QDMA was signed at 8:46 PM." */
export const signedSentence = (
  { kind, number, createdTime }: SignedPaper,
  at: { timeZone: string; today: string },
): string => `${[DOCUMENT_LABELS[kind], number].filter(Boolean).join(" ")} was signed ${whenSigned(createdTime, at)}.`;
