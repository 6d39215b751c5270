import { recommendationFor, type FieldDefinition } from "@ridgebook/estimating";

const STORY_ROW = /^squaresOnStory\d$/;

/** Why nothing can be entered in a field at the moment. */
export function disabledReason({ workflowId, key }: FieldDefinition): string {
  if (STORY_ROW.test(key)) return "The house has fewer stories.";
  return recommendationFor(workflowId, key)
    ? "Follows from what is entered elsewhere."
    : "Not used with what is entered.";
}

/** Of a list of choices that is empty here. */
export const NOTHING_OFFERED = "Nothing to choose from with what is chosen elsewhere.";
