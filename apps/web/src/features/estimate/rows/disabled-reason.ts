import { recommendationFor, type FieldDefinition, type IndexedPriceBook } from "@ridgebook/estimating";

const STORY_ROW = /^squaresOnStory\d$/;

/** Of a field that a newer release of the app added, in an estimate with older prices. */
export const NOT_IN_PRICES = "Not in these prices";

/** Why nothing can be entered in a field at the moment. */
export function disabledReason(definition: FieldDefinition, book: IndexedPriceBook): string {
  const { workflowId, key } = definition;
  if (!book.has(definition)) return `${NOT_IN_PRICES}.`;
  if (STORY_ROW.test(key)) return "The house has fewer stories.";
  return recommendationFor(workflowId, key)
    ? "Follows from what is entered elsewhere."
    : "Not used with what is entered.";
}

/** Of a list of choices that is empty here. */
export const NOTHING_OFFERED = "Nothing to choose from with what is chosen elsewhere.";
