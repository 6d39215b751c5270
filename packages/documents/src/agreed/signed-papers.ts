import {
  documentKindOf,
  isReconstructed,
  type DocumentData,
  type FindingKind,
  type StoredDocument,
} from "@ridgebook/contract";

/*
 * Which signed papers a paper builds on. Two people can concurrently sign papers of the same work; a paper therefore names, by fingerprint,
 * the papers that its device knew.
 */

/** Determines the signing order. */
export interface PaperInOrder {
  readonly fingerprint: string;
  readonly createdTime: string;
  /** Fingerprints of its base papers; undefined means all made before it. */
  readonly buildsOn: readonly string[] | undefined;
}

/** A signed paper of an estimate, for comparing with others. */
export interface SignedPaper extends PaperInOrder {
  /** Negative until the server has received it. */
  readonly id: number;
  readonly kind: "contract" | "changeOrder";
  readonly number: string;
  /** Another paper replaces it. */
  readonly supersededById: number | null;
  /** Keys of its copies. */
  readonly workflows: readonly string[];
  /** Of a change order: its contract. */
  readonly basedOnId: number | undefined;
  /** The paper that it was made from and replaces. */
  readonly sourceId: number | undefined;
  /** The server received another paper of the same work before it (finding `supersededBase`). */
  readonly isBesideAnother: boolean;
}

/** Fingerprints of a signed paper's base, oldest first; undefined for an older format. */
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

/** The id of another document named in the values. */
export function namedId(data: DocumentData, key: "basedOnId" | "sourceId"): number | undefined {
  const id = Number(data[key] ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

type SignedDocument = Pick<StoredDocument, "type" | "data" | "createdTime" | "workflows" | "findings"> & {
  readonly id: number;
  readonly supersededById: number | null;
};

/**
 * A signed document for comparison; undefined for papers without an agreement: other kinds, and those without the signed words.
 *
 * @param named ids of unsent documents, which `data` lacks
 */
export function signedPaperOf(
  { id, type, data, createdTime, workflows, findings, supersededById }: SignedDocument,
  named: { readonly basedOnId?: number | undefined; readonly sourceId?: number | undefined } = {},
): SignedPaper | undefined {
  const kind = documentKindOf(type);
  if (kind !== "contract" && kind !== "changeOrder") return undefined;
  if (isReconstructed({ findings })) return undefined;
  return {
    id,
    kind,
    createdTime,
    workflows,
    supersededById,
    number: data["number"] ?? "",
    fingerprint: data["fingerprint"] ?? "",
    buildsOn: buildsOnOf(data),
    basedOnId: named.basedOnId ?? namedId(data, "basedOnId"),
    sourceId: named.sourceId ?? namedId(data, "sourceId"),
    isBesideAnother: findings.some((finding) => finding.kind === ("supersededBase" satisfies FindingKind)),
  };
}

/** Whether the later paper's author knew the other one. */
export const knows = (
  later: Pick<PaperInOrder, "buildsOn" | "createdTime">,
  { fingerprint, createdTime }: PaperInOrder,
): boolean => (later.buildsOn ? later.buildsOn.includes(fingerprint) : createdTime <= later.createdTime);

/** Sorts papers topologically by what they build on; otherwise oldest first. */
export function inSigningOrder<Paper extends PaperInOrder>(papers: readonly Paper[]): Paper[] {
  const open = papers.toSorted((one, other) => one.createdTime.localeCompare(other.createdTime));
  const ordered: Paper[] = [];
  while (open.length > 0) {
    const waiting = new Set(open.map(({ fingerprint }) => fingerprint));
    const next = open.findIndex(
      ({ buildsOn = [], fingerprint: own }) =>
        !buildsOn.some((fingerprint) => fingerprint !== own && waiting.has(fingerprint)),
    );
    // A cycle of papers cannot be real; keep the order of time.
    ordered.push(...open.splice(Math.max(0, next), 1));
  }
  return ordered;
}
