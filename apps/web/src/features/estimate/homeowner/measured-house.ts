import {
  explainRecommendation,
  fieldByKey,
  homeownerView,
  linesOf,
  workflowScope,
  type IndexedPriceBook,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";
import { homeownerText } from "#features/estimate/why/homeowner-text.ts";

/** A measurement, and the material it needs. */
export interface MeasuredSentence {
  readonly sentence: string;
  /** The material in words; null if none depends on it. */
  readonly material: string | null;
}

interface Measurement {
  readonly property: string;
  readonly sentence: (quantity: string) => string;
  /** A quantity that is calculated from it. */
  readonly takes?: string;
}

const MEASUREMENTS: Readonly<Record<number, readonly Measurement[]>> = {
  1: [
    {
      property: "totalRoofArea",
      sentence: (quantity) => `Your roof measures ${quantity} square feet.`,
      takes: "totalSquaresForMaterial",
    },
  ],
  2: [
    {
      property: "totalSidingArea",
      sentence: (quantity) => `Your walls measure ${quantity} square feet.`,
      takes: "totalSquaresForMaterial",
    },
  ],
  4: [{ property: "totalGutterLength", sentence: (quantity) => `Your gutters measure ${quantity} feet.` }],
};

/** The house's measurements as sentences, with the material they need (estimating.md §7a). */
export function measuredHouse({
  workflowId,
  values,
  book,
}: {
  workflowId: number;
  values: WorkflowValues;
  book: IndexedPriceBook;
}): readonly MeasuredSentence[] {
  return (MEASUREMENTS[workflowId] ?? []).flatMap(({ property, sentence, takes }) => {
    const quantity = linesOf(values, property)[0]?.quantity ?? 0;
    if (quantity <= 0) return [];
    const field = takes === undefined ? undefined : fieldByKey(workflowId, takes);
    const chain =
      field &&
      explainRecommendation(
        { workflowId, values, book },
        { field, outer: workflowScope(values), line: linesOf(values, field.property)[0] ?? null },
      );
    const shown = chain ? homeownerView(chain) : null;
    return [{ sentence: sentence(formatQuantity(quantity)), material: shown && homeownerText(shown) }];
  });
}
