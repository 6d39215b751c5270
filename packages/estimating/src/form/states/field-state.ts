import { isFieldVisible, type VisibilityQuestion } from "#form/window-visibility.ts";
import { outermostScope, workflowScope } from "#form/line-scope.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import { quantityAt, recommendationFor } from "#recommendations/recommend.ts";
import { DUMPSTER_LABOR, DUMPSTER_WEIGHT, heldDumpsterQuantity } from "./dumpster.ts";
import { storiesOf, storyOfRow } from "./stories.ts";

export interface FieldState {
  readonly visible: boolean;
  /** Cannot be entered at the moment. */
  readonly disabled: boolean;
  /** Can never be entered: the quantity is calculated. */
  readonly readOnly: boolean;
}

/** The person enters dumpster labor only if a dumpster is needed and there is nothing to compute labor from (2.§5). */
function isDumpsterLaborDisabled({ workflowId, key, scope, book }: VisibilityQuestion): boolean {
  const field = fieldByKey(workflowId, key);
  const recommendation = recommendationFor(workflowId, key);
  if (!field || !recommendation) return false;
  const values = outermostScope(scope).lines;
  const outer = workflowScope(values);
  const computed = quantityAt({ workflowId, values, book }, recommendation, { field, outer, line: null });
  return heldDumpsterQuantity({ workflowId, key, values, computed }) !== null;
}

function isDisabled(question: VisibilityQuestion): boolean {
  const { workflowId, key, scope } = question;
  if (key === DUMPSTER_WEIGHT) return true;
  if (key === DUMPSTER_LABOR) return isDumpsterLaborDisabled(question);
  const story = storyOfRow(key);
  return story !== null && story > storiesOf(workflowId, outermostScope(scope).lines);
}

/** Whether a form shows a field and lets the person enter it. */
export function fieldState(question: VisibilityQuestion): FieldState {
  const { workflowId, key } = question;
  return {
    visible: isFieldVisible(question),
    disabled: isDisabled(question),
    readOnly: key !== DUMPSTER_LABOR && recommendationFor(workflowId, key)?.use === "calculated",
  };
}

/** The recommended labor hours are shown only while the entered ones differ (2.§4). */
export const isLaborHoursHintShown = ({ entered, recommended }: { entered: number | null; recommended: number }) =>
  (entered ?? 0) !== recommended;
