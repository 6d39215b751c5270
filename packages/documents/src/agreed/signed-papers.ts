import {
  documentKindOf,
  isReconstructed,
  type DocumentData,
  type FindingKind,
  type StoredDocument,
} from "@ridgebook/contract";

/*
 * Which signed papers one builds on. Two people can sign papers of the same work without hearing of each other; a paper therefore names,
 * by fingerprint, the papers that its device knew.
 */

/** What says in which order papers were signed. */
export interface PaperInOrder {
  readonly fingerprint: string;
  readonly createdTime: string;
  /** Fingerprints of the papers that it builds on; undefined knows all that were made before it. */
  readonly buildsOn: readonly string[] | undefined;
}

/** A signed paper of an estimate, as far as others are compared with it. */
export interface SignedPaper extends PaperInOrder {
  /** Negative until the server has received it. */
  readonly id: number;
  readonly kind: "contract" | "changeOrder";
  readonly number: string;
  /** Another paper stands in its place. */
  readonly supersededById: number | null;
  /** Keys of the copies that it is about. */
  readonly workflows: readonly string[];
  /** Of a change order, the contract that it changes. */
  readonly basedOnId: number | undefined;
  /** The paper that it was made from, in whose place it stands. */
  readonly sourceId: number | undefined;
  /** The server marked it: another paper of the same work had been received before it (finding `supersededBase`). */
  readonly isBesideAnother: boolean;
}

/** Fingerprints of the papers that a signed one builds on, oldest first; undefined where it was made before papers said so. */
export function buildsOnOf(data: DocumentData): readonly string[] | undefined {
  const written = data["buildsOn"];
  if (written === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(written);
    return Array.isArray(read) && read.every((each) => typeof each === "string") ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The id of another document that the values of one name. */
export function namedId(data: DocumentData, key: "basedOnId" | "sourceId"): number | undefined {
  const id = Number(data[key] ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

type SignedDocument = Pick<StoredDocument, "type" | "data" | "createdTime" | "workflows" | "findings"> & {
  readonly id: number;
  readonly supersededById: number | null;
};

/**
 * A signed document as it is compared with others; undefined of what agrees on nothing: other kinds, and papers without the words that
 * were signed.
 *
 * @param named ids of documents that have not been sent, which `data` does not name yet
 */
export function signedPaperOf(
  { id, type, data, createdTime, workflows, findings, supersededById }: SignedDocument,
  named: { readonly basedOnId?: number | undefined; readonly sourceId?: number | undefined } = {},
): SignedPaper | undefined {
  const kind = documentKindOf(type);
  if (kind !== "contract" && kind !== "changeOrder") return undefined;
  if (isReconstructed({ findings })) return undefined;
  return {
    ...{ id, kind, createdTime, workflows, supersededById },
    number: data["number"] ?? "",
    fingerprint: data["fingerprint"] ?? "",
    buildsOn: buildsOnOf(data),
    basedOnId: named.basedOnId ?? namedId(data, "basedOnId"),
    sourceId: named.sourceId ?? namedId(data, "sourceId"),
    isBesideAnother: findings.some((finding) => finding.kind === ("supersededBase" satisfies FindingKind)),
  };
}

/** Whether whoever made the later paper knew the other one. */
export const knows = (
  later: Pick<PaperInOrder, "buildsOn" | "createdTime">,
  { fingerprint, createdTime }: PaperInOrder,
): boolean => (later.buildsOn ? later.buildsOn.includes(fingerprint) : createdTime <= later.createdTime);

/** Papers so that each one stands behind those that it builds on; otherwise oldest first. */
export function inSigningOrder<Paper extends PaperInOrder>(papers: readonly Paper[]): Paper[] {
  const open = papers.toSorted((one, other) => one.createdTime.localeCompare(other.createdTime));
  const ordered: Paper[] = [];
  while (open.length > 0) {
    const waiting = new Set(open.map(({ fingerprint }) => fingerprint));
    const next = open.findIndex(
      ({ buildsOn = [], fingerprint: own }) =>
        !buildsOn.some((fingerprint) => fingerprint !== own && waiting.has(fingerprint)),
    );
    // Papers that name each other in a circle cannot be real; they keep the order of their times.
    ordered.push(...open.splice(Math.max(0, next), 1));
  }
  return ordered;
}
