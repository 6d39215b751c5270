import { recommendationFor, type FieldDefinition, type IndexedPriceBook } from "@ridgebook/estimating";

const STORY_ROW = /^squaresOnStory\d$/;

/** For fields that a newer release added, in an estimate with older prices. */
export const NOT_IN_PRICES = "Not in these prices";

/** Why a field is disabled. */
export function disabledReason(definition: FieldDefinition, book: IndexedPriceBook): string {
  const { workflowId, key } = definition;
  if (!book.has(definition)) return `${NOT_IN_PRICES}.`;
  if (STORY_ROW.test(key)) return "The house has fewer stories.";
  return recommendationFor(workflowId, key)
    ? "Follows from what is entered elsewhere."
    : "Not used with what is entered.";
}

/** For an empty list of options. */
export const NOTHING_OFFERED = "Nothing to choose from with what is chosen elsewhere.";
