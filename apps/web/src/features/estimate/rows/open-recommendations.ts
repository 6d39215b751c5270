import { fieldByKey, topPropertyOf } from "@ridgebook/estimating";
import type { FormSnapshot } from "#features/estimate/form/workflow-form.ts";

/**
 * Counts the recommended quantities below the given top-level fields that differ from the entered ones, as `useAllRecommended` would apply
 * them. Skips rows whose choice is still open.
 */
export function countOpenRecommendations(
  { recommendations, lineById }: Pick<FormSnapshot, "recommendations" | "lineById">,
  workflowId: number,
  properties: ReadonlySet<string>,
): number {
  let count = 0;
  for (const [name, { isRecommended, quantity, aboveMax }] of recommendations) {
    if (!isRecommended || quantity <= 0 || aboveMax !== undefined) continue;
    const [key = "", id = ""] = name.split("@");
    const field = fieldByKey(workflowId, key);
    if (!field || !properties.has(topPropertyOf(field))) continue;
    const line = lineById.get(Number(id))?.line;
    if (!line || line.quantity === quantity) continue;
    if (field.dataType === "dropdown" && line.value === null) continue;
    count += 1;
  }
  return count;
}
