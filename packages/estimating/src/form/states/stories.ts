import { fieldByKey } from "#catalogue/catalogue.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { editEach, withQuantity } from "#form/line-path.ts";
import { topLine } from "#form/places.ts";
import type { FormContext } from "./state-context.ts";

/** Field 1.3. */
export const NUMBER_OF_STORIES = "numberOfStories";
/** The rows of the stories, from the first up. */
export const STORY_ROWS = ["squaresOnStory1", "squaresOnStory2", "squaresOnStory3", "squaresOnStory4"] as const;
const STORY_ROW = /^squaresOnStory([1-4])$/;

/** The story of a row: 3 for squaresOnStory3; null for other fields. */
export function storyOfRow(key: string): number | null {
  const story = STORY_ROW.exec(key)?.[1];
  return story === undefined ? null : Number(story);
}

/** The number of the house's stories; at least 1. */
export function storiesOf(workflowId: number, values: WorkflowValues): number {
  const field = fieldByKey(workflowId, NUMBER_OF_STORIES);
  const line = topLine(values, NUMBER_OF_STORIES);
  return Math.max(1, field && line ? lineQuantity(field, line) : 1);
}

/** Clears story rows above the number of stories (2.§4). */
export function resetStoryRows({ workflowId, values }: FormContext): WorkflowValues {
  const stories = storiesOf(workflowId, values);
  let reset = values;
  for (const row of STORY_ROWS.slice(stories)) reset = editEach(reset, row, (line) => withQuantity(line, 0));
  return reset;
}
