import { buildDocument, correctedTime, type DocumentSource, type SignedPaper } from "@ridgebook/documents";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import type { TakenSignatures } from "#features/documents/signing/taken-signature.ts";

/* Whether a partly signed paper is still what the others would sign (decision 0100). */

/** The paper's total as signed, and the same paper's total now, in dollars; null if it can no longer be made. */
export interface MovedEstimate {
  readonly signed: number | null;
  readonly now: number | null;
}

/**
 * How the estimate differs from the paper; undefined if it gives the same paper. Only the estimate is compared: the office's changes of
 * wording and names are no reason to sign again.
 *
 * @param source what the paper would be made from now
 */
export function movedEstimate(
  { model, choices, basis }: Pick<FrozenDocument, "model" | "choices" | "basis">,
  source: DocumentSource,
): MovedEstimate | undefined {
  const { estimate } = source;
  try {
    const now = buildDocument(source, choices);
    const asSigned = buildDocument({ ...source, estimate: { ...estimate, ...basis, id: estimate.id } }, choices);
    if (JSON.stringify(now) === JSON.stringify(asSigned)) return undefined;
    return { signed: model.total, now: now.total };
  } catch {
    return { signed: model.total, now: null };
  }
}

/** Papers of the same work that were signed after the first signature on this one. */
export function signedMeanwhile(beside: readonly SignedPaper[], taken: TakenSignatures): SignedPaper[] {
  const times = Object.values(taken).map(({ timestamp, clock }) => correctedTime(new Date(timestamp), clock).getTime());
  if (times.length === 0) return [];
  const first = Math.min(...times);
  return beside.filter(({ createdTime }) => Date.parse(createdTime) > first);
}
