import { summaryKey, type EstimateCopy, isObject } from "@ridgebook/contract";
import { TERMS, type TermFractions, type TypedTerms } from "#features/estimate/summary/discount-terms.ts";
import type { EstimateDraftKey } from "#local-data/estimates/estimate-store.ts";

/** An unsaved discount and margin. */
interface TermsDraft {
  readonly terms: TypedTerms;
  /** The saved terms when typing began, to detect a conflict with another person's change. */
  readonly from: TermFractions;
}

/** A separate key beside the draft of the copy's form. */
export const termsDraftKey = (estimateId: number, copy: EstimateCopy): EstimateDraftKey => ({
  estimateId,
  copyKey: `${summaryKey(copy)} discount`,
});

function isTermsDraft(values: unknown): values is TermsDraft {
  if (!isObject(values) || !isObject(values.terms) || !isObject(values.from)) return false;
  const { terms, from } = values;
  const hasTerms = TERMS.every((term) => typeof terms[term] === "string");
  return hasTerms && typeof from.discountPercent === "number" && typeof from.marginPercent === "number";
}

/** Reads a stored draft; undefined if it is not one. */
export function readTermsDraft(values: unknown): TermsDraft | undefined {
  return isTermsDraft(values) ? values : undefined;
}
