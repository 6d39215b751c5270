import type { DocumentData } from "@ridgebook/contract";

/*
 * Which signed papers one builds on. Two people can sign papers of the same work without hearing of each other; a paper therefore names,
 * by fingerprint, the papers that its device knew.
 */

/** A signed paper of an estimate, as far as others are compared with it. */
export interface SignedPaper {
  readonly id: number;
  readonly kind: "contract" | "changeOrder";
  readonly number: string;
  readonly fingerprint: string;
  readonly createdTime: string;
  /** Another paper stands in its place. */
  readonly supersededById: number | null;
  /** Keys of the copies that it is about. */
  readonly workflows: readonly string[];
  /** Of a change order, the contract that it changes. */
  readonly basedOnId: number | undefined;
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

/** What a paper that is about to be signed, or was received, says of the papers before it. */
export interface BuildingPaper {
  readonly kind: SignedPaper["kind"];
  readonly workflows: readonly string[];
  readonly basedOnId: number | undefined;
  /** The paper in whose place it stands. */
  readonly sourceId: number | undefined;
  /** Undefined knows all that were made before it. */
  readonly buildsOn: readonly string[] | undefined;
  readonly createdTime: string;
}

/**
 * Those of the signed papers that the paper should have been built on and does not name: of a contract, other contracts of the same work;
 * of a change order, other change orders of its contract and what stands in that contract's place.
 */
export function papersNotBuiltOn(paper: BuildingPaper, signed: readonly SignedPaper[]): SignedPaper[] {
  const isKnown = ({ fingerprint, createdTime }: SignedPaper): boolean =>
    paper.buildsOn ? paper.buildsOn.includes(fingerprint) : createdTime <= paper.createdTime;
  const base = signed.find(({ id }) => id === paper.basedOnId);
  const isOfSameWork = (other: SignedPaper): boolean =>
    paper.kind === "contract"
      ? other.kind === "contract" &&
        other.id !== paper.sourceId &&
        other.supersededById === null &&
        other.workflows.some((key) => paper.workflows.includes(key))
      : other.kind === "changeOrder"
        ? other.basedOnId === paper.basedOnId
        : base !== undefined && other.id === base.supersededById;
  return signed.filter((other) => isOfSameWork(other) && !isKnown(other));
}

/** In the order in which the server received them; what it did not receive yet (negative ids) comes last, oldest first. */
const byReceipt = (one: SignedPaper, other: SignedPaper): number =>
  Number(one.id < 0) - Number(other.id < 0) ||
  (one.id < 0 ? one.createdTime.localeCompare(other.createdTime) : one.id - other.id);

/**
 * The signed contracts that count, in the order in which they were received. A contract that was replaced does not count. Of two about
 * the same work, neither of which replaces the other, the one that was received first stands, because the server marks the other one as
 * `supersededBase`. A change order counts where its contract does.
 */
export function standingContracts<Paper extends SignedPaper>(signed: readonly Paper[]): Paper[] {
  const standing: Paper[] = [];
  const contracts = signed.filter(({ kind, supersededById }) => kind === "contract" && supersededById === null);
  for (const contract of contracts.toSorted(byReceipt))
    if (!standing.some(({ workflows }) => workflows.some((key) => contract.workflows.includes(key))))
      standing.push(contract);
  return standing;
}
